import { describe, expect, test } from 'vitest'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { readSource } from './rules/rows/read-source.ts'
import { suggestMapping } from './rules/suggest/suggest-mapping.ts'
import { today } from './testing/sheets.ts'

function read(...lines: string[]) {
  const spreadsheet = readSpreadsheet(new TextEncoder().encode(lines.join('\n')))
  const found = suggestMapping(spreadsheet, { today })!
  const { rows } = readSource(spreadsheet, found.mapping, { today })
  const paid = rows.flatMap(({ outcome }) => (outcome.kind === 'purchase' ? [outcome.fields] : []))
  return { found, paid, currency: [found.mapping.currency, found.isCurrencyAssumed] }
}

const english =
  'Date,Description,Card Member,Account #,Amount,Extended Details,Appears On Your Statement As,Address,City/State,Zip Code,Country,Reference'
const row = (day: string, details: string, country: string) =>
  `07/${day}/2026,SHOP,MEMBER A,-52003,28.25,${details},SHOP,1 MAIN ST,TOWN,98101,${country},'REF${day}'`

describe('the currency of an American Express file in English', () => {
  test('is asked about where most shops are in one other country and charged in the card’s own currency', () => {
    const { currency } = read(english, row('18', '', 'UNITED STATES'), row('19', '', 'UNITED STATES'))
    expect(currency).toEqual(['USD', true])
  })

  test('is asked about where it has the categories that only files from the United States have', () => {
    expect(read(`${english},Category`, `${row('18', '', '')},Other`).currency).toEqual(['SEK', true])
  })

  test('is kronor where Google, Uber and others charged from abroad beside a shop in Sweden', () => {
    const countries = ['IRELAND', 'IRELAND', 'NETHERLANDS', 'SWEDEN']
    expect(read(english, ...countries.map((country, place) => row(`${11 + place}`, '', country))).currency).toEqual([
      'SEK',
      false,
    ])
    expect(read(english, row('11', '', 'FRANCE'), row('12', '', 'FRANCE'), row('13', '', 'SWEDEN')).currency).toEqual([
      'SEK',
      false,
    ])
    expect(read(english, row('11', '', 'FRANCE'), row('12', '', 'FRANCE')).currency).toEqual(['SEK', true])
  })

  test('is kronor where the shops are in Sweden, or charged in a currency that is not the card’s', () => {
    const abroad = 'Foreign Spend Amount: 2.50 US DOLLAR Commission Amount: 0.50 Currency Exchange Rate: 10.60'
    const rows = [row('18', '', 'SWEDEN'), row('19', abroad, 'UNITED STATES'), row('20', abroad, 'UNITED STATES')]
    expect(read(english, ...rows).currency).toEqual(['SEK', false])
    expect(read(english, row('18', '', '')).currency).toEqual(['SEK', false])
  })
})

describe.each([
  ['with the card and its holder', 'Card Member,Account #,', 'MEMBER A,-52003,'],
  ['of one card', '', ''],
])('an American Express file that has what was spent abroad in a column of its own, %s', (_, names, values) => {
  const header = `Date,Date Processed,Description,${names}Amount,Foreign Spend Amount,Commission,Exchange Rate,Additional Information,Merchant,Address,City / Province,Postal Code,Country,Reference`
  const { found, paid, currency } = read(
    header,
    `10 Apr 2026,10 Apr 2026,COFFEE SHOP  TORONTO,${values}5.25,,,,,COFFEE SHOP,1 MAIN ST,"TORONTO\nON",M5V 1A1,CANADA,'REF1'`,
    `12 Apr 2026,12 Apr 2026,CLOUD SHOP,${values}28.25,20.00 UNITED STATES DOLLAR,0.70,1.3775,,CLOUD SHOP,1 MAIN ST,SEATTLE,98101,UNITED STATES,'REF2'`,
    `13 Apr 2026,13 Apr 2026,CAFE SHOP,${values}8.25,,,,,CAFE SHOP,1 MAIN ST,OTTAWA,98101,CANADA,'REF3'`,
  )

  test('is known, and its currency asked about', () => {
    expect(found.format?.name).toBe('American Express')
    expect(currency).toEqual(['CAD', true])
    expect(paid.map(({ merchant }) => merchant)).toEqual(['COFFEE SHOP TORONTO', 'CLOUD SHOP', 'CAFE SHOP'])
  })

  test('reads what was spent abroad, in the words that say its currency', () => {
    const { mapping } = found
    const again = read(
      header,
      `12 Apr 2026,12 Apr 2026,CLOUD SHOP,${values}28.25,"20,00 UNITED STATES DOLLAR",0.70,1.3775,,CLOUD SHOP,1 MAIN ST,SEATTLE,98101,SWEDEN,'REF2'`,
    )
    expect(mapping.fields).toHaveProperty('foreignAmount')
    expect(again.paid[0]).toMatchObject({ currency: 'USD', foreignAmount: 2000, amountSek: 2825 })
  })
})
