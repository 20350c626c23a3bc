import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf, today } from '../../testing/sheets.ts'
import { suggestMapping } from '../suggest/suggest-mapping.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)

test('a tip in a column of its own is part of what was paid where another column has the sum', () => {
  expect(
    read(
      'Datum;Restaurang;Belopp;Dricks;Totalt',
      '2026-03-02;Max;100,00;10,00;110,00',
      '2026-03-03;Max;50,00;;50,00',
      '2026-03-04;Max;-100,00;-10,00;-110,00',
    ),
  ).toEqual(['2: 2026-03-02 Max 11000', '3: 2026-03-03 Max 5000', '4: 2026-03-04 Max -11000'])
})

test('freight and VAT that both come to an amount are both in what was paid', () => {
  expect(
    read(
      'Datum;Leverantör;Belopp;Frakt;Moms;Summa',
      '2026-03-02;Dustin;100,00;10,00;27,50;137,50',
      '2026-03-03;Inet;50,00;;12,50;62,50',
    ),
  ).toEqual(['2: 2026-03-02 Dustin 13750', '3: 2026-03-03 Inet 6250'])
})

test('what is rounded off is taken off where it has a minus', () => {
  expect(
    read(
      'Datum;Leverantör;Belopp;Öresavrundning;Att betala',
      '2026-03-02;Dustin;1250,38;-0,38;1250,00',
      '2026-03-03;Inet;99,60;0,40;100,00',
    ),
  ).toEqual(['2: 2026-03-02 Dustin 125000', '3: 2026-03-03 Inet 10000'])
})

test('where no column has the sum, the amount is what was paid', () => {
  expect(read('Datum;Leverantör;Belopp;Frakt', '2026-03-02;Dustin;100,00;10,00')).toEqual([
    '2: 2026-03-02 Dustin 10000',
  ])
})

test('a difference to a budget is no amount: what was spent is', () => {
  expect(
    read(
      'Datum;Leverantör;Budget;Utfall;Diff',
      '2026-03-02;Coop;100,00;90,00;10,00',
      '2026-03-03;Ica;50,00;55,00;-5,00',
    ),
  ).toEqual(['2: 2026-03-02 Coop 9000', '3: 2026-03-03 Ica 5500'])
})

test('of an amount in another currency and one in kronor, the latter is what was paid and the former what it cost', () => {
  expect(
    read(
      'Datum;Butik;Belopp USD;Kurs;Belopp SEK',
      '2026-03-05;AWS;100,00;10,50;1050,00',
      '2026-03-06;Figma;45,00;10,40;468,00',
    ),
  ).toEqual(['2: 2026-03-05 AWS 105000 USD 10000', '3: 2026-03-06 Figma 46800 USD 4500'])
})

test.each(['Belopp val', 'Bel. val', 'Belopp utländsk valuta'])(
  '%s is what a purchase cost in its own currency',
  (name) => {
    const lines = [`Köpdatum;Köpställe;Val;${name};Belopp`, '2026-03-02;AMAZON;USD;10,00;105,20']
    expect(read(...lines, '2026-03-03;COOP;SEK;50,00;50,00')).toEqual([
      '2: 2026-03-02 AMAZON 10520 USD 1000',
      '3: 2026-03-03 COOP 5000',
    ])
  },
)

test.each(['Omräknat belopp', 'Converted amount', 'Motvärde'])('%s is what the account paid', (name) => {
  const lines = [`Datum;Leverantör;Belopp;Valuta;${name}`, '2026-03-02;AMAZON;10,00;USD;105,20']
  expect(read(...lines, '2026-03-03;COOP;50,00;SEK;50,00')).toEqual([
    '2: 2026-03-02 AMAZON 10520 USD 1000',
    '3: 2026-03-03 COOP 5000',
  ])
})

test.each(['Pant', 'Exp.avg', 'Miljöavgift', 'Emballage'])(
  '%s is part of what was paid where another column has the sum',
  (name) => {
    expect(
      read(
        `Datum;Leverantör;Belopp;${name};Summa`,
        '2026-03-02;Menigo;100,00;10,00;110,00',
        '2026-03-03;Ica;50,00;;50,00',
      ),
    ).toEqual(['2: 2026-03-02 Menigo 11000', '3: 2026-03-03 Ica 5000'])
  },
)

test('where the sum is of an amount and of something unknown, which of them was paid is asked', () => {
  const found = suggestMapping(
    sheetOf(
      'Datum;Leverantör;Belopp;Zorg;Summa',
      '2026-03-02;Menigo;100,00;10,00;110,00',
      '2026-03-03;Ica;50,00;;50,00',
    ),
    { today },
  )
  expect(found?.mapping.fields.total).toBeUndefined()
})

test.each(['Återbetalt', 'Amount Refunded', 'Retur', 'Privat del', 'Varav privat', 'Firmans andel', 'Company share'])(
  'where %s stands beside an amount in the same row, what was paid is asked',
  (name) => {
    const lines = ['2026-03-02;Zalando;1000,00;300,00', '2026-03-03;Ica;50,00;0,00']
    expect(
      suggestMapping(sheetOf(`Datum;Leverantör;Belopp;${name}`, ...lines), { today })?.mapping.fields.total,
    ).toBeUndefined()
    const none = lines.map((line) => line.replace('300,00', '0,00'))
    expect(read(`Datum;Leverantör;Belopp;${name}`, ...none)).toEqual([
      '2: 2026-03-02 Zalando 100000',
      '3: 2026-03-03 Ica 5000',
    ])
  },
)

test.each([
  'Datum;Text;Belopp SEK;Belopp EUR',
  'Datum;Text;Köp;Inbetalning',
  'Datum;Text;Kostnad;Intäkt',
  'Datum;Text;Företag;Privat',
])('an amount of 0,00 wherever another column has the sum is asked about, and loses no purchase: %s', (header) => {
  const rows = ['2026-03-02;ICA;100,00;0,00', '2026-03-03;COOP;130,50;0,00', '2026-03-04;HETZNER;0,00;12,40']
  expect(suggestMapping(sheetOf(header, ...rows), { today })?.mapping.fields).not.toHaveProperty('total')
  expect(read(header, ...rows).filter((outcome) => outcome.endsWith('zero-amount'))).toEqual([])
})

test('a row of 0,00 beside a balance, VAT, a fee or what it cost abroad as others do asks nothing', () => {
  const rows = ['2026-03-02;ICA;100,00;25,00;900,00', '2026-03-03;COOP;0,00;0,00;900,00']
  expect(read('Datum;Text;Belopp;Moms;Saldo', ...rows.map((row) => row.replace(/;1/, ';-1')))[0]).toBe(
    '2: 2026-03-02 ICA 10000',
  )
  expect(
    read(
      'Datum;Text;Valuta;Utländskt belopp;Belopp',
      '2026-03-02;AWS;USD;10,00;94,00',
      '2026-03-03;FIGMA;USD;5,00;0,00',
    )[0],
  ).toBe('2: 2026-03-02 AWS 9400 USD 1000')
})
