import { expect, test } from 'vitest'
import { purchasesOf, readBlind } from '../../testing/read-blind.ts'

const rows = ['2026-10-02;Kjell;Kabel;2;200,00', '2026-10-05;Biltema;Skruv;10;15,50', '2026-10-06;ICA;Kaffe;1;59,90']

test.each([
  'Antal;À-pris',
  'Antal;Styckpris',
  'Antal;Pris',
  'Quantity;Unit price',
  'Kvantitet;Pris per st',
  'Antal;Pris (kr/st)',
])('what one of many costs is not what was paid for them: of %s nothing is taken as the amount', (names) => {
  expect(readBlind([`Datum;Butik;Vara;${names}`, ...rows]).fields).not.toHaveProperty('total')
})

test.each(['Liter;Literpris', 'Liter;Pris', 'Volym (liter);Pris per liter inkl moms'])(
  'litres are no kronor, nor is what one of them costs the amount (%s)',
  (names) => {
    const fuel = ['2026-10-02;Circle K;Bensin;42,31;18,49', '2026-10-05;Preem;Diesel;30,00;19,19']
    const { fields } = readBlind([`Datum;Station;Drivmedel;${names}`, ...fuel])
    expect(fields).not.toHaveProperty('total')
  },
)

test.each(['Radsumma', 'Radbelopp', 'Line total', 'Summa', 'Kvitterat'])(
  'of a quantity, a price and %s the last is what the row cost',
  (name) => {
    const lines = [
      `Kvittonr;Datum;Butik;Vara;Antal;Pris;${name};Kvittototal`,
      '1001;2026-10-02;ICA Maxi;Kaffe;2;59,90;119,80;159,80',
      '1001;2026-10-02;ICA Maxi;Bullar;1;40,00;40,00;159,80',
      '1002;2026-10-05;Kjell;Kabel;1;199,00;199,00;199,00',
    ]
    const { fields, reading } = readBlind(lines)
    expect(fields).toMatchObject({ total: name })
    expect(purchasesOf(reading)).toEqual([11980, 4000, 19900])
  },
)

test.each([
  ['each row is of one', 'Antal;Pris', '1;200,00', '1;15,50'],
  ['the price is of the litres', 'Liter;Pris', '42,31;782,31', '10,00;192,00'],
  ['it is called an amount', 'Antal;Belopp', '2;200,00', '1;15,50'],
])('what stands beside a quantity is the amount where %s', (_, names, ...cells) => {
  const lines = cells.map((cell, place) => `2026-10-0${place + 1};Kjell;Vara;${cell}`)
  expect(readBlind([`Datum;Butik;Vara;${names}`, ...lines]).fields).toMatchObject({ total: names.split(';')[1] })
})

test.each([
  ['kWh;Kostnad', ['6,5;32,50', '4,1;24,60', '7,1;39,60'], [3250, 2460, 3960]],
  ['kWh;Pris', ['6,5;32,50', '4,1;24,60'], [3250, 2460]],
  ['kWh;Pris', ['4,1;24,60'], [2460]],
  ['kWh;Cost', ['5,2;31,20', '5,2;31,20'], [3120, 3120]],
  ['kWh;Pris', ['5,2;31,20', '5,2;31,20'], [3120, 3120]],
  ['Liter;Kostnad', ['1,5;27,00', '2,0;37,90'], [2700, 3790]],
  ['kWh;Cost;Currency', ['30,5;24,10;EUR', '20,5;14,10;EUR'], [2410, 1410]],
])(
  'what little was bought for stays the amount, where it follows how much that was: %s of %j',
  (names, cells, paid) => {
    const lines = cells.map((cell, place) => `2026-10-0${place + 2};Mer;${cell}`)
    const { fields, reading } = readBlind([`Datum;Station;${names}`, ...lines])
    expect([fields.total, purchasesOf(reading)]).toEqual([names.split(';')[1], paid])
  },
)

test.each([
  ['Liter;Kostnad', ['42,31;18,49', '30,00;19,19']],
  ['Liter;Price;Currency', ['42,31;1,85;EUR', '30,00;1,79;EUR']],
  ['kWh;Pris', ['31,2;5,20', '12,4;4,90']],
  ['Liter;Kostnad', ['40,0;18,49', '40,0;18,49']],
  ['kWh;Kostnad', ['5,2;4,90', '5,2;4,90']],
])('what does not follow how much was bought is what one costs: %s of %j', (names, cells) => {
  const lines = cells.map((cell, place) => `2026-10-0${place + 2};Mer;${cell}`)
  expect(readBlind([`Datum;Station;${names}`, ...lines]).fields).not.toHaveProperty('total')
})
