import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'
import { namesMinorUnits } from './stated-currency.ts'

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
