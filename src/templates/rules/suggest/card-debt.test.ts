import { expect, test } from 'vitest'
import { purchasesOf, readBlind } from '../../testing/read-blind.ts'
import { outcomes } from '../../testing/sheets.ts'

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

const account = { account: 'bank', signRule: 'inverted' }
const from = (...rows: string[]) =>
  read('Datum;Text;Belopp;Saldo', ...rows.map((row, day) => `2026-10-0${day + 1};${row}`))

test.each([
  ...['Innbetaling skattekonto', 'Indbetaling skat', 'Bg inbetalning Skatteverket', 'Inbetalning moms'],
  ...['Payment received in error', 'Payment received - returned', 'Betalning mottagen återförd'],
])('%s is what an account pays, though a payment to a card begins so; taxes are no purchase', (text) => {
  const rows = [
    'Acme AB;50000,00;60000,00',
    `${text};-12000,00;48000,00`,
    'ICA;-300,00;47700,00',
    'SL;20000,00;67700,00',
  ]
  const { mapping, isSignOpen, bought } = from(...rows)
  expect(mapping).toMatchObject(account)
  const isTax = /skat|moms/i.test(text)
  expect([isSignOpen, ...bought]).toEqual([false, ...(isTax ? [] : [1200000]), 30000])
})

test.each(['Inbetalning', 'Inbetalning kort Eurocard', 'Deposit'])(
  'where %s may be to the card or from an account that pays shops which never pay it, the sign is asked about',
  (text) => {
    const rows = [
      'Acme AB;50000,00;60000,00',
      `${text};-12000,00;48000,00`,
      'ICA;-300,00;47700,00',
      'SL;2000,00;49700,00',
    ]
    expect(from(...rows).isSignOpen).toBe(true)
  },
)

test.each(['Inbetalning 261012', 'Inbetalning OCR 1234', 'Inbetalning Nordea', 'Innbetaling DNB'])(
  'purchases are not left out without a question where %s, with a minus, may be to the card',
  (text) => {
    const { isSignOpen, bought } = from('IKEA;1299,00;1299,00', 'SJ AB;300,00;1599,00', `${text};-1100,00;499,00`)
    expect(isSignOpen).toBe(true)
    expect(bought).toEqual([129900, 30000])
  },
)

test.each(['Inbetalning Fora', 'Inbetalning till sparkonto', 'Inbetalning Kronofogden'])(
  'an account that pays a shop and %s asks for no sign',
  (text) => {
    const rows = [
      'Acme AB;50000,00;60000,00',
      `${text};-12000,00;48000,00`,
      'ICA;-300,00;47700,00',
      'Beta AB;20000,00;67700,00',
    ]
    const { mapping, isSignOpen, bought } = from(...rows)
    expect(mapping).toMatchObject(account)
    expect([isSignOpen, ...bought]).toEqual([false, 1200000, 30000])
  },
)

test.each([
  ['an association', 'Medlemsavgift Anna', 'Återbetalning medlem Carl', 'Medlemsavgift Bo'],
  ['a company', 'Kund A', 'Retur kund B', 'Kund C'],
  ['a company that numbers its invoices', 'Faktura 1001', 'Kreditering faktura 1000', 'Faktura 1002'],
  ['whoever writes English', 'Customer A', 'Refund customer C', 'Client Ltd'],
  ['a landlord', 'Hyra lgh 1', 'ICA', 'Hyra lgh 2'],
])('the account of %s, which mostly takes in, asks for no sign', (_, first, back, last) => {
  const rows = [`${first};300,00;10300,00`, `${back};-200,00;10100,00`, `${last};400,00;10500,00`]
  const { mapping, isSignOpen, bought } = from(...rows)
  expect(mapping).toMatchObject(account)
  expect([isSignOpen, ...bought]).toEqual([false, 20000])
})

test('nor does one that writes the balance before each row, or whose column of days is called that of purchases', () => {
  const before = read(
    'Datum;Text;Belopp;Saldo före',
    '2026-10-04;Acme;2000,00;1000,00',
    '2026-10-05;Beta;900,00;3000,00',
    '2026-10-06;SJ;-100,00;3900,00',
  )
  expect([before.mapping.account, before.isSignOpen]).toEqual(['bank', false])
  const rows = [
    '2026-10-03;Kund A;1000,00;2000,00',
    '2026-10-04;Kund B;1000,00;3000,00',
    '2026-10-05;ICA;-100,00;2900,00',
  ]
  const named = read('Köpdatum;Text;Belopp;Saldo', ...rows)
  expect([named.mapping.account, named.isSignOpen]).toEqual(['bank', false])
})

test('a card on which most purchases are called what an association takes is asked about where it was paid, or is called a card', () => {
  const rows = ['Medlemsavgift STF;450,00;450,00', 'Kursavgift KTH;1299,00;1749,00', 'Inbetalning;-1100,00;649,00']
  const unnamed = from(...rows)
  expect([unnamed.isSignOpen, ...unnamed.bought]).toEqual([true, 45000, 129900])
  const named = rows.map((row, day) => `2026-10-0${day + 1};*1234;${row}`)
  const { mapping, isSignOpen, bought } = read('Köpdatum;Kort;Butik;Belopp;Saldo', ...named)
  expect(mapping).toMatchObject(untold)
  expect([isSignOpen, ...bought]).toEqual([false, 45000, 129900])
})

test('memberships and courses alone, with no minus, are asked about, and are a card’s where each row has its number', () => {
  const rows = ['Medlemsavgift STF;450,00;450,00', 'Kursavgift KTH;1299,00;1749,00']
  expect(from(...rows).isSignOpen).toBe(true)
  const named = rows.map((row, day) => `2026-10-0${day + 1};*1234;${row}`)
  expect(read('Köpdatum;Kort;Text;Belopp;Saldo', ...named).bought).toEqual([45000, 129900])
})

test('a card on which few purchases are called what an association takes stays a card', () => {
  const rows = [
    'Medlemsavgift STF;450,00;450,00',
    'IKEA;1299,00;1749,00',
    'SJ AB;300,00;2049,00',
    'INBETALNING;-1100,00;949,00',
  ]
  const { mapping, isSignOpen } = from(...rows)
  expect(mapping).toMatchObject(untold)
  expect(isSignOpen).toBe(false)
})

test('a card of which a column says what was bought is not asked about, were another payment and a refund of another month on it', () => {
  const rows = [
    'Köp;IKEA;1299,00;1299,00',
    'Köp;SJ AB;300,00;1599,00',
    'Betalning;Inbetalning;-1100,00;499,00',
    'Betalning;Autogiro;-200,00;299,00',
    'Retur;STADIUM;-99,00;200,00',
  ]
  const { mapping, isSignOpen, bought } = read(
    'Datum;Typ;Text;Belopp;Saldo',
    ...rows.map((row, day) => `2026-10-0${day + 1};${row}`),
  )
  expect(mapping).toMatchObject(untold)
  expect([isSignOpen, ...bought]).toEqual([false, 129900, 30000, -9900])
})

test('what is charged for card payments to a seller makes its account none of a card told without a question', () => {
  const rows = [
    'Kortbetalning;Visa;500,00;500,00',
    'Kortbetalning;Mastercard;300,00;800,00',
    'Avgift;Zettle avgift;-15,00;785,00',
    'Insättning;Insättning;-785,00;0,00',
  ]
  const { isSignOpen } = read('Datum;Typ;Text;Belopp;Saldo', ...rows.map((row) => `2026-10-01;${row}`))
  expect(isSignOpen).toBe(true)
})
