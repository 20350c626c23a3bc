import { expect, test } from 'vitest'
import type { TemplateMapping } from '../../contract.ts'
import { purchasesOf, readBlind } from '../../testing/read-blind.ts'
import { column, outcomes, plainMapping, readSuggested, sheetOf, today } from '../../testing/sheets.ts'
import { readSource } from '../rows/read-source.ts'

const baltic = (header: string, out: string, back: string) => [
  header,
  `LT01;2026-10-03;MAXIMA;Kortelė 1234;12,99;EUR;${out};`,
  `LT01;2026-10-04;SENUKAI;Kortelė 1234;112,99;EUR;${out};`,
  `LT01;2026-10-05;UAB KLIENTAS;Sąskaita 1;500,00;EUR;${back};LT121000011101001000`,
]

test.each([
  ['Kliendi konto;Kuupäev;Saaja/maksja nimi;Selgitus;Summa;Valuuta;Deebet/Kreedit;Saaja konto', 'D', 'K'],
  ['Konts;Datums;Partneris;Maksājuma mērķis;Summa;Valūta;Debets / Kredīts;Partnera konts', 'Debets', 'Kredīts'],
  [
    'Sąskaitos nr;Operacijos data;Mokėtojas / Gavėjas;Mokėjimo paskirtis;Suma;Valiuta;Debetas / Kreditas;Sąskaita',
    'Debetas',
    'Kreditas',
  ],
  ['Account no;Date;Counterparty;Details of payments;Amount;Currency;CdtDbtInd;Counterparty account', 'DBIT', 'CRDT'],
])('unsigned amounts go out and in as the Baltic or ISO word beside them says: %s', (header, out, back) => {
  const { found, reading } = readBlind(baltic(header, out, back))
  expect(found.mapping).toMatchObject({ signRule: 'direction', account: 'bank', currency: 'EUR' })
  expect(purchasesOf(reading)).toEqual([1299, 11299])
  expect(outcomes(reading).at(-1)).toBe('4: incoming')
})

test.each([
  ['Flow', 'OUT', 'IN'],
  ['Riktning', 'Ut', 'In'],
  ['In/Ut', 'Ut', 'In'],
  ['Slag', 'Debet', 'Kredit'],
  ['+/-', '\u2212', '+'],
])('a column of two such words tells the direction, whatever it is called: %s', (name, out, back) => {
  const { found, reading } = readBlind([
    `Datum;Text;Belopp;${name}`,
    `2026-10-03;ICA MAXI;45,90;${out}`,
    `2026-10-04;GITHUB;92,00;${out}`,
    `2026-10-05;ICA MAXI;30,00;${back}`,
  ])
  expect(found.mapping.outgoingDirections).toEqual([out])
  expect(purchasesOf(reading)).toEqual([4590, 9200, -3000])
})

test.each(['Riktning', 'D/K', 'Typ'])(
  'what was bought went out and what was returned came in, under %s too',
  (name) => {
    const files = ['Köp Retur', 'Purchase Refund', 'Köp Kredit', 'Utgift Inkomst'].map((words) => words.split(' '))
    for (const [out, back] of name === 'Typ' ? files.slice(0, 2) : files) {
      const { reading } = readBlind([
        `Datum;Text;Belopp;${name}`,
        `2026-10-03;ICA MAXI;45,90;${out}`,
        `2026-10-04;GITHUB;92,00;${out}`,
        `2026-10-05;ICA MAXI;30,00;${back}`,
      ])
      expect(purchasesOf(reading)).toEqual([4590, 9200, -3000])
    }
  },
)

test.each(['+/-', 'Tecken', 'In/Ut', 'Inn/Ut', 'Ind/Ud', 'Fortegn'])(
  'a column called %s tells the direction though nothing came in by the sample',
  (name) => {
    const header = `Datum;Text;${name};Belopp`
    const bought = '2026-10-03;ICA MAXI;Ut;45,90'
    const { found } = readBlind([header, bought, '2026-10-04;GITHUB;Ut;92,00'])
    const next = readSource(sheetOf(header, bought, '2026-10-05;ICA MAXI;In;30,00'), found.mapping, { today })
    expect(purchasesOf(next)).toEqual([4590, -3000])
  },
)

test.each(['Nota Retur', 'Ut Nota', 'Nota In', 'Nota Slip'])(
  'a word of which nobody knows whether it is money out or in is asked about, and turns no purchase into a refund: %s',
  (words) => {
    const [one, other] = words.split(' ')
    const { reading } = readBlind([
      'Datum;Text;Belopp;Riktning',
      `2026-10-03;ICA MAXI;45,90;${one}`,
      `2026-10-05;COOP;30,00;${other}`,
    ])
    const asked = reading.rows.filter(({ outcome }) => outcome.kind === 'unreadable')
    expect(asked.map(({ cells }) => cells[3])).toEqual(words.split(' ').filter((word) => /Nota|Slip/.test(word)))
  },
)

test.each([
  ['Date;Merchant;Funding;Amount', 'debit', 'credit'],
  ['Datum;Butik;Kanal;Belopp', 'Debit', 'Credit'],
  ['Datum;Butik;Bricka;Belopp', 'DEBET', 'KREDIT'],
])(
  'debit in every row may be the kind of card, and turns no later purchase into a refund: %s',
  (header, one, other) => {
    const { found } = readBlind([header, `2026-07-01;ICA;${one};10,00`, `2026-07-02;COOP;${one.toLowerCase()};20,00`])
    expect(found.mapping).toMatchObject({ signRule: 'as-is' })
    expect(found.mapping.fields).not.toHaveProperty('direction')
    expect(outcomes(readSource(sheetOf(header, `2026-07-03;SJ;${other};30,00`), found.mapping, { today }))[1]).toBe(
      '2: 2026-07-03 SJ 3000',
    )
  },
)

test.each([
  ...['Slag', 'Bokföring', 'Art', 'Typ av transaktion', 'Typ'].map((name) => [name, 'Debit', 'Credit'] as const),
  ['Slag', 'Debet', 'Kredit'],
  ['Slag', 'DBIT', 'CRDT'],
  ['Slag', 'D', 'K'],
] as const)('beside the balance of an account %s says in every row by %s that money went out', (name, out, back) => {
  const header = `Datum;Text;${name};Belopp;Saldo`
  const { found, reading } = readBlind([
    header,
    `2026-01-02;ICA;${out};120,50;1000,00`,
    `2026-01-03;COOP;${out};99,00;901,00`,
  ])
  expect(found.mapping).toMatchObject({ account: 'bank', signRule: 'direction', outgoingDirections: [out] })
  expect(purchasesOf(reading)).toEqual([12050, 9900])
  const next = readSource(sheetOf(header, `2026-01-04;Kund AB;${back};30,00;931,00`), found.mapping, { today })
  expect(outcomes(next)[1]).toMatch(/incoming/)
})

test('which way money went is asked about where no amount of an account has a minus and nothing else says it', () => {
  const { found } = readBlind([
    'Datum;Text;Belopp;Saldo',
    '2026-01-02;ICA;120,50;1000,00',
    '2026-01-03;COOP;99,00;901,00',
  ])
  expect(found).toMatchObject({ isSignOpen: true })
})

test.each(['OUT', 'Utgående', 'Withdrawal'])(
  '%s in every row is no kind of card, and says which way money went',
  (out) => {
    const { found } = readBlind([
      'Datum;Butik;Kanal;Belopp',
      `2026-07-01;ICA;${out};10,00`,
      `2026-07-02;COOP;${out};20,00`,
    ])
    expect(found.mapping).toMatchObject({ signRule: 'direction', outgoingDirections: [out] })
  },
)

test('what the next file will call money out is known from a file with money in alone', () => {
  const { found } = readBlind(['Datum;Text;Belopp;D/K', '2026-10-05;ICA MAXI;30,00;K', '2026-10-06;SJ;31,00;K'])
  expect(found.mapping.outgoingDirections).toEqual(['D'])
})

test('a direction counts also beside what a purchase cost in its own currency', () => {
  const reading = readSuggested(
    sheetOf(
      'DATE;CURRENCY;AMOUNT;COUNTERPARTY;ACCOUNT;DEBIT/CREDIT;AMOUNT IN ACCOUNT CURRENCY;ACCOUNT CURRENCY',
      '2026-10-03;EUR;45,90;MAXIMA;;D;45,90;EUR',
      '2026-10-04;USD;20,00;OPENAI;;D;17,20;EUR',
      '2026-10-07;EUR;1000,00;UAB KLIENTAS;LT121000011101001000;C;1000,00;EUR',
    ),
  )
  expect(purchasesOf(reading)).toEqual([4590, 1720])
})

test('SEB Lithuania gives the amount of the account where a purchase was made in dollars, in later files too', () => {
  const header =
    'DATA;VALIUTA;SUMA;MOKĖTOJO ARBA GAVĖJO PAVADINIMAS;SĄSKAITA;DEBETAS/KREDITAS;SUMA SĄSKAITOS VALIUTA;SĄSKAITOS VALIUTA'
  const { found } = readBlind([
    header,
    '2026-10-03;EUR;45,90;MAXIMA;;D;45,90;EUR',
    '2026-10-04;EUR;5,00;RIMI;;D;5,00;EUR',
  ])
  expect(found.mapping.fields.total).toEqual(column(6, 'SUMA SĄSKAITOS VALIUTA'))
  const { reading } = readBlind([
    header,
    '2026-10-03;EUR;45,90;MAXIMA;;D;45,90;EUR',
    '2026-10-04;USD;20,00;OPENAI;;D;17,20;EUR',
  ])
  expect(purchasesOf(reading)).toEqual([4590, 1720])
})

test('a day with a dot behind it is a day: 03.10.2026.', () => {
  const { reading } = readBlind(['Datums;Partneris;Summa', '03.10.2026.;RIMI;3,20', '14.10.2026.;NARVESEN;33,20'])
  expect(outcomes(reading)).toEqual(['1: header', '2: 2026-10-03 RIMI  EUR 320', '3: 2026-10-14 NARVESEN  EUR 3320'])
})

test('Debit and Credit under a name of cards is the kind of card', () => {
  const { reading } = readBlind([
    'Datum;Köpställe;Korttyp;Belopp',
    '2026-10-01;ICA;Debit;145,00',
    '2026-10-02;SJ;Credit;245,00',
    '2026-10-03;COOP;Debit;45,00',
  ])
  expect(purchasesOf(reading)).toEqual([14500, 24500, 4500])
})

test('a word that neither the template nor banks know is asked about: as money in a purchase would be a refund', () => {
  const { found } = readBlind(['Datum;Text;Belopp;D/K', '2026-09-01;SPOTIFY;125,00;D', '2026-09-03;ICA MAXI;112,00;K'])
  expect(found.mapping).toMatchObject({ outgoingDirections: ['D'], incomingDirections: ['K'] })
  const later = ['DB', 'Avgift', 'Debet', 'Kredit', 'Retur', 'd'].map((word) => `2026-07-01;SJ;10,00;${word}`)
  const sheet = sheetOf('Datum;Text;Belopp;D/K', ...later)
  expect(outcomes(readSource(sheet, found.mapping, { today })).slice(1)).toEqual([
    '2: direction-unknown@D2',
    '3: direction-unknown@D3',
    '4: direction-unknown@D4',
    '5: 2026-07-01 SJ -1000',
    '6: 2026-07-01 SJ -1000',
    '7: 2026-07-01 SJ 1000',
  ])
})

test('a word of its own for money in stands in the template, and a card may call what was paid Kredit', () => {
  const read = (words: Partial<TemplateMapping>, ...directions: string[]) => {
    const lines = directions.map((word) => `2026-07-01;SJ;10,00;${word}`)
    const mapping = plainMapping({ direction: column(3, 'D/K') }, { signRule: 'direction', ...words })
    return purchasesOf(readSource(sheetOf('Datum;Text;Belopp;D/K', ...lines), mapping, { today }))
  }
  expect(read({ outgoingDirections: ['Utlägg'], incomingDirections: ['Åter'] }, 'Utlägg', 'ÅTER')).toEqual([
    1000, -1000,
  ])
  expect(read({ outgoingDirections: ['Kredit'] }, 'Kredit', 'Debet')).toEqual([1000, -1000])
})

test('DR and CR behind the figures say which way the money went, on an account as on a card', () => {
  const rows = ['2026-03-02;TESCO;12.00 DR', '2026-03-03;CUSTOMER;500.00 CR', '2026-03-04;AMAZON;1,020.00 DR']
  const balances = ['1,000.00 CR', '1,500.00 CR', '480.00 CR']
  const ofCard = readSuggested(sheetOf('Date;Description;Amount', ...rows))
  expect(outcomes(ofCard).slice(1)).toEqual([
    '2: 2026-03-02 TESCO 1200',
    '3: 2026-03-03 CUSTOMER -50000',
    '4: 2026-03-04 AMAZON 102000',
  ])
  const ofAccount = readSuggested(
    sheetOf('Date;Description;Amount;Balance', ...rows.map((row, index) => `${row};${balances[index]}`)),
  )
  expect(outcomes(ofAccount).slice(1)).toEqual([
    '2: 2026-03-02 TESCO 1200',
    '3: incoming',
    '4: 2026-03-04 AMAZON 102000',
  ])
})

const kept = (name: string, ...rows: readonly (readonly [text: string, word: string])[]) =>
  readBlind([
    `Datum;Text;Belopp;${name}`,
    ...rows.map(([text, word], index) => `2026-03-0${index + 1};${text};${index + 1}00,00;${word}`),
  ])

test.each([
  ['Typ', 'Utgifter', 'Intäkter'],
  ['Typ', 'Utbetalningar', 'Inbetalningar'],
  ['Typ', 'Utgift', 'Inntekt'],
  ['Typ', 'Udgift', 'Indtægt'],
  ['Kategori', 'Utgift', 'Inkomst'],
  ['Category', 'Expenses', 'Income'],
])(
  'in a list kept by hand %s says which way money went by %s and %s: what came in was told as bought',
  (name, out, back) => {
    const { found } = kept(name, ['ICA', out], ['Volvo', back], ['SJ', out])
    expect(found.mapping).toMatchObject({ signRule: 'direction', outgoingDirections: [out] })
  },
)

test.each(['Utgift', ''])(
  'income from those of whom nothing was bought is no refund, were one row without a word',
  (last) => {
    const { reading } = kept('Typ', ['ICA', 'Utgift'], ['Volvo', 'Inkomst'], ['SJ', 'Utgift'], ['COOP', last])
    expect(outcomes(reading).slice(1, 4)).toEqual(['2: 2026-03-01 ICA 10000', '3: incoming', '4: 2026-03-03 SJ 30000'])
  },
)
