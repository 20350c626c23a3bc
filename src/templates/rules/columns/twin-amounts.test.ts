import { describe, expect, test } from 'vitest'
import { readBlind } from '../../testing/read-blind.ts'
import { outcomes, sheetOf, today } from '../../testing/sheets.ts'
import { readSource } from '../rows/read-source.ts'

const read = (...lines: string[]) => outcomes(readBlind(lines).reading).slice(1)

describe('what was paid in the company’s own currency is the total, whatever the other amount is called', () => {
  test.each([
    ['Total amount', 'Amount in company currency'],
    ['Paid amount', 'Paid amount (base currency)'],
    ['Amount', 'Amount in Reimbursement Currency'],
    ['Belopp', 'Belopp i redovisningsvaluta'],
    ['Belopp', 'Belopp SEK'],
  ])('%s beside %s', (paid, own) =>
    expect(
      read(
        `Date;Supplier;Currency;${paid};${own}`,
        '2026-01-05;Uber;SEK;545,00;545,00',
        '2026-01-09;Zoom;USD;149,90;1 598,22',
      ),
    ).toEqual(['2: 2026-01-05 Uber 54500', '3: 2026-01-09 Zoom 159822 USD 14990']),
  )
})

test.each(['Slutligt belopp', 'Summa', 'Kostnad', 'Belopp 2'])(
  'where no name tells which is which the worth of a euro or a dollar does: %s is what was paid, wherever it stands',
  (name) => {
    const bought = [
      '2: 2026-10-01 ICA 25000',
      '3: 2026-10-02 AMAZON 11345 EUR 1000',
      '4: 2026-10-03 GITHUB 4210 USD 400',
    ]
    const rows = ['ICA;250,00;SEK;250,00', 'AMAZON;10,00;EUR;113,45', 'GITHUB;4,00;USD;42,10']
    expect(read(`Datum;Text;Belopp;Valuta;${name}`, ...rows.map((row, day) => `2026-10-0${day + 1};${row}`))).toEqual(
      bought,
    )
    const turned = rows.map((row) => row.split(';')).map(([shop, abroad, code, paid]) => [shop, paid, code, abroad])
    expect(
      read(`Datum;Text;${name};Valuta;Belopp`, ...turned.map((row, day) => `2026-10-0${day + 1};${row.join(';')}`)),
    ).toEqual(bought)
  },
)

describe('Payhawk: what the shop took is called paid, and what the account gave for it is the total', () => {
  test.each([
    ['Paid amount;Paid currency;Currency;Total expense (SEK)', '10.00;EUR;SEK;112.10', 11210, 'EUR', 1000],
    ['Paid amount;Paid currency;Currency;Total expense (SEK)', '10000;JPY;SEK;650.00', 65000, 'JPY', 10000],
    ['Payment paid amount;Payment paid currency;X;Payment wallet amount', '10.00;EUR;SEK;112.10', 11210, 'EUR', 1000],
  ])('%s', (columns, abroad, sek, code, foreign) => {
    expect(
      read(`Date;Supplier name;${columns}`, '2026-01-05;Uber;545.10;SEK;SEK;545.10', `2026-01-09;Zoom;${abroad}`),
    ).toEqual(['2: 2026-01-05 Uber 54510', `3: 2026-01-09 Zoom ${sek} ${code} ${foreign}`])
  })

  test('beside its wallet’s currency the column of its currency says it, where the yen does not', () => {
    expect(
      read(
        'Date;Merchant name;Payment paid amount;Payment paid currency;Payment wallet amount;Payment wallet currency',
        '2026-01-05;Uber;545.10;SEK;545.10;SEK',
        '2026-01-09;Zoom;10000;JPY;650.00;SEK',
      ),
    ).toEqual(['2: 2026-01-05 Uber 54510', '3: 2026-01-09 Zoom 65000 JPY 10000'])
  })
})

test('Payhawk before review: `Credit` of every row is what the account gave for what the shop was paid', () => {
  expect(
    read(
      'Date;Paid amount;Paid currency;Credit;Currency;Supplier name',
      '2026-01-05;545.10;SEK;545.10;SEK;Uber',
      '2026-01-08;10000;JPY;650.00;SEK;Yodobashi',
      '2026-01-09;151.18;NOK;148.16;SEK;Vinmonopolet',
    ),
  ).toEqual([
    '2: 2026-01-05 Uber 54510',
    '3: 2026-01-08 Yodobashi 65000 JPY 10000',
    '4: 2026-01-09 Vinmonopolet 14816 NOK 15118',
  ])
})

test('an amount is in the currency of its own name, whatever `Currency` says of the columns beside it', () => {
  expect(
    read(
      'Date;Paid amount;Paid currency;Currency;Supplier name',
      '2026-01-05;545.10;SEK;SEK;Uber',
      '2026-01-08;-10000;JPY;SEK;Yodobashi',
      '2026-01-09;151.18;NOK;SEK;Vinmonopolet',
    ),
  ).toEqual([
    '2: 2026-01-05 Uber 54510',
    '3: 2026-01-08 Yodobashi  JPY -10000',
    '4: 2026-01-09 Vinmonopolet  NOK 15118',
  ])
})

test('a row abroad that cost nothing does not hide what the others are worth', () => {
  const rows = ['ICA;250,00;SEK;250,00', 'AMAZON;10,00;EUR;113,45', 'FIGMA;0,00;EUR;0,00']
  const { fields } = readBlind(['Datum;Text;Belopp;Valuta;Slutsumma', ...rows.map((row) => `2026-10-01;${row}`)])
  expect([fields.total, fields.foreignAmount]).toEqual(['Slutsumma', 'Belopp'])
})

test('prices and what several of them came to are in one currency: 50 euro for five at 10 are no 50 kronor', () => {
  const rows = ['ICA;250,00;SEK;250,00', 'JETBRAINS;10,00;EUR;50,00', 'GITHUB;14,29;USD;100,00']
  const { fields } = readBlind(['Datum;Text;Pris;Valuta;Summa', ...rows.map((row) => `2026-10-01;${row}`)])
  expect([fields.total, fields.foreignAmount]).toEqual(['Summa', undefined])
})

test('a discount abroad says nothing of what a euro is worth: the amount stays what it is called', () => {
  const { fields } = readBlind([
    'Datum;Text;Belopp;Valuta;Slutsumma',
    '2026-10-01;ICA;250,00;SEK;250,00',
    '2026-10-02;AMAZON;10,00;EUR;9,00',
  ])
  expect(fields.total).toBe('Belopp')
})

test('of two amounts of one name, each beside its currency, the one in the account’s is the total, on either side', () => {
  const rows = ['2026-01-05;545,00;SEK;545,00;SEK;ICA', '2026-01-09;149,90;USD;1 598,22;SEK;Zoom']
  expect(read('Datum;Belopp;Valuta;Belopp;Valuta;Butik', ...rows)).toEqual([
    '2: 2026-01-05 ICA 54500',
    '3: 2026-01-09 Zoom 159822 USD 14990',
  ])
  const turned = ['2026-01-05;SEK;545,00;SEK;545,00;ICA', '2026-01-09;SEK;1 598,22;USD;149,90;Zoom']
  expect(read('Datum;Valuta;Belopp;Valuta;Belopp;Butik', ...turned)).toEqual([
    '2: 2026-01-05 ICA 54500',
    '3: 2026-01-09 Zoom 159822 USD 14990',
  ])
})

describe('a template made before anything was bought abroad', () => {
  test.each([
    ['Valuta', 'Belopp', 'Belopp SEK'],
    ['Valuta', 'Belopp', 'Belopp i kr'],
    ['Currency', 'Total amount', 'Amount in company currency'],
    ['Currency', 'Total amount', 'Total amount (base)'],
  ])('reads what %s and %s say of the next file’s purchases abroad, and the total of %s', (currency, paid, own) => {
    const header = `Datum;Leverantör;${currency};${paid};${own}`
    const { found } = readBlind([header, '2026-01-05;ICA;SEK;545,00;545,00', '2026-01-06;SJ;SEK;89,00;89,00'])
    const next = readSource(sheetOf(header, '2026-02-09;Zoom;USD;149,90;1 598,22'), found.mapping, { today })
    expect(outcomes(next).slice(1)).toEqual(['2: 2026-02-09 Zoom 159822 USD 14990'])
  })

  test('takes the currency of the purchase, not the account’s own that stands before it', () => {
    const header = 'Datum;Leverantör;Valuta;Belopp SEK;Originalbelopp;Originalvaluta'
    const { found } = readBlind([header, '2026-01-05;ICA;SEK;545,00;545,00;SEK', '2026-01-06;SJ;SEK;89,00;89,00;SEK'])
    const next = readSource(sheetOf(header, '2026-02-09;Zoom;SEK;1 598,22;149,90;USD'), found.mapping, { today })
    expect(outcomes(next).slice(1)).toEqual(['2: 2026-02-09 Zoom 159822 USD 14990'])
  })
})

test('a template made while the columns of purchases abroad were empty reads them in the next file', () => {
  const header = 'Datum;Butik;Utländskt belopp;Valuta;Belopp'
  const { found } = readBlind([header, '2026-03-02;ICA;;;100,00', '2026-03-03;SJ;;;200,00'])
  const next = readSource(sheetOf(header, '2026-04-02;AWS;10,00;USD;105,00'), found.mapping, { today })
  expect(outcomes(next).slice(1)).toEqual(['2: 2026-04-02 AWS 10500 USD 1000'])
})

test.each(['Amount SEK', 'Amount (kr)'])(
  'where all was bought in one other currency, %s is what the account paid',
  (name) => {
    expect(
      read(
        `Date;Merchant;Currency;Amount;${name}`,
        '2026-03-01;AWS;USD;10,00;105,00',
        '2026-03-02;GCP;USD;20,00;210,00',
      ),
    ).toEqual(['2: 2026-03-01 AWS 10500 USD 1000', '3: 2026-03-02 GCP 21000 USD 2000'])
  },
)

test('a number of a column without a known name that is as large as the purchase by chance is not what it cost', () => {
  const rows = ['2026-06-12;ICA;100;SEK;125,50;SEK;125,50', '2026-06-13;Hotel Berlin;100;EUR;100,00;SEK;1153,20']
  expect(read('Date;Merchant;Unit code;Original currency;Original amount;Currency;Amount', ...rows)).toEqual([
    '2: 2026-06-12 ICA 12550',
    '3: 2026-06-13 Hotel Berlin 115320 EUR 10000',
  ])
})

test('where the rate is 1 in every row, its currency is the account’s, before anything was bought abroad', () => {
  const header = 'Date;Merchant;Currency Amount;Currency Rate;Currency;Amount'
  const { found } = readBlind([
    header,
    '2026-07-03;KIOSK;-120,50;1;NOK;-120,50',
    '2026-07-09;KIOSK;-20,50;1;NOK;-20,50',
  ])
  expect(found.mapping.currency).toBe('NOK')
  const next = readSource(sheetOf(header, '2026-08-01;AWS;-10,00;9,90;EUR;-99,00'), found.mapping, { today })
  expect(outcomes(next)[1]).toBe('2: 2026-08-01 AWS  NOK 9900')
})

describe('kronor that nobody says the country of are the account’s', () => {
  test.each([
    ['Belopp', 'Valuta', 'Belopp i kronor', 'kr'],
    ['Original amount', 'Original currency', 'Paid amount', 'Kr'],
    ['Belopp', 'Valuta', 'Belopp i SEK', 'Kronor'],
  ])('%s, %s and %s with %s', (paid, currency, own, word) => {
    const rows = [`2026-01-05;ICA;500,00;${word};500,00`, '2026-01-09;REWE;100,00;EUR;1130,00']
    expect(read(`Datum;Butik;${paid};${currency};${own}`, ...rows)).toEqual([
      '2: 2026-01-05 ICA 50000',
      '3: 2026-01-09 REWE 113000 EUR 10000',
    ])
  })

  test('where some rows write SEK, and in Norway, whose names of columns say it', () => {
    const mixed = ['2026-01-05;ICA;500,00;kr;500,00', '2026-01-06;SJ;89,00;SEK;89,00', '2026-01-09;REWE;1,00;EUR;11,30']
    expect(read('Datum;Butik;Belopp;Valuta;Belopp i kr', ...mixed)[2]).toBe('4: 2026-01-09 REWE 1130 EUR 100')
    const norwegian = ['2026-01-05;KIWI;500,00;kr;500,00', '2026-01-09;REWE;100,00;EUR;1130,00']
    const { found } = readBlind(['Kjøpsdato;Butikk;Beløp;Valuta;Beløp i kroner', ...norwegian])
    expect(found.mapping.currency).toBe('NOK')
  })
})

test('shops of three letters are no currencies, were one of them alike in both amounts', () => {
  const { fields, found } = readBlind([
    'Datum;Butik;Utländskt belopp;Belopp',
    '2026-01-05;ICA;5,00;5,00',
    '2026-01-09;AWS;1,00;9,00',
  ])
  expect([fields.currency, found.mapping.currency]).toEqual([undefined, 'SEK'])
})

test.each([
  ['Belopp', 'Belopp SEK'],
  ['Belopp', 'Belopp i kronor'],
  ['Amount', 'Amount (SEK)'],
])(
  'of %s and %s the latter was paid where they differ, though no column says in what currency the former is',
  (paid, own) => {
    const rows = ['2026-10-01;ICA;100,00;100,00', '2026-10-02;Hetzner;50,00;565,00']
    const found = ['2: 2026-10-01 ICA 10000', '3: 2026-10-02 Hetzner 56500']
    expect(read(`Datum;Butik;${paid};${own}`, ...rows)).toEqual(found)
    const shops = ['2026-10-01;AWS;100,00;1130,00', '2026-10-02;ICA;50,00;50,00'] // of three letters, as currencies
    expect(read(`Datum;Beskrivning;${paid};${own}`, ...shops)).toEqual([
      '2: 2026-10-01 AWS 113000',
      '3: 2026-10-02 ICA 5000',
    ])
  },
)

test.each([
  ['empty', ''],
  ['nothing', '0,00'],
])(
  'where Belopp SEK is %s for what was bought at home, and no column says where that was, neither is the amount',
  (_, none) => {
    const rows = [`2026-10-01;ICA;125,00;${none}`, '2026-10-02;AWS;106,00;1180,00']
    const { fields } = readBlind(['Datum;Butik;Belopp;Belopp SEK', ...rows])
    expect(fields.total).toBeUndefined()
  },
)

test('an amount that says its currency itself is the amount, were Belopp SEK filled in for some rows beside it', () => {
  const rows = ['2026-10-01;ICA;125,00 SEK;', '2026-10-02;AWS;106,00 USD;1180,00']
  expect(readBlind(['Datum;Butik;Belopp;Belopp SEK', ...rows]).fields.total).toBe('Belopp')
})
