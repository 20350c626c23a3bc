import { expect, test } from 'vitest'
import { sheetOf, today } from '../../testing/sheets.ts'
import { suggestMapping } from '../suggest/suggest-mapping.ts'

test.each(['?', '\ufffd'])(
  'an amount whose sign was lost (%s) counts when the column of amounts is looked for',
  (lost) => {
    const rows = [
      `2026-01-02;ICA;${lost}120,50`,
      `2026-01-03;COOP;${lost}1 243,01`,
      '2026-01-05;OKQ8;500,00',
      `2026-01-06;SJ;${lost}78,00`,
    ]
    expect(suggestMapping(sheetOf('Datum;Text;Belopp', ...rows), { today })?.mapping.fields.total).toMatchObject({
      from: { name: 'Belopp' },
    })
  },
)
