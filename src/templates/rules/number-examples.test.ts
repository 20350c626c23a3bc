import { expect, test } from 'vitest'
import { sheetOf, today } from '../testing/sheets.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

const found = (...lines: string[]) => suggestMapping(sheetOf(...lines), { today })?.numberFormat

test('whoever has to say how numbers are written is shown a figure of the file that can be read two ways', () => {
  const open = found('Datum;Text;Belopp', '2026-04-03;A;12', '2026-04-05;B;2.500', '2026-04-06;C;7.125')
  expect(open).toEqual({ suggested: 'auto', isAmbiguous: true, examples: ['2.500'] })
})

test('where they are written in two ways a figure of each is shown', () => {
  const mixed = found('Datum;Text;Belopp;Moms', '2026-04-03;A;1000,50;10.25', '2026-04-05;B;2,75;1.000')
  expect(mixed).toEqual({ suggested: 'auto', isAmbiguous: true, examples: ['1000,50', '10.25'] })
})

test('amounts that are all written one way say how numbers are, whatever a reference looks like', () => {
  const rows = ['2026-07-01;KIOSK;18753493.6094;-120,50', '2026-07-02;CAFÉ;18753494.6095;-1 020,50']
  expect(found('Datum;Text;Referens;Belopp', ...rows)).toEqual({ suggested: 'comma', isAmbiguous: false, examples: [] })
})

test('amounts written in two ways are asked about', () => {
  const rows = ['2026-07-01;KIOSK;12,50;-120.50', '2026-07-02;CAFÉ;1,50;-20.50']
  expect(found('Datum;Text;Moms;Belopp', ...rows)?.isAmbiguous).toBe(true)
})
