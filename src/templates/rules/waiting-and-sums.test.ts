import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

test('a row that waits instead of a day, sums without a label, and a day with an article are told for what they are', () => {
  expect(
    outcomes(
      readSuggested(
        sheetOf(
          'Datum;Butik;Moms;Belopp',
          'Väntar;H&M;20,00;100,00',
          'den 2 mars 2026;Coop;5,36;50,00',
          '3 mars 2026;Ica;10,71;100,00',
          ';;16,07;150,00',
        ),
      ),
    ).slice(1),
  ).toEqual(['2: pending', '3: 2026-03-02 Coop 5000', '4: 2026-03-03 Ica 10000', '5: printed-total'])
})

test('a title or a debt where the day should stand waits for no day of booking, a shop there does', () => {
  const lines = [
    'Datum;Bokfört;Butik;Belopp',
    '2026-05-01;2026-05-02;ICA;100,00',
    'Betalningar;;;',
    'Utgående skuld;;;9,00',
  ]
  const read = outcomes(readSuggested(sheetOf(...lines, 'okänd dag;;SJ;5,00', 'Övrigt;;;5,00'))).slice(2)
  expect(read).toEqual([
    '3: blank-date-and-amount',
    '4: balance-row',
    '5: pending',
    '6: date-unreadable@A6 booked-unclear', // were its day and shop written, it would not be booked yet
  ])
})

test.each(['S:a', 'S:a:', 'Tot:', 'Tot', 'S:a oktober'])('%s stands before the sum of the rows above it', (name) => {
  const { rows, controlSums } = readSuggested(
    sheetOf('Datum;Butik;Belopp', '2026-03-02;Kjell;499,00', '2026-03-03;ICA;336,00', `;${name};835,00`),
  )
  expect(outcomes({ rows }).at(-1)).toBe('4: printed-total')
  expect(controlSums).toHaveLength(1)
})

test('whole kronor with a dash behind a dot or a colon say nothing of the decimal mark', () => {
  const rows = [
    '2026-03-02;Kjell;499.-',
    '2026-03-03;ICA;336,50',
    '2026-03-04;ICA;1.234,50',
    '2026-03-05;SJ;499:-',
    '2026-03-06;Ur;1 499.-',
  ]
  expect(outcomes(readSuggested(sheetOf('Datum;Butik;Belopp', ...rows))).slice(1)).toEqual([
    '2: 2026-03-02 Kjell 49900',
    '3: 2026-03-03 ICA 33650',
    '4: 2026-03-04 ICA 123450',
    '5: 2026-03-05 SJ 49900',
    '6: 2026-03-06 Ur 149900',
  ])
})
