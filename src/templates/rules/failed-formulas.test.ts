import { expect, test } from 'vitest'
import { column, outcomes, plainMapping, readSuggested, sheetOf, today } from '../testing/sheets.ts'
import { readSource } from './rows/read-source.ts'

const header = 'Datum;Text;Belopp;Typ;Id'
const read = (mapping: ReturnType<typeof plainMapping>, ...lines: string[]) =>
  outcomes(readSource(sheetOf(header, ...lines), mapping, { today })).slice(1)

test('a formula that failed is neither a merchant nor an amount', () =>
  expect(
    read(plainMapping(), '2026-05-01;#SAKNAS!;5,00', '2026-05-01;F;#FORMULA!', '2026-05-01;#hemester;5,00'),
  ).toEqual(['2: merchant-missing@B2', '3: amount-unreadable@C3', '4: 2026-05-01 #hemester 500']))

test('no row is left out, or taken for another, by one', () => {
  const fields = { type: column(3, 'Typ'), providerId: column(4, 'Id') }
  const mapping = plainMapping(fields, { purchaseTypes: ['Köp'], account: 'bank', signRule: 'inverted' })
  expect(
    read(mapping, '2026-05-01;A;-5,00;#N/A;1', '2026-05-01;B;-5,00;Köp;Err:504', '2026-05-01;C;-5,00;Köp;3'),
  ).toEqual(['2: formula-failed@D2', '3: formula-failed@E3', '4: 2026-05-01 C 500'])
})

test('nor does one say which way the money went', () => {
  const mapping = plainMapping({ direction: column(3, 'Typ') }, { signRule: 'direction', outgoingDirections: ['d'] })
  expect(read(mapping, '2026-05-01;A;5,00;D', '2026-05-01;B;5,00;#REF!')).toEqual([
    '2: 2026-05-01 A 500',
    '3: direction-missing@D3',
  ])
})

test('rows of a form whose formulas fetch nothing are left out as zero, one with an amount waits for its day', () => {
  const lines = ['2026-03-02;Ica;10,00', ';0;0', ';;0,00', ';Coop;20,00']
  expect(outcomes(readSuggested(sheetOf('Datum;Butik;Belopp', ...lines))).slice(1)).toEqual([
    '2: 2026-03-02 Ica 1000',
    '3: zero-amount',
    '4: zero-amount',
    '5: date-missing@A5',
  ])
})
