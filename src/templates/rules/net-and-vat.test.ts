import { describe, expect, test } from 'vitest'
import { column, plainMapping, sheetOf, today } from '../testing/sheets.ts'
import { readSource } from './rows/read-source.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

const read = (...lines: string[]) => {
  const spreadsheet = sheetOf(...lines)
  const found = suggestMapping(spreadsheet, { today })
  if (!found) throw new Error('no table')
  return readSource(spreadsheet, found.mapping, { today }).rows.flatMap(({ outcome }) =>
    outcome.kind === 'purchase'
      ? [`${outcome.fields.amountSek} vat ${outcome.fields.vatAmount} rate ${outcome.fields.vatRate}`]
      : [],
  )
}

test.each(['Exkl. moms;Moms;Inkl. moms', 'Belopp;Moms;Totalt', 'Pris ex;Moms;Pris in'])(
  'of %s the column that holds the others is what was paid',
  (names) =>
    expect(read(`Datum;Text;${names}`, '2026-03-01;A;80;20;100', '2026-03-02;B;89,29;10,71;100')).toEqual([
      '10000 vat 2000 rate undefined',
      '10000 vat 1071 rate undefined',
    ]),
)

test.each([
  ['with a fee', 'Belopp;Valutapåslag;Totalt', ['1000;17,50;1017,50', '200;0;200']],
  ['with a fee, as money that went out', 'Belopp;Avgift;Totalt', ['-1000;17,50;-1017,50', '-200;0;-200']],
  ['without its discount', 'Bruttobelopp;Rabatt;Nettobelopp', ['1037,50;-20;1017,50', '200;0;200']],
  ['without a discount that has no minus', 'Bruttobelopp;Rabatt;Att betala', ['1037,50;20;1017,50', '200;0;200']],
])('what was paid is the amount %s, where a column is that in every row', (_, names, [first, second]) =>
  expect(read(`Datum;Text;${names}`, `2026-03-01;A;${first}`, `2026-03-02;B;${second}`)).toEqual([
    '101750 vat null rate undefined',
    '20000 vat null rate undefined',
  ]),
)

test('an amount without another that holds it and its VAT is what was paid', () =>
  expect(read('Datum;Text;Belopp;Moms;Kvitto', '2026-03-01;A;100;20;7')).toEqual(['10000 vat 2000 rate undefined']))

test.each([
  ['25', '12'],
  ['25 %', '12%'],
  ['0,25', '0.12'],
])('a column Moms of %s and %s holds rates, not kronor', (first, second) =>
  expect(read('Datum;Text;Belopp;Moms', `2026-03-01;A;1000,00;${first}`, `2026-03-02;B;50,00;${second}`)).toEqual([
    '100000 vat null rate 25',
    '5000 vat null rate 12',
  ]),
)

test('what a workbook shows as percent is no VAT in kronor, also where the template says so', () => {
  const cells = ['2026-03-01', 'A', '100', '0.19']
  const rows = [
    { number: 1, cells: ['Datum', 'Text', 'Belopp', 'Moms'], kinds: 'tttt' },
    { number: 2, cells, kinds: 'dtnn', units: { 3: '%' } },
  ]
  const mapping = plainMapping({ vatAmount: column(3, 'Moms') })
  const reading = readSource({ kind: 'xlsx', sheets: [{ name: 'Kort', rows }], warnings: [] }, mapping, { today })
  expect(reading.rows[1]?.outcome).toMatchObject({ problems: [{ code: 'vat-unreadable', cell: 'D2', value: '0.19' }] })
})

test.each([
  ['Momssats', '25 %', '6 %'],
  ['Moms %', '25', '6'],
  ['VAT rate', '0.25', '0.06'],
  ['MVA-sats', '25,00', '6,00'],
])('a column called %s is the rate of VAT', (name, first, second) =>
  expect(read(`Datum;Text;Belopp;${name}`, `2026-03-01;A;125,00;${first}`, `2026-03-02;B;106,00;${second}`)).toEqual([
    '12500 vat null rate 25',
    '10600 vat null rate 6',
  ]),
)

test('the rate is left to a column of VAT in kronor beside it, and rates of other countries are left to a person', () => {
  expect(read('Datum;Text;Belopp;Momssats;Moms', '2026-03-01;A;125,00;25 %;25,00')).toEqual([
    '12500 vat 2500 rate undefined',
  ])
  expect(read('Datum;Text;Belopp;Momssats;Moms', '2026-03-01;A;500;25;25')).toEqual(['50000 vat 2500 rate undefined'])
  expect(read('Datum;Text;Belopp;Moms (SEK)', '2026-03-01;A;500;25')).toEqual(['50000 vat 2500 rate undefined'])
  expect(read('Datum;Text;Belopp;Momssats', '2026-03-01;A;119,00;19 %')).toEqual(['11900 vat null rate undefined'])
})

test('the VAT of a row is what stands in the columns of all rates, of which the next file may fill others', () => {
  const header = 'Datum;Text;Totalt;Moms 25 %;Moms 12 %;Moms 6 %'
  const lines = ['2026-03-01;A;500;100;;', '2026-03-02;B;1237;25;120;', '2026-03-03;B;-112;;-12;0']
  expect(read(header, ...lines)).toEqual([
    '50000 vat 10000 rate undefined',
    '123700 vat 14500 rate undefined',
    '-11200 vat -1200 rate undefined',
  ])
  const against = read(header, ...lines, '2026-03-04;C;100;10;-12;')
  expect(against).toHaveLength(3) // nobody can tell
  expect(read(`${header};Moms`, '2026-03-02;B;1237;25;120;;145')).toEqual(['123700 vat 14500 rate undefined'])
})

test('6 and 12 under Moms are kronor where they are the VAT within each amount, rates where they are not', () => {
  const header = 'Datum;Text;Belopp;Moms'
  expect(read(header, '2026-03-01;Ica;30,00;6', '2026-03-02;Hotell;112,00;12', '2026-03-03;Porto;18,00;0')).toEqual([
    '3000 vat 600 rate undefined',
    '11200 vat 1200 rate undefined',
    '1800 vat 0 rate undefined',
  ])
  expect(read(header, '2026-03-01;SJ;30,00;6', '2026-03-02;Hotell;250,00;12')).toEqual([
    '3000 vat null rate 6',
    '25000 vat null rate 12',
  ])
  expect(read(header, '2026-03-01;SJ;100,00;6', '2026-03-02;SJ;99,00;6')).toEqual([
    '10000 vat null rate 6',
    '9900 vat null rate 6',
  ])
  expect(read(header, '2026-03-01;Parkering;125,00;25 %')).toEqual(['12500 vat null rate 25'])
})

describe('VAT is not added to what is called net and may hold it: a person must say what was paid', () => {
  const totalOf = (names: string, ...rows: string[]) => {
    const lines = rows.map((row, place) => `2026-03-0${place + 1};Dustin;${row}`)
    return suggestMapping(sheetOf(`Datum;Leverantör;${names}`, ...lines), { today })?.mapping.fields.total?.kind
  }

  test.each(['Nettopris;Moms', 'Net cost;VAT', 'Netto;Moms', 'Nettobelopp;Moms'])('of %s by its amounts', (names) => {
    expect(totalOf(names, '1000,00;200,00', '106,00;6,00', '459,80;60,76')).toBeUndefined()
    expect(totalOf(names, '1000,00;250,00', '100,00;6,00')).toBe('sum')
  })

  test.each(['Netto;Moms', 'Net price;VAT'])('of %s where as many rows hold it as have it on top', (names) => {
    const held = '2026-03-01;Dustin;1000,00;200,00'
    const onTop = ['2026-03-02;Kjell;500,00;125,00', '2026-03-03;SJ;100,00;6,00']
    const paidOf = (...rows: string[]) => read(`Datum;Butik;${names}`, ...rows).map((line) => line.split(' ')[0])
    expect(paidOf(held, ...onTop.slice(0, 1))).toEqual([])
    expect(paidOf(...onTop)).toEqual(['62500', '10600'])
    expect(paidOf('2026-03-01;Kivra;0,20;0,05')).toEqual(['25'])
  })

  test.each(['Nettopris;Varav moms', 'Netto;Därav moms'])('of %s by the name', (names) =>
    expect(totalOf(names, '459,80;60,76')).toBeUndefined(),
  )

  test.each(['Belopp exkl. moms;Moms', 'Exkl;Moms', 'Amount excl. VAT;VAT'])(
    'but of %s it is the sum, whatever the rate of its country is',
    (names) => expect(totalOf(names, '1000,00;200,00', '500,00;100,00')).toBe('sum'),
  )
})
