import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readCsvRows, readSpreadsheet, type Spreadsheet } from '#spreadsheets/index.ts'
import { column, plainMapping } from '../../testing/sheets.ts'
import { readSource } from '../rows/read-source.ts'
import { suggestMapping } from '../suggest/suggest-mapping.ts'
import { currencyOfName, shownCurrency, statedCurrency } from './stated-currency.ts'

const today = '2026-04-30'
const csv = (...lines: string[]): Spreadsheet => ({
  kind: 'csv',
  sheets: [{ name: '', rows: [...readCsvRows(Buffer.from(lines.join('\n')))] }],
  warnings: [],
})
const read = (spreadsheet: Spreadsheet, mapping = suggestMapping(spreadsheet, { today })?.mapping) => {
  if (!mapping) throw new Error('no table')
  return readSource(spreadsheet, mapping, { today }).rows.flatMap(({ outcome }) => {
    if (outcome.kind === 'skipped') return []
    if (outcome.kind === 'unreadable') return [outcome.problems.map(({ code }) => code).join()]
    const { amountSek, foreignAmount, currency } = outcome.fields
    return [`${amountSek ?? foreignAmount} ${currency}`]
  })
}

test.each([
  ['9,99 $', 'SEK', 'USD'],
  ['$9.99', 'CAD', 'CAD'],
  ['12,50 kr', 'EUR', 'SEK'],
  ['12,50 kr', 'NOK', 'NOK'],
  ['99:-', 'SEK', 'SEK'],
  ['-€12.50', 'SEK', 'EUR'],
  ['EUR 12,50', 'SEK', 'EUR'],
  ['(12,50) £', 'SEK', 'GBP'],
  ['¥2,000', 'SEK', 'JPY'],
  ['¥12.50', 'CNY', 'CNY'],
  ['12,50', 'SEK', null],
  ['−12,50', 'SEK', null],
])('%s of a row in %s is stated in %s', (text, own, stated) => expect(statedCurrency(text, own)).toBe(stated))

test.each([
  ['A$', 'SEK', 'AUD'],
  ['$', 'CAD', 'CAD'],
  ['PLN', 'SEK', 'PLN'],
  ['zł', 'SEK', 'PLN'],
  ['NOK', 'SEK', 'NOK'],
  ['kr', 'EUR', 'SEK'],
  ['%', 'SEK', null],
  ['Rs', 'SEK', 'Rs'],
  ['constructor', 'SEK', 'constructor'],
])('a number shown in %s of a row in %s is in %s', (unit, own, shown) => expect(shownCurrency(unit, own)).toBe(shown))

test.each([
  ['Belopp i euro', 'EUR'],
  ['Määrä EUROA', 'EUR'],
  ['Belopp Eurocard', null],
])('a column named %s holds %s', (name, currency) => expect(currencyOfName(name)).toBe(currency))

test('a number that is shown in a sign nobody knows is asked about, and no kronor', () => {
  const rows = [
    { number: 1, cells: ['Datum', 'Text', 'Belopp'], kinds: 'ttt' },
    { number: 2, cells: ['2026-03-01', 'Hotell', '12.5'], kinds: 'dtn', units: { 2: 'Rs' } },
    { number: 3, cells: ['2026-03-02', 'Hotell', '12.5'], kinds: 'dtn', units: { 2: 'zł' } },
    { number: 4, cells: ['2026-03-03', 'Hotell', '12.5'], kinds: 'dtn' },
  ]
  expect(read({ kind: 'xlsx', sheets: [{ name: 'Kort', rows }], warnings: [] })).toEqual([
    'currency-unreadable',
    '1250 PLN',
    '1250 SEK',
  ])
})

test('a number that is shown as percent is no amount', () => {
  const rows = [
    { number: 1, cells: ['Datum', 'Text', 'Belopp'], kinds: 'ttt' },
    { number: 2, cells: ['2026-03-01', 'Hotell', '0.5'], kinds: 'dtn', units: { 2: '%' } },
    { number: 3, cells: ['2026-03-02', 'Hotell', '12.5'], kinds: 'dtn' },
    { number: 4, cells: ['2026-03-03', 'Hotell', '99'], kinds: 'dtn' },
  ]
  expect(read({ kind: 'xlsx', sheets: [{ name: 'Kort', rows }], warnings: [] })).toEqual([
    'amount-unreadable',
    '1250 SEK',
    '9900 SEK',
  ])
})

test('an amount without a column of currencies is in the one that it states, its neighbours in theirs', () => {
  const lines = ['2026-03-01;AWS;12,50 €', '2026-03-02;ICA;100,00 kr', '2026-03-03;AWS;9,99 $', '2026-03-04;ICA;50,00']
  expect(read(csv('Datum;Text;Belopp', ...lines))).toEqual(['1250 EUR', '10000 SEK', '999 USD', '5000 SEK'])
})

test('so is one like an earlier row in all but amount and date', () => {
  const lines = ['2026-03-01;AWS;100,00', '2026-03-02;AWS;9,99 USD', '2026-03-03;AWS;101,00']
  expect(read(csv('Datum;Text;Belopp', ...lines))).toEqual(['10000 SEK', '999 USD', '10100 SEK'])
})

test('a file whose amounts are all in euro is in euro', () => {
  const spreadsheet = csv('Datum;Text;Belopp', '2026-03-01;AWS;12,50 €', '2026-03-02;Hetzner;7,00 €')
  expect(suggestMapping(spreadsheet, { today })?.mapping.currency).toBe('EUR')
})

test('an amount that states another currency than its row is asked about', () => {
  const mapping = plainMapping({ currency: column(3, 'Valuta') })
  const lines = ['2026-03-01;AWS;104,55 kr;USD', '2026-03-02;ICA;99,00 kr;SEK', '2026-03-03;AWS;9,99 $;USD']
  expect(read(csv('Datum;Text;Belopp;Valuta', ...lines), mapping)).toEqual([
    'amount-in-other-currency',
    '9900 SEK',
    '999 USD',
  ])
})

test.each(['xlsx', 'xls', 'ods'])('a number is in the currency that its workbook shows it with: %s', (kind) => {
  const file = new URL(`../../../../test/fixtures/office/currencies.${kind}`, import.meta.url)
  const expected = ['12050 EUR', '9900 SEK', '999 USD', '400 USD', '5000 SEK']
  expect(read(readSpreadsheet(new Uint8Array(readFileSync(file))))).toEqual(expected)
})

describe('a number that its workbook shows in another currency than its row is in', () => {
  const readShown = (...rows: [unit: string | null, currency: string][]) =>
    read({
      kind: 'xlsx',
      sheets: [
        {
          name: 'Kort',
          rows: [
            { number: 1, cells: ['Datum', 'Text', 'Belopp', 'Valuta'], kinds: 'tttt' },
            ...rows.map(([unit, currency], index) => ({
              number: index + 2,
              cells: ['2026-03-01', `Hotell ${index}`, '20', currency],
              kinds: 'dtnt',
              ...(unit !== null && { units: { 2: unit } }),
            })),
          ],
        },
      ],
      warnings: [],
    })

  test('is asked about where the others are shown in theirs', () => {
    expect(readShown(['kr', 'SEK'], ['€', 'EUR'], ['kr', 'SEK'], [null, 'SEK'], ['€', 'SEK'])).toEqual([
      ...['2000 SEK', '2000 EUR', '2000 SEK', '2000 SEK'],
      'amount-in-other-currency',
    ])
  })

  test('is in what its row says where the whole column is shown so, or in kronor as sheets begin', () => {
    expect(readShown(['kr', 'SEK'], ['kr', 'EUR'], ['€', 'EUR'])).toEqual(['2000 SEK', '2000 EUR', '2000 EUR'])
    expect(readShown(['$', 'SEK'], ['$', 'USD'], ['$', 'SEK'])).toEqual(['2000 SEK', '2000 USD', '2000 SEK'])
    expect(readShown(['€', 'SEK'], ['kr', 'SEK'], ['kr', 'EUR'])).toEqual(['2000 SEK', '2000 SEK', '2000 EUR'])
  })
})
