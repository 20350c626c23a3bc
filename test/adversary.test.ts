import { expect, test } from 'vitest'
import { appLayouts } from './adversary/app-layouts.ts'
import { cardLayouts } from './adversary/card-layouts.ts'
import { nordicBankLayouts } from './adversary/nordic-bank-layouts.ts'
import { resaved, savings } from './adversary/resave.ts'
import { revolutLayouts } from './adversary/revolut-layouts.ts'
import { tryLayout } from './adversary/run.ts'
import { sebKortLayouts } from './adversary/seb-kort.ts'
import { swedishBankLayouts } from './adversary/swedish-bank-layouts.ts'

/** Other seeds: `ADVERSARY_FROM=1000 vitest run test/adversary.test.ts`. */
const from = Number(process.env.ADVERSARY_FROM ?? 0)
const layouts = [
  ...sebKortLayouts,
  ...cardLayouts,
  ...swedishBankLayouts,
  ...nordicBankLayouts,
  ...revolutLayouts,
  ...appLayouts,
]

test.each(layouts)('$name: files nobody has seen are read row for row', (layout) => {
  expect(tryLayout(layout, 12, from)).toEqual([])
})

// Three lines to a row is no sheet that could be opened and saved.
test.each(layouts.filter(({ name }) => name !== 'Eurocard kopierat'))(
  '$name: so are they when a spreadsheet program has saved them again',
  (layout) => {
    for (const saving of savings) expect(tryLayout(resaved(layout, saving), 2, from + 2)).toEqual([])
  },
)
