import { expect, test } from 'vitest'
import { column, plainMapping, sheetOf, today } from '../../testing/sheets.ts'
import { readSource } from '../rows/read-source.ts'
import { suggestMapping } from '../suggest/suggest-mapping.ts'

const isSuggested = (header: string, ...rows: string[]) =>
  suggestMapping(sheetOf(header, ...rows), { today })?.mapping.fields.providerId !== undefined

test.each([
  ['each file begins anew', 'Id;Datum;Leverantör;Belopp', ['1', '2', '3']],
  ['the year’s vouchers are counted', 'Id;Datum;Leverantör;Belopp', ['A101', 'A102', 'A103']],
  ['a long file begins anew', 'Transaction ID;Date;Merchant;Amount', ['1', '10001', '23004']],
  ['they are counted with zeros before', 'Transaktionsnummer;Datum;Text;Belopp', ['000123', '000124', '000125']],
  ['they are days', 'Referens;Datum;Butik;Belopp', ['20260604', '20260605', '20260606']],
  ['all rows have the same', 'Verifikationsnummer;Bokföringsdatum;Inköpsställe;Belopp', ['5484', '5484', '5484']],
  ['two rows have the same', 'Transaktions-ID;Datum;Text;Belopp', ['AT100200300', 'AT100200300', 'AT100200301']],
  ['no row has any', 'Transaction reference;Date;Merchant;Amount', ['-', 'N/A', '0']],
])('ids are no ids where %s: %s', (_, header, ids) => {
  const rows = ids.map((id, row) => `${id};2026-06-0${row + 1};Adobe ${row};299,0${row}`)
  expect(isSuggested(header, ...rows)).toBe(false)
})

test('the issuer’s own numbers are ids, wherever they stand and with some rows lacking one', () => {
  const rows = ['2026-06-01;Adobe;299,00;48211', '2026-06-02;Telia;499,00;', '2026-06-03;Kjell;219,00;48390']
  expect(isSuggested('Datum;Text;Belopp;Transaktions-ID', ...rows)).toBe(true)
  expect(isSuggested('Transaction ID;Date;Merchant;Amount', "'AT26062;2026-06-01;Adobe;299.00")).toBe(true)
})

test('a list that stands in its file twice has the ids that it has alone', () => {
  const header = 'Datum;Text;Belopp;Transaktions-ID'
  const list = [
    '2026-06-01;Adobe;299,00;AT100202',
    '2026-06-02;Telia;499,00;AT100203',
    '2026-06-02;Telia;499,00;AT100204',
  ]
  expect(isSuggested(header, ...list, ...list)).toBe(true)
  expect(isSuggested(header, ...list, header, ...list)).toBe(true)
  expect(isSuggested(header, ...list, ...list.map((row) => row.replace('99,00', '98,00')))).toBe(false)
  expect(isSuggested(header, ...list, ...list.slice(1))).toBe(false)
})

const header = 'Datum;Text;Belopp;Id'
const withId = plainMapping({ providerId: column(3, 'Id') }, { header: header.split(';') })
const reading = (...rows: string[]) => readSource(sheetOf(header, ...rows), withId, { today })
const idsOf = ({ rows }: ReturnType<typeof reading>) =>
  rows.flatMap(({ outcome }) => (outcome.kind === 'purchase' ? [outcome.fields.providerId] : []))

test('what stands where there is no id is none', () => {
  const words = ['-', 'N/A', '0', '000', 'Saknas', '–', 'null', "'-"]
  const found = reading(...words.map((word) => `2026-07-03;ICA;219,00;${word}`), '2026-07-03;ICA;219,00;T-48211')
  expect(idsOf(found)).toEqual([...words.map(() => null), 'T-48211'])
})

test('a person is told where a template’s ids name no purchase', () => {
  const told = (...rows: string[]) => reading(...rows).warnings.map(({ code }) => code)
  expect(told('2026-07-01;ICA;10,00;5484', '2026-07-02;SJ;20,00;5484')).toEqual(['ids-name-nothing'])
  expect(told('2026-07-01;ICA;10,00;1', '2026-07-02;SJ;20,00;2')).toEqual(['ids-name-nothing'])
  // a fee of the same day, the parts of one receipt, and what was given back later
  expect(told('2026-07-01;ICA;10,00;T-48211', '2026-07-01;Fee;1,00;T-48211')).toEqual([])
  expect(told('2026-07-01;ICA;10,00;T-48211', '2026-07-09;ICA;-10,00;T-48211')).toEqual([])
  expect(told('2026-07-01;ICA;10,00;1042', '2026-07-02;SJ;20,00;1043')).toEqual([])
})
