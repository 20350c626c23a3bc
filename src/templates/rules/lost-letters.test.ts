import { expect, test } from 'vitest'
import { column, outcomes, plainMapping, sheetOf, today } from '../testing/sheets.ts'
import { readSource } from './rows/read-source.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

const account = { account: 'bank', signRule: 'inverted' } as const

test('a movement is one also where the file has lost letters of its text', () => {
  const mapping = plainMapping({}, { ...account, notInvoices: ['Överföring', 'Lön'] })
  const file = sheetOf(
    'Datum;Text;Belopp',
    '2026-03-01;\ufffdverf\ufffdring 1234;-500,00',
    '2026-03-02;ï¿½verfï¿½ring;-500,00',
    '2026-03-03;L\ufffdn;900,00',
    '2026-03-04;L\ufffdnsboda pizzeria;-90,00',
    '2026-03-05;\ufffdverbord AB;-80,00',
  )
  expect(outcomes(readSource(file, mapping, { today })).slice(1)).toEqual([
    '2: other-movement',
    '3: other-movement',
    '4: incoming',
    '5: 2026-03-04 L\ufffdnsboda pizzeria 9000',
    '6: 2026-03-05 \ufffdverbord AB 8000',
  ])
})

test('so are the type of a card purchase and the state of what is not booked yet', () => {
  const mapping = plainMapping(
    { type: column(3, 'Typ'), status: column(4, 'Status') },
    { ...account, notInvoices: [], purchaseTypes: ['Kortköp'] },
  )
  const file = sheetOf(
    'Datum;Text;Belopp;Typ;Status',
    '2026-03-01;ICA;-50,00;Kortk\ufffdp;Utf\ufffdrd',
    '2026-03-01;ICA;-50,00;Kortk\ufffdp;V\ufffdntar',
    '2026-03-01;ICA;-50,00;\ufffdverf\ufffdring;',
  )
  expect(outcomes(readSource(file, mapping, { today })).slice(1)).toEqual([
    '2: 2026-03-01 ICA 5000',
    '3: pending',
    '4: other-movement',
  ])
})

test.each([
  ['a question mark', (name: string) => name.replace(/[åäö]/g, '?')],
  ['U+FFFD', (name: string) => name.replace(/[åäö]/g, '\ufffd')],
  ['letters without marks', (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '')],
])('a header with %s for å, ä and ö is known, and its columns are found by their names alone', (_name, lose) => {
  const header =
    'växlingskurs;Datum;Ytterligare information;Reseinformation / Inköpsplats;Valuta;Utländskt belopp;Belopp;Moms;Kort'
  const file = sheetOf(
    header.split(';').map(lose).join(';'),
    '13,20;2026-05-02;;BRITISH AIRWAYS;GBP;100,00;1320,00;0,00;*1234',
    ';2026-05-03;Möte;ICA;SEK;;129,00;25,80;*1234',
  )
  expect(suggestMapping(file, { today })?.format?.id).toBe('first-card')
  for (const formats of [undefined, []]) {
    const { mapping } = suggestMapping(file, { today, ...(formats && { formats }) })!
    expect(mapping.fields.rate).toMatchObject({ from: { kind: 'column', index: 0 } })
    expect(outcomes(readSource(file, mapping, { today })).slice(1)).toEqual([
      '2: 2026-05-02 BRITISH AIRWAYS 132000 GBP 10000',
      '3: 2026-05-03 ICA 12900',
    ])
  }
})
