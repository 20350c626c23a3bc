import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../../testing/sheets.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)

test.each([
  ['Ordernummer;Orderdatum;Leverantör;Radbelopp;Ordersumma', '5001', '5002'],
  ['Order ID;Order Date;Seller Name;Item Total;Order Total', '302-1', '302-2'],
  ['Fakturanr;Datum;Station;Belopp;Fakturabelopp', '77', '78'],
  ['Kvittonr;Datum;Butik;Radsumma;Kvittototal', '1', '2'],
  ['Expense ID;Date;Merchant;Split amount;Total amount', '1001', '1002'],
])('where the whole of %s stands on each of its lines, each line is what it cost itself', (names, one, two) =>
  expect(
    read(
      names,
      `${one};2026-03-02;Dustin;400,00;400,00`,
      `${two};2026-03-05;Dustin;1000,00;1500,00`,
      `${two};2026-03-05;Dustin;500,00;1500,00`,
    ),
  ).toEqual(['2: 2026-03-02 Dustin 40000', '3: 2026-03-05 Dustin 100000', '4: 2026-03-05 Dustin 50000']),
)

test('the payment of an order of Amazon stands on each of its items, whose VAT is its own', () =>
  expect(
    read(
      'Order Date;Order ID;Currency;Order Subtotal;Order VAT;Order Net Total;Payment Amount;Item Subtotal;Item VAT;Item Net Total;Seller Name',
      '2026-03-02;302-1;SEK;400,00;100,00;500,00;500,00;400,00;100,00;500,00;Amazon',
      '2026-03-05;302-2;SEK;1200,00;300,00;1500,00;1500,00;800,00;200,00;1000,00;Amazon',
      '2026-03-05;302-2;SEK;1200,00;300,00;1500,00;1500,00;400,00;100,00;500,00;Amazon',
    ),
  ).toEqual(['2: 2026-03-02 Amazon 50000', '3: 2026-03-05 Amazon 100000', '4: 2026-03-05 Amazon 50000']))

test('a receipt of two rates of VAT, whose total stands on both lines, is what each of them comes to', () =>
  expect(
    read(
      'Datum;Butik;Totalt;Momssats;Netto;Moms',
      '2026-03-02;ICA;459,80;12%;300,00;36,00',
      '2026-03-02;ICA;459,80;25%;99,04;24,76',
      '2026-03-05;Kjell;199,00;25%;159,20;39,80',
    ),
  ).toEqual(['2: 2026-03-02 ICA 33600', '3: 2026-03-02 ICA 12380', '4: 2026-03-05 Kjell 19900']))

test('VAT of the whole is not that of a line, and lines that cost as much keep their own', () => {
  const vatOf = (...lines: string[]) =>
    readSuggested(sheetOf('Ordernr;Datum;Butik;Radbelopp;Ordersumma;Moms', ...lines)).rows.flatMap(({ outcome }) =>
      outcome.kind === 'purchase' ? [outcome.fields.vatAmount] : [],
    )
  const lines = (one: string, two: string, vat: string) => [
    `1;2026-03-02;Dustin;${one};500,00;${vat}`,
    `1;2026-03-02;Dustin;${two};500,00;${vat}`,
  ]
  expect(vatOf(...lines('300,00', '200,00', '100,00'))).toEqual([null, null])
  expect(vatOf(...lines('250,00', '250,00', '100,00'))).toEqual([null, null])
  expect(vatOf(...lines('250,00', '250,00', '50,00'))).toEqual([5000, 5000])
})

test('where nothing comes to the total that is repeated, a person must say what was paid', () => {
  const lines = ['302-1;2026-03-02;Kabel;500,00', '302-2;2026-03-05;Docka;1500,00', '302-2;2026-03-05;Kamera;1500,00']
  expect(read('Order ID;Order Date;Title;Order Total', ...lines)).toEqual(
    [2, 3, 4].map((row) => `${row}: field-not-mapped`),
  )
  const items = lines.map((line, place) => `${line};${[450, 900, 400][place]},00`)
  expect(read('Order ID;Order Date;Title;Order Total;Item Total', ...items)).toContain('3: field-not-mapped')
})

test('lines of one invoice that differ are what was paid, and so are two of no number that are alike', () => {
  const lines = ['77;2026-03-02;Kaffe;29,00', '77;2026-03-02;Diesel;800,00', '78;2026-03-05;Tvätt;99,00']
  expect(read('Fakturanr;Datum;Text;Belopp', ...lines)).toContain('3: 2026-03-02 Diesel 80000')
  const alike = ['2026-03-02;Parkering;30,00', '2026-03-02;Parkering;30,00']
  expect(read('Datum;Text;Belopp', ...alike)).toEqual(['2: 2026-03-02 Parkering 3000', '3: 2026-03-02 Parkering 3000'])
})

test.each([
  [
    'Datum;Butik;Kvittonr;Belopp',
    ['2026-03-02;Lunchbaren;1001;125,00', '2026-03-02;Lunchbaren;1001;125,00', '2026-03-05;Kjell;1002;500,00'],
    '12500',
  ],
  [
    'Datum;Butik;Fakturanr;Belopp',
    ['2026-03-02;EASYPARK;88;35,00', '2026-03-03;EASYPARK;88;35,00', '2026-03-04;EASYPARK;89;35,00'],
    '3500',
  ],
  [
    'Datum;Butik;Kvitto nr;Totalt;Moms',
    [
      '2026-03-02;Espresso House;55;45,00;4,82',
      '2026-03-02;Espresso House;55;45,00;4,82',
      '2026-03-04;SJ;56;100,00;5,66',
    ],
    '4500',
  ],
  [
    'Date;Vendor;Invoice number;Amount',
    [
      '2026-03-01;Slack;I1;87,50',
      '2026-04-01;Slack;I1;87,50',
      '2026-03-02;Zoom;I7;140,00',
      '2026-04-02;Zoom;I7;140,00',
    ],
    '8750',
  ],
  [
    'Datum;Station;Fakturanr;Liter;Belopp',
    ['2026-03-02;Preem;5;20,10;400,00', '2026-03-02;Preem;5;20,90;400,00', '2026-03-04;Preem;6;10,00;199,00'],
    '40000',
  ],
])('purchases of one number that cost as much are bought for that, and nobody is asked: %s', (names, lines, first) => {
  const found = read(names, ...lines)
  expect(found.slice(0, 2).map((line) => line.split(' ').at(-1))).toEqual([first, first])
})

test('the same sum under one number in several orders is each order’s total, whatever it is called', () => {
  const lines = [
    '1;2026-03-02;Kabel;500,00',
    '1;2026-03-02;Docka;500,00',
    '2;2026-03-05;Mus;900,00',
    '2;2026-03-05;Skärm;900,00',
  ]
  expect(read('Ordernr;Datum;Text;Belopp', ...lines)).toContain('2: field-not-mapped')
})

test('two purchases of one day and shop beside halves of them may be one in two halves, which a person must say', () => {
  const lines = ['2026-03-02;Easypark;45,00;22,50', '2026-03-02;Easypark;45,00;22,50', '2026-03-04;SJ;100,00;100,00']
  expect(read('Datum;Butik;Belopp;Andel', ...lines)).toEqual([2, 3, 4].map((row) => `${row}: field-not-mapped`))
  expect(read('Datum;Butik;Kvittototal;Radbelopp', ...lines)).toContain('2: 2026-03-02 Easypark 2250')
})
