import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)
const rows = ['2026-03-02;2026-03-03;ICA;100,00', '2026-03-04;2026-03-04;SJ;695,00']

test.each(['Utfört', 'Dag för köpet', 'Verkaufsdatum', 'När'])(
  'days in a column %s that are never later than those of booking are those of the purchases',
  (name) =>
    expect(read(`${name};Bokfört;Butik;Belopp`, ...rows)).toEqual([
      '2: 2026-03-02 ICA 10000',
      '3: 2026-03-04 SJ 69500',
    ]),
)

test.each(['Rentedato', 'Räntedag', 'Valutering från'])('days in a column %s are no days of purchases', (name) =>
  expect(read(`${name};Bokfört;Butik;Belopp`, ...rows)).toEqual(['2: 2026-03-03 ICA 10000', '3: 2026-03-04 SJ 69500']),
)

test('nor are days that some rows have after the day of booking', () =>
  expect(read('Annan dag;Bokfört;Butik;Belopp', ...rows, '2026-04-30;2026-03-05;COOP;10,00')[0]).toBe(
    '2: 2026-03-03 ICA 10000',
  ))

test('the day under Köp beside the one under Bokfört is the purchase’s, as two lines of a header have them', () =>
  expect(read('Köp;Bokfört;Inköpsställe;SEK', ...rows)).toEqual(['2: 2026-03-02 ICA 10000', '3: 2026-03-04 SJ 69500']))
