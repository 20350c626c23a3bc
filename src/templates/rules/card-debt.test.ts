import { expect, test } from 'vitest'
import { purchasesOf, readBlind } from '../testing/read-blind.ts'
import { outcomes } from '../testing/sheets.ts'

const untold = { account: 'card', signRule: 'as-is' }
const read = (...lines: string[]) => {
  const { found, reading } = readBlind(lines)
  return { ...found, bought: purchasesOf(reading), read: outcomes(reading).slice(1) }
}

test.each([
  [
    'types',
    [
      'Datum;Händelse;Butik;Ort;Belopp;Saldo',
      '2026-10-02;Köp;IKEA;JÄRFÄLLA;1 299,00;1 299,00',
      '2026-10-07;Retur;IKEA;JÄRFÄLLA;-199,00;1 100,00',
      '2026-10-12;Inbetalning;;;-1 100,00;0,00',
    ],
  ],
  [
    'a payment by its type alone',
    [
      'Datum;Typ;Text;Belopp;Saldo',
      '2026-10-02;Köp;IKEA BARKARBY;1 299,00;1 299,00',
      '2026-10-07;Retur;IKEA BARKARBY;-199,00;1 100,00',
      '2026-10-12;Inbetalning;Bg 123-4567;-1 100,00;0,00',
    ],
  ],
  [
    'a payment in the text',
    [
      'Datum;Text;Belopp;Saldo',
      '2026-10-02;IKEA BARKARBY;1 299,00;1 299,00',
      '2026-10-07;RETUR IKEA BARKARBY;-199,00;1 100,00',
      '2026-10-12;INBETALNING;-1 100,00;0,00',
    ],
  ],
  [
    'a payment in English, newest first',
    [
      'Date;Merchant;Amount;Balance',
      '2026-10-12;PAYMENT RECEIVED;-1100.00;0.00',
      '2026-10-07;IKEA BARKARBY;-199.00;1100.00',
      '2026-10-02;IKEA BARKARBY;1299.00;1299.00',
    ],
  ],
  [
    'a credit that falls by each purchase',
    [
      'Datum;Butik;Belopp;Disponibelt',
      '2026-10-02;IKEA BARKARBY;1 299,00;18 701,00',
      '2026-10-07;IKEA;-199,00;18 900,00',
    ],
  ],
])('a card’s purchases are those without a minus where its balance is what is owed: told by %s', (_, lines) => {
  const { mapping, isSignOpen, bought } = read(...lines)
  expect(mapping).toMatchObject(untold)
  expect(isSignOpen).toBe(false)
  expect(bought.sort()).toEqual([-19900, 129900])
})

test.each([
  ['Köpdatum;Butik;Belopp;Saldo', ['2026-10-02;IKEA;1 299,00;1 299,00', '2026-10-05;JULA;500,00;1 799,00']],
  ['Köpdatum;Text;Belopp;Saldo', ['2026-10-02;IKEA;1 299,00;1 299,00', '2026-10-05;JULA;500,00;1 799,00']],
  ['Datum;Typ;Text;Belopp;Saldo', ['2026-10-02;Köp;IKEA;1 299,00;1 299,00', '2026-10-05;Köp;JULA;500,00;1 799,00']],
])(
  'where only a name says card beside a balance (%s), the sign is asked about and no purchase is lost',
  (header, rows) => {
    const { mapping, isSignOpen, bought } = read(header, ...rows)
    expect(mapping).toMatchObject(untold)
    expect(isSignOpen).toBe(true)
    expect(bought).toEqual([129900, 50000])
  },
)

test.each([
  [
    'most rows are what customers paid',
    ['12 990,00;Kundbetalning 101;12 990,00', '5 000,00;Kundbetalning 102;17 990,00', '-199,00;CIRCLE K;17 791,00'],
  ],
  [
    'a bill is paid by Autogiro',
    ['9 000,00;Kund AB;9 000,00', '-1 600,00;Autogirobetalning;7 400,00', '-199,00;CIRCLE K;7 201,00'],
  ],
  [
    'taxes are paid',
    [
      '9 000,00;RETUR;9 000,00',
      '8 000,00;Kund AB;17 000,00',
      '-400,00;Skatteverket;16 600,00',
      '-199,00;CIRCLE K;16 401,00',
    ],
  ],
  ['all amounts are the same', ['-199,00;CIRCLE K;801,00', '-199,00;PREEM;602,00', '-199,00;OKQ8;403,00']],
])('an account stays one where %s', (_, rows) => {
  const { mapping, isSignOpen } = read('Datum;Belopp;Text;Saldo', ...rows.map((row) => `2026-10-02;${row}`))
  expect(mapping).toMatchObject({ account: 'bank', signRule: 'inverted' })
  expect(isSignOpen).toBe(false)
})
