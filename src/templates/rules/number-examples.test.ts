import { expect, test } from 'vitest'
import { sheetOf, today } from '../testing/sheets.ts'
import { suggestMapping } from './suggest-mapping.ts'

const found = (...lines: string[]) => suggestMapping(sheetOf(...lines), { today })?.numberFormat

test('whoever has to say how numbers are written is shown a figure of the file that can be read two ways', () => {
  const open = found('Datum;Text;Belopp', '2026-04-03;A;12', '2026-04-05;B;2.500', '2026-04-06;C;7.125')
  expect(open).toEqual({ suggested: 'auto', isAmbiguous: true, examples: ['2.500'] })
})

test('where they are written in two ways a figure of each is shown', () => {
  const mixed = found('Datum;Text;Belopp;Moms', '2026-04-03;A;1000,50;10.25', '2026-04-05;B;2,75;1.000')
  expect(mixed).toEqual({ suggested: 'auto', isAmbiguous: true, examples: ['1000,50', '10.25'] })
})
