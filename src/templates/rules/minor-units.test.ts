import { expect, test } from 'vitest'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { workbook } from '../../../test/workbook.ts'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'
import { namesMinorUnits } from './cells/stated-currency.ts'

const readOf = (...lines: string[]) => {
  const reading = readSuggested(sheetOf(...lines))
  return { rows: outcomes(reading).slice(1), told: reading.warnings.map(({ code, params }) => [code, params?.column]) }
}

test('a column that counts öre is read as öre, in the decimals of the currency, and that is told', () => {
  expect(readOf('datum;handlare;belopp_ore', '2026-01-05;ICA;12500', '2026-01-06;SJ;5')).toEqual({
    rows: ['2: 2026-01-05 ICA 12500', '3: 2026-01-06 SJ 5'],
    told: [['amounts-in-minor-units', 'belopp_ore']],
  })
  const abroad = ['2026-01-05;Figma;-1250;EUR', '2026-01-06;JR East;-900;JPY']
  expect(readOf('Date;Merchant;Amount (cents);Currency', ...abroad).rows).toEqual([
    '2: 2026-01-05 Figma  EUR 1250',
    '3: 2026-01-06 JR East  JPY 900',
  ])
})

test("purchases with Stripe's own cards count öre where no amount has decimals", () => {
  const lines = ['ipi_1;2026-03-02 10:11;-12990;sek;SPOTIFY', 'ipi_2;2026-03-04 10:11;-450;sek;AWS']
  expect(readOf('id;created;amount;currency;merchant_name', ...lines)).toEqual({
    rows: ['2: 2026-03-02 SPOTIFY 12990', '3: 2026-03-04 AWS 450'],
    told: [['amounts-in-minor-units', 'amount']],
  })
  const decimals = lines.map((line) => line.replace('-12990;', '-129.90;').replace('-450;', '-4.50;'))
  expect(readOf('id;created;amount;currency;merchant_name', ...decimals)).toMatchObject({
    rows: ['2: 2026-03-02 SPOTIFY 12990', '3: 2026-03-04 AWS 450'],
    told: [],
  })
})

test('a workbook whose numbers have decimals counts no öre, also where some are whole; where none has it is asked about', () => {
  const readTyped = (...amounts: number[]) => {
    const rows = amounts.map((amount, place) => `ipi_${place + 1};2026-03-0${place + 1};${amount};sek;SPOTIFY`)
    return outcomes(
      readSuggested(readSpreadsheet(workbook({ Cards: ['id;created;amount;currency;merchant_name', ...rows] }))),
    ).slice(1)
  }
  expect(readTyped(-129.9, -500)).toEqual(['2: 2026-03-01 SPOTIFY 12990', '3: 2026-03-02 SPOTIFY 50000'])
  expect(readTyped(-12990, -500)).toEqual(['2: amount-unit-open@C2', '3: amount-unit-open@C3'])
})

test('whole amounts beside a currency in small letters may be öre or kronor: which is asked about, unless the name says', () => {
  const lines = ['2026-03-02;12990;sek;SPOTIFY', '2026-03-04;450;sek;AWS']
  expect(readOf('created;amount;currency;merchant', ...lines).rows).toEqual([
    '2: amount-unit-open@B2',
    '3: amount-unit-open@B3',
  ])
  expect(readOf('created;Amount (SEK);currency;merchant', ...lines).rows).toEqual([
    '2: 2026-03-02 SPOTIFY 1299000',
    '3: 2026-03-04 AWS 45000',
  ])
  expect(readOf('Datum;Belopp;Valuta;Butik', ...lines).rows[1]).toBe('3: 2026-03-04 AWS 45000')
})

test('a column named so whose figures have decimals holds kronor', () => {
  expect(readOf('Datum;Text;Belopp (öre)', '2026-01-05;ICA;125,00', '2026-01-06;SJ;895,50')).toEqual({
    rows: ['2: 2026-01-05 ICA 12500', '3: 2026-01-06 SJ 89550'],
    told: [],
  })
})

test.each(['belopp_ore', 'Belopp (öre)', 'amountMinor', 'Amount in cents', 'TOTAL ØRE'])('%s counts öre', (name) =>
  expect(namesMinorUnits(name)).toBe(true),
)
test.each(['Belopp', 'Öresavrundning', 'Kr/öre', 'Belopp inkl. öre', 'Procent', 'Percent', 'Amount (EUR)'])(
  '%s counts no öre',
  (name) => expect(namesMinorUnits(name)).toBe(false),
)
