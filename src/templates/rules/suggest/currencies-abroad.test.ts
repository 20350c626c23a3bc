import { describe, expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf, today } from '../../testing/sheets.ts'
import { previewMapping } from '../preview-mapping.ts'
import { readSource } from '../rows/read-source.ts'
import { suggestMapping } from './suggest-mapping.ts'

function read(...lines: string[]) {
  const source = sheetOf(...lines)
  const found = suggestMapping(source, { today, formats: [] })!
  const reading = readSource(source, found.mapping, { today })
  return {
    rows: outcomes(reading).slice(1),
    isAssumed: found.isCurrencyAssumed,
    asked: previewMapping(reading, found.mapping).warnings.map(({ code }) => code),
  }
}

const kronor = ['2: 2026-07-03 Spotify 11900', '3: 2026-07-04 Amazon 33692']
const names = [
  ...['Utl. valuta', 'Utländsk valuta', 'Originalvaluta', 'Original currency', 'Foreign currency', 'Inköpsvaluta'],
  ...['Transaktionsvaluta', 'Transaction currency', 'Lokal valuta', 'Köpvaluta'],
]

test.each(names)('%s that purchases at home leave empty is not the currency of the amount', (name) => {
  const rows = ['2026-07-03;Spotify;;119,00', '2026-07-04;Amazon;EUR;336,92']
  const { rows: found, isAssumed } = read(`Datum;Inköpsställe;${name};Belopp`, ...rows)
  expect([found, isAssumed]).toEqual([kronor, true])
  const turned = rows.map((row) => row.split(';').reverse().join(';'))
  expect(read(`Amount;${name};Merchant;Date`, ...turned).rows).toEqual(kronor)
})

test.each(names)('%s of every row is not where a rate stands beside the amount', (name) => {
  const rows = ['2026-07-03;Spotify;STOCKHOLM;SEK;1;119,00', '2026-07-04;Amazon;LUXEMBOURG;EUR;11,2345;336,92']
  expect(read(`Datum;Inköpsställe;Ort;${name};Kurs;Belopp`, ...rows).rows).toEqual(kronor)
})

test.each(['Utlägg', 'Utlagt', 'Utlägg kr', 'Lokalhyra', 'Belopp'])(
  '%s beside a rate is not abroad, and a person is to say its currency',
  (name) => {
    const rows = ['2026-07-03;Spotify;119,00;SEK;1', '2026-07-04;Amazon;336,92;EUR;11,23']
    const { rows: found, isAssumed } = read(`Datum;Butik;${name};Originalvaluta;Kurs`, ...rows)
    expect([found, isAssumed]).toEqual([kronor, name !== 'Utlägg kr'])
  },
)

test.each(['Utländskt belopp', 'Belopp utland', 'Utl belopp', 'OriginalAmount', 'Lokalbelopp', 'Lokalt belopp'])(
  '%s is abroad, whatever it is written like',
  (name) => {
    const rows = ['2026-07-03;Spotify;119,00;SEK', '2026-07-04;Amazon;29,99;EUR']
    expect(read(`Datum;Butik;${name};Originalvaluta`, ...rows).rows[1]).toContain('EUR 2999')
  },
)

test('what somebody laid out, Utlägg, is what was paid beside what it cost in its own currency', () => {
  const rows = ['2026-07-03;Spotify;119,00;119,00;SEK', '2026-07-04;Amazon;336,92;29,99;EUR']
  expect(read('Datum;Butik;Utlägg;Originalbelopp;Originalvaluta', ...rows).rows).toEqual([
    '2: 2026-07-03 Spotify 11900',
    expect.stringMatching(/^3: 2026-07-04 Amazon 33692/),
  ])
})

test('what is called foreign in every row is not, and a person is to say the amount’s', () => {
  const rows = ['2026-07-03;Spotify;SEK;119,00', '2026-07-04;Amazon;EUR;336,92']
  const { rows: found, isAssumed } = read('Datum;Inköpsställe;Utländsk valuta;Belopp', ...rows)
  expect([found, isAssumed]).toEqual([kronor, true])
})

test('what every purchase was made in may be the amount’s: a person is asked once', () => {
  const rows = ['2026-07-03;Spotify;SEK;119,00', '2026-07-04;Amazon;EUR;29,99']
  const { rows: found, asked } = read('Date;Merchant;Transaction currency;Amount', ...rows)
  expect(found).toEqual(['2: 2026-07-03 Spotify 11900', '3: 2026-07-04 Amazon  EUR 2999'])
  expect(asked).toContain('amounts-in-row-currency')
})

test('beside the account’s currency what a purchase was made in is not the amount’s', () => {
  const rows = ['2026-07-03;Spotify;SEK;119,00;SEK', '2026-07-04;Amazon;EUR;336,92;SEK']
  expect(read('Datum;Butik;Köpvaluta;Belopp;Kontovaluta', ...rows).rows).toEqual(kronor)
})

test('of Valuta that purchases at home leave empty a person is asked once', () => {
  const rows = ['2026-07-03;Spotify;;119,00', '2026-07-04;Amazon;EUR;336,92']
  expect(read('Datum;Butik;Valuta;Belopp', ...rows).asked).toContain('amounts-in-row-currency')
  const full = ['2026-07-03;Spotify;SEK;119,00', '2026-07-04;Amazon;EUR;29,99']
  expect(read('Datum;Butik;Valuta;Belopp', ...full).asked).not.toContain('amounts-in-row-currency')
})

test('beside what it cost abroad it is the currency of that, and Valuta is that of the amount', () => {
  const both = ['2026-07-03;Spotify;0,00;;;119,00', '2026-07-04;Amazon;29,99;EUR;11,2345;336,92']
  for (const name of ['Utl. valuta', 'Inköpsvaluta', 'Lokal valuta'])
    expect(read(`Datum;Inköpsställe;Utl. belopp;${name};Kurs;Belopp`, ...both).rows[1]).toContain('33692')
  const own = ['2026-07-03;Spotify;SEK;119,00', '2026-07-04;Amazon;EUR;29,99']
  expect(read('Datum;Inköpsställe;Valuta;Belopp', ...own).rows[1]).toBe('3: 2026-07-04 Amazon  EUR 2999')
})

test.each([
  ...['Originalbelopp;Originalvaluta', 'Original amount;Original currency', 'Belopp i originalvaluta;Originalvaluta'],
  ...['Utl. belopp;Utl. valuta', 'Foreign amount;Foreign currency', 'Lokalt belopp;Lokal valuta'],
])('%s is an amount abroad and its currency where nothing says what the account paid', (names) => {
  const rows = ['2026-07-03;Spotify;119,00;SEK', '2026-07-04;Amazon;29,99;EUR']
  const { rows: found, asked } = read(`Datum;Butik;${names}`, ...rows)
  expect(found).toEqual(['2: 2026-07-03 Spotify 11900', '3: 2026-07-04 Amazon  EUR 2999'])
  expect(asked).toContain('amounts-in-row-currency')
})

test('Transaktionsbelopp is in Transaktionsvaluta, and a rate beside them is that of the purchase', () => {
  const rows = ['2026-07-03;Spotify;119,00;SEK;1', '2026-07-04;Amazon;29,99;EUR;11,20']
  expect(read('Datum;Butik;Transaktionsbelopp;Transaktionsvaluta;Kurs', ...rows).rows).toEqual([
    '2: 2026-07-03 Spotify 11900',
    expect.stringMatching(/^3: 2026-07-04 Amazon {2}EUR 2999/),
  ])
})

test.each([
  ...['Summa i lokal valuta', 'Pris i lokal valuta', 'Total in local currency', 'Kostnad (lokal valuta)'],
  ...['Lokalt belopp', 'Belopp i inköpsvaluta', 'Belopp i köpvalutan', 'Total (purchase currency)'],
])('%s is what the shop charged, beside what the account paid', (name) => {
  const rows = ['2026-03-01;Zalando;100,00;EUR;11,30;1130,00', '2026-03-02;REMA;100,00;NOK;0,97;97,00']
  expect(outcomes(readSuggested(sheetOf(`Datum;Butik;${name};Valuta;Kurs;Summa`, ...rows))).slice(1)).toEqual([
    '2: 2026-03-01 Zalando 113000 EUR 10000',
    '3: 2026-03-02 REMA 9700 NOK 10000',
  ])
})

test('VAT in the currency of the purchase is none of the kronor that the account paid', () => {
  const rows = ['2026-03-01;Zalando;119,00;19,00;EUR;1344,70', '2026-03-02;REMA;125,00;25,00;NOK;121,25']
  const { rows: found } = readSuggested(
    sheetOf('Datum;Butik;Summa i inköpsvaluta;Moms i inköpsvaluta;Valuta;Summa', ...rows),
  )
  const vat = found.flatMap(({ outcome }) => (outcome.kind === 'purchase' ? [outcome.fields.vatAmount] : []))
  expect(vat).toEqual([null, null])
})

describe('a column of currencies that no row of the sample fills', () => {
  const header = 'Datum;Butik;Belopp;Valuta'
  const sample = sheetOf(header, '2026-01-01;ICA;10,00;', '2026-01-03;COOP;5,00;')
  const later = (file: Parameters<typeof suggestMapping>[0], ...rows: string[]) =>
    outcomes(readSource(sheetOf(header, ...rows), suggestMapping(file, { today })!.mapping, { today })).slice(1)

  test('says in the next file which rows are in another currency, and nothing of those that leave it empty', () =>
    expect(later(sample, '2026-02-01;AWS;20,00;EUR', '2026-02-02;ICA;30,00;')).toEqual([
      '2: 2026-02-01 AWS  EUR 2000',
      '3: 2026-02-02 ICA 3000',
    ]))

  test('does not say of a sum in it that the amount is in its currency', () =>
    expect(later(sample, '2026-02-01;HILTON;1574,40;GBP 120,00')).toEqual(['2: currency-unreadable@D2']))

  test('says nothing of an amount that is called in kronor', () => {
    const inKronor = 'Datum;Butik;Belopp SEK;Valuta'
    const { mapping } = suggestMapping(sheetOf(inKronor, '2026-01-01;ICA;10,00;'), { today })!
    const read = readSource(sheetOf(inKronor, '2026-02-01;AWS;20,00;EUR'), mapping, { today })
    expect(outcomes(read).slice(1)).toEqual(['2: 2026-02-01 AWS 2000'])
  })
})
