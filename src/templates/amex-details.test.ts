import { expect, test } from 'vitest'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { readSource } from './rules/rows/read-source.ts'
import { suggestMapping } from './rules/suggest/suggest-mapping.ts'
import { today } from './testing/sheets.ts'

function read(...lines: string[]) {
  const spreadsheet = readSpreadsheet(new TextEncoder().encode(lines.join('\n')))
  const found = suggestMapping(spreadsheet, { today })!
  const { rows } = readSource(spreadsheet, found.mapping, { today })
  const paid = rows.flatMap(({ outcome }) => (outcome.kind === 'purchase' ? [outcome.fields] : []))
  return { found, paid }
}

test('an American Express account with one card has no columns for it and is recognised all the same', () => {
  const { found, paid } = read(
    'Datum,Beskrivning,Belopp,Utökade specifikationer,Visas på ditt kontoutdrag som,Adress,Ort,Postnummer,Land,Referens',
    '02/03/2026,GITHUB,"219,56",Foreign Spend Amount: 20.00 UNITED STATES DOLLAR Commission Amount: ""5,36"" Currency Exchange Rate: 0.0933,GITHUB,,,,US,\'AT1\'',
    '02/04/2026,SHOP,"1,00",,SHOP,,LUND,,SE,\'AT2\'',
  )
  expect(found.format?.id).toBe('amex-se')
  expect(paid.map(({ invoiceDate, amountSek }) => [invoiceDate, amountSek])).toEqual([
    ['2026-02-03', 21956],
    ['2026-02-04', 100],
  ])
})

test.each([
  ['29,354 JAPANESE YEN', 'JPY', 29354],
  ['2,562.91 UNITED KINGDOM POUND STERLING', 'GBP', 256291],
  ['99,00 US DOLLARS', 'USD', 9900],
  ['99 ICELAND KRONA', 'ISK', 99],
  ['99,00 NEW TURKISH LIRA', 'TRY', 9900],
  ['99,00 UNITED ARAB EMIRATES DIRHAM', 'AED', 9900],
  ['99,00 EGYPTIAN POUND', 'EGP', 9900],
  ['99,00 MOROCCAN DIRHAM', 'MAD', 9900],
  ['99,00 TAIWAN NEW DOLLAR', 'TWD', 9900],
  ['99 VIETNAMESE DONG', 'VND', 99],
  ['99,00 MALAYSIA RINGGIT', 'MYR', 9900],
  ['99,00 PHILIPPINES PESO', 'PHP', 9900],
  ['99,00 SERBIAN DINAR', 'RSD', 9900],
  ['99,00 NEW ISRAELI SHEKEL', 'ILS', 9900],
  ['99,00 NEW ZEALAND DOLLAR', 'NZD', 9900],
  ['99,00 BOSNIA-HERZEGOVINA CONVERTIBLE MARK', 'BAM', 9900],
  ['99,00 NICARAGUAN CÓRDOBA', 'NIO', 9900],
])('what was spent abroad is read from its English words: %s', (spent, currency, foreignAmount) => {
  const details = `"Foreign Spend Amount: ${spent} Commission Amount: 5,36 Currency Exchange Rate: 0,0933"`
  const { paid } = read(
    'Datum,Beskrivning,Kortmedlem,Konto #,Belopp,Utökade specifikationer,Referens',
    `02/13/2026,SHOP,ANNA,-31009,"1 852,23",${details},'AT1'`,
    '02/14/2026,SHOP,ANNA,-31009,"52,20",,\'AT2\'',
  )
  expect(paid[0]).toMatchObject({ amountSek: 185223, currency, foreignAmount })
})

test('a currency that no list knows is asked about', () => {
  const { paid } = read(
    'Datum,Beskrivning,Kortmedlem,Konto #,Belopp,Utökade specifikationer,Referens',
    `02/13/2026,SHOP,ANNA,-31009,"1 852,23",Foreign Spend Amount: 9 GUINEAN DOLLAR Commission Amount: 5,'AT1'`,
  )
  expect(paid).toEqual([])
})

test.each(['-99,00', '\u221299,00', '99,00'])('what was given back on it is found behind a minus too: %s', (spent) => {
  const { paid } = read(
    'Datum,Beskrivning,Kortmedlem,Konto #,Belopp,Utökade specifikationer,Referens',
    `02/13/2026,SHOP,ANNA,-31009,"−1 049,50","Foreign Spend Amount: ${spent} US DOLLAR Commission Amount: 20,50",'AT1'`,
    '02/14/2026,SHOP,ANNA,-31009,"52,20",,\'AT2\'',
  )
  expect(paid[0]).toMatchObject({ amountSek: -104950, currency: 'USD', foreignAmount: -9900 })
})

test('the Norwegian export is recognised by its details where the account has one card', () => {
  const { found, paid } = read(
    'Dato,Beskrivelse,Beløp,Utvidede detaljer,Opptrer på din kontoutskrift som,Adresse,Sted,Postnummer,Land,Referanse,Kategori',
    '05/16/2023,PAPERFORM,"262,51",,PAPERFORM,,,,,\'AT1\',',
  )
  expect(found.format?.id).toBe('amex-norway')
  expect(paid[0]?.invoiceDate).toBe('2023-05-16')
})
