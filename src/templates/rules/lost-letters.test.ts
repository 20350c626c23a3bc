import { expect, test } from 'vitest'
import { column, outcomes, plainMapping, sheetOf } from '../testing/sheets.ts'
import { readSource } from './read-source.ts'

const today = '2026-08-01'
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
