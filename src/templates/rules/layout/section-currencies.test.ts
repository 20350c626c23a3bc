import { expect, test } from 'vitest'
import { outcomes, plainMapping, readSuggested, sheetOf, today, workbookOf } from '../../testing/sheets.ts'
import { readSource } from '../rows/read-source.ts'
import { suggestMapping } from '../suggest/suggest-mapping.ts'

const purchases = (...lines: string[]) =>
  outcomes(readSuggested(sheetOf(...lines))).filter((line) => /: \d{4}-/.test(line))
const header = 'Datum;Text;Belopp'
const swedish = ['2026-01-05;ICA;125,00', '2026-01-06;SJ;90,00']
const german = ['2026-01-07;DB BAHN;45,00', '2026-01-08;REWE;12,00']

test.each([
  ['a title above each header', ['Konto: 1234-5 SEK', header, ...swedish, '', 'Konto: 9876-5 EUR', header, ...german]],
  [
    'a row for the currency',
    ['Konto;1234', 'Valuta;SEK', header, ...swedish, 'Konto;9876', 'Valuta;EUR', header, ...german],
  ],
  ['a title under one header', [header, 'Företagskonto SEK', ...swedish, 'EUR-konto', ...german]],
  ['a balance between them', ['Konto SEK', header, ...swedish, 'Utgående saldo SEK', 'Konto EUR', header, ...german]],
  ['a title with a holder', [header, 'Kort 1234 SEK Anna Ek', ...swedish, 'Kort 5678 EUR Bo Ek', ...german]],
  ['a title that names no account', ['Kostnader SEK', header, ...swedish, 'Inköp i EUR', header, ...german]],
  ['no title on the first', [header, ...swedish, 'Konto 9876;;EUR', header, ...german]],
])('accounts below each other have each its own currency, by %s', (_, lines) => {
  expect(purchases(...lines).map((line) => line.replace(/^\d+: /, ''))).toEqual([
    '2026-01-05 ICA 12500',
    '2026-01-06 SJ 9000',
    '2026-01-07 DB BAHN  EUR 4500',
    '2026-01-08 REWE  EUR 1200',
  ])
})

test('a third account in the currency of the first one is read in that again', () => {
  const lines = [
    'Konto SEK',
    header,
    ...swedish,
    'Konto EUR',
    header,
    ...german,
    'Konto 3 SEK',
    header,
    '2026-01-09;COOP;10,00',
  ]
  expect(purchases(...lines).at(-1)).toMatch(/2026-01-09 COOP 1000$/)
})

test('what stands above the only account says its currency', () => {
  const found = suggestMapping(sheetOf('Konto: 9876-5 EUR', header, ...german), { today })
  expect([found?.mapping.currency, found?.isCurrencyAssumed]).toEqual(['EUR', false])
})

test.each(['Belopp i EUR', 'Alla belopp i EUR', 'Amounts in EUR', 'Utlägg juli (EUR)', 'Belopp i euro'])(
  'so does a title of what its amounts are in, of which a later month is asked about: %s',
  (title) => {
    const suggested = (...lines: string[]) => suggestMapping(sheetOf(...lines, header, ...german), { today })?.mapping
    expect(suggested(title)?.currency).toBe('EUR')
    const next = readSource(sheetOf(title, header, ...german), plainMapping(), { today })
    expect(outcomes(next).at(-1)).toMatch(/amount-in-other-currency/)
  },
)

test('what is said of some amounts, or of no amounts, is no title of a currency', () => {
  for (const title of ['Belopp över 100 EUR kräver attest', 'Inköp (ALL)', 'Summa (TOP)', 'Belopp i kronor'])
    expect(suggestMapping(sheetOf(title, header, ...swedish), { today })?.mapping.currency).toBe('SEK')
})

test('a shop, a rate and a note of another currency are no account', () => {
  expect(
    purchases(
      header,
      ...swedish,
      'Kurs EUR/SEK 11,45',
      'EUR 45,00',
      '2026-01-09;COOP;10,00',
      'Kortet belastat EUR',
      'KORTET BELASTAT EUR',
      '2026-01-10;WAYNES;10,00',
    ),
  ).toEqual([
    '2: 2026-01-05 ICA 12500',
    '3: 2026-01-06 SJ 9000',
    '6: 2026-01-09 COOP 1000',
    '9: 2026-01-10 WAYNES 1000',
  ])
})

const asked = ['2026-01-07', '2026-01-08'].map(() => 'amount-in-other-currency')
const readInKronor = (lines: readonly string[], change: Parameters<typeof plainMapping>[1] = {}) =>
  outcomes(readSource(sheetOf(...lines), plainMapping({}, change), { today }))
    .filter((line) => !/header|preamble/.test(line))
    .map((line) => line.replace(/^\d+: /, ''))

test.each([
  ['in a row of its own', ['Kontoutdrag', 'Valuta: EUR', '', header, ...german], 'A2'],
  ['beside its name', ['Valuta;EUR', header, ...german], 'B1'],
  ['behind the account', ['Konto: 9876-5 EUR', 'Period: 2026-01', header, ...german], 'A1'],
])(
  'the next file of a template in kronor is asked about where another currency stands above it, %s',
  (_, lines, cell) => {
    expect(readInKronor(lines)).toEqual(asked.map((code) => `${code}@${cell}`))
  },
)

test('a sheet named after another account is asked about', () => {
  const { rows } = readSource(workbookOf({ 'EUR-konto': [header, ...german] }), plainMapping(), { today })
  expect(rows.slice(1).map(({ outcome }) => outcome.kind)).toEqual(['unreadable', 'unreadable'])
})

test('what stands above is heeded only where neither the amount nor its column says the currency', () => {
  const own = ['Valuta: EUR', header, '2026-01-07;DB BAHN;45,00 kr', '2026-01-08;REWE;12,00 SEK']
  const read = ['2026-01-07 DB BAHN 4500', '2026-01-08 REWE 1200']
  expect(readInKronor(own)).toEqual(read)
  expect(readInKronor(['Valuta: SEK', header, ...german])).toEqual(read)
  const total = { kind: 'source', from: { kind: 'column', index: 2, name: 'Belopp i SEK', occurrence: 0 } } as const
  const named = plainMapping({ total }, { header: ['Datum', 'Text', 'Belopp i SEK'] })
  const { rows } = readSource(sheetOf('Valuta: EUR', 'Datum;Text;Belopp i SEK', ...german), named, { today })
  expect(rows.slice(2).map(({ outcome }) => outcome.kind)).toEqual(['purchase', 'purchase'])
})
