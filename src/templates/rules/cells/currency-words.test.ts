import { expect, test } from 'vitest'
import { outcomes, plainMapping, readSuggested, sheetOf } from '../../testing/sheets.ts'
import { readSource } from '../rows/read-source.ts'
import { suggestMapping } from '../suggest/suggest-mapping.ts'
import { currencyOfWord } from './currency-words.ts'

const today = '2026-11-30'
const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)

test.each([
  ['$', 'SEK', 'USD'],
  ['$', 'CAD', 'CAD'],
  ['kr', 'SEK', 'SEK'],
  ['Kr.', 'NOK', 'NOK'],
  ['kronor', 'DKK', 'DKK'],
  ['kronor', 'EUR', 'SEK'],
  ['Dollar', 'SEK', 'USD'],
  ['dollars', 'AUD', 'AUD'],
  ['US$', 'CAD', 'USD'],
  ['us$', 'SEK', 'USD'],
  ['€', 'SEK', 'EUR'],
  ['Euro', 'SEK', 'EUR'],
  ['euros', 'SEK', 'EUR'],
  ['US-dollar', 'SEK', 'USD'],
  ['us dollar', 'SEK', 'USD'],
  ['Svenska kronor', 'EUR', 'SEK'],
  ['svensk krona', 'EUR', 'SEK'],
  ['Norska kronor', 'SEK', 'NOK'],
  ['norske kroner', 'SEK', 'NOK'],
  ['danska kronor', 'SEK', 'DKK'],
  ['brittiska pund', 'SEK', 'GBP'],
  ['Pund', 'SEK', 'GBP'],
  ['schweizisk franc', 'SEK', 'CHF'],
  ['Skr', 'NOK', 'SEK'],
  ['Dkr', 'SEK', 'DKK'],
  ['NKr.', 'SEK', 'NOK'],
  ['USD - US Dollar', 'SEK', 'USD'],
  ['Euro (EUR)', 'SEK', 'EUR'],
  ['978', 'SEK', 'EUR'],
  ['SEK', 'SEK', null],
  ['Rs', 'SEK', null],
  ['', 'SEK', null],
  ['okänd', 'SEK', null],
])('in a column of currencies %s of an account in %s is %s', (text, own, code) =>
  expect(currencyOfWord(text, own)).toBe(code),
)

test.each([
  ['signs', 'Valuta', 'kr', '$', '€'],
  ['words', 'Valuta', 'Svenska kronor', 'US-dollar', 'Euro'],
  ['words without a country', 'Currency', 'kronor', 'Dollar', 'euro'],
  ['signs of countries', 'Ccy', 'Skr', 'US$', '€'],
])('a column of currencies in %s says what each row was paid in', (_, name, kronor, dollars, euro) =>
  expect(
    read(
      `Datum;Leverantör;Belopp;${name}`,
      `2026-07-05;Kjell;499,00;${kronor}`,
      `2026-07-06;OpenAI;20,00;${dollars}`,
      `2026-07-07;Hetzner;45,00;${euro}`,
    ),
  ).toEqual(['2: 2026-07-05 Kjell 49900', '3: 2026-07-06 OpenAI  USD 2000', '4: 2026-07-07 Hetzner  EUR 4500']),
)

test('neighbours are told apart by their kronor', () =>
  expect(read('Datum;Leverantör;Belopp;Valuta', '2026-07-05;SAS;450,00;Dkr', '2026-07-06;Vy;200,00;Nkr')).toEqual([
    '2: 2026-07-05 SAS  DKK 45000',
    '3: 2026-07-06 Vy  NOK 20000',
  ]))

test('kronor without a country are those of the account, whose language tells them', () => {
  const file = sheetOf('Dato;Tekst;Beløp;Valuta', '05.01.2026;KIWI;-45,90;kr', '06.01.2026;REMA;-9,90;kr')
  expect(suggestMapping(file, { today })?.mapping.currency).toBe('NOK')
  expect(outcomes(readSuggested(file))[1]).toBe('2: 2026-01-05 KIWI  NOK 4590')
})

test('what nobody knows under the name of a currency waits, and is no kronor', () => {
  const rows = ['2026-07-05;Kjell;499,00;kr', '2026-07-06;Taj;20,00;Rs', '2026-07-07;Hetzner;45,00;okänd']
  expect(read('Datum;Leverantör;Belopp;Valuta', ...rows)).toEqual([
    '2: 2026-07-05 Kjell 49900',
    '3: currency-unreadable@D3',
    '4: currency-unreadable@D4',
  ])
})

test('in a column that came after the template it is asked about too', () => {
  const file = sheetOf(
    'Datum;Text;Belopp;Valuta',
    ...['2026-07-05;Kjell;499,00;kr', '2026-07-06;OpenAI;20,00;$', '2026-07-07;Taj;45,00;Rs', '2026-07-08;ICA;9,00;'],
  )
  expect(outcomes(readSource(file, plainMapping(), { today })).slice(1)).toEqual([
    '2: 2026-07-05 Kjell 49900',
    '3: amount-in-other-currency@D3',
    '4: currency-unreadable@D4',
    '5: 2026-07-08 ICA 900',
  ])
})
