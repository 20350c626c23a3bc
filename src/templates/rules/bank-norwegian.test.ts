import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf, today } from '../testing/sheets.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

const header =
  'TransactionDate;Text;Type;Currency Amount;Currency Rate;Currency;Amount;Merchant Area;Merchant Category;BookDate;ValueDate'

test('a month in which a shop gave money back and nothing was bought is a refund on Bank Norwegian’s card', () => {
  const back = '13/07/2026;PROVBUTIK;Köp;20,50;1;SEK;20,50;PROVSTAD;Varuhus;14/07/2026;14/07/2026'
  expect(outcomes(readSuggested(sheetOf(header, back)))[1]).toBe('2: 2026-07-13 PROVBUTIK -2050')
})

test('a card in Norwegian kroner is not taken for one in kronor', () => {
  const bought = '03/07/2026;PRØVEBUTIKK;Kjøp;-120,50;1;NOK;-120,50;PRØVEBY;Mat;04/07/2026;04/07/2026'
  expect(outcomes(readSuggested(sheetOf(header, bought)))[1]).toBe('2: 2026-07-03 PRØVEBUTIKK  NOK 12050')
})

test('where all was bought abroad, nothing says the card’s currency: it is told as assumed', () => {
  const abroad = '13/07/2026;MUSTERLADEN;Köp;-20;11,35;EUR;-227;BERLIN;Varuhus;14/07/2026;14/07/2026'
  const found = suggestMapping(sheetOf(header, abroad), { today })
  expect([found?.format?.id, found?.isCurrencyAssumed]).toEqual(['bank-norwegian', true])
})
