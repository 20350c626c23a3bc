import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../../testing/sheets.ts'
import { currencyOfNumber } from './numeric-currencies.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)

test('a currency by its number in ISO 4217 is read as its code', () => {
  expect(['752', '978', ' 840 ', '036', '36', '000', '75200'].map(currencyOfNumber)).toEqual([
    'SEK',
    'EUR',
    'USD',
    'AUD',
    'AUD',
    null,
    null,
  ])
  const codes = new Set(Intl.supportedValuesOf('currency'))
  const named = Array.from({ length: 1000 }, (_, number) => currencyOfNumber(String(number))).filter((code) => code)
  expect(named.every((code) => codes.has(code ?? ''))).toBe(true)
  expect(new Set(named).size).toBe(named.length)
})

test('in a column of currencies it says what each row was paid in', () => {
  const rows = ['2026-03-02;ICA;100,00;752', '2026-03-03;HETZNER;20,00;978']
  expect(read('Datum;Butik;Belopp;Valuta', ...rows)).toEqual([
    '2: 2026-03-02 ICA 10000',
    '3: 2026-03-03 HETZNER  EUR 2000',
  ])
})

test('beside the amount of the account it says what the shop charged in', () => {
  const rows = ['2026-03-02;ICA;100,00;752;100,00;752', '2026-03-03;HETZNER;20,00;978;224,40;752']
  const purchases = ['2: 2026-03-02 ICA 10000', '3: 2026-03-03 HETZNER 22440 EUR 2000']
  expect(read('Date;Merchant;Amount;Currency;Billing amount;Billing currency', ...rows)).toEqual(purchases)
  const short = rows.map((row) => row.replace(/;752$/, ''))
  expect(read('Datum;Butik;Belopp i valuta;Valuta;Bokfört belopp', ...short)).toEqual(purchases)
})

test('a number that is no currency is asked about', () => {
  const rows = ['2026-03-02;ICA;100,00;752', '2026-03-02;ICA;100,00;752', '2026-03-03;HETZNER;20,00;111']
  expect(read('Datum;Butik;Belopp;Valuta', ...rows, '2026-03-03;SJ;20,00;752', '2026-03-03;SJ;20,00;752')[2]).toBe(
    '4: currency-unreadable@D4',
  )
})
