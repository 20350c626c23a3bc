import { expect, test } from 'vitest'
import type { RateBook } from '#rates/rules/rate-book.ts'
import { ground, purchase } from '../testing/purchase-fixture.ts'
import { draftInvoice } from './draft-invoice.ts'
import { costAtFileRate } from './file-rate.ts'

/** At each currency’s rate of the day, what 100.00 (or 10,000 of what has no cents) costs at the rate of the file. */
test.each([
  ['11.45', 'EUR', '11.2', '11.45', 114_500, false],
  ['1145', 'EUR', '11.2', '11.45', 114_500, true],
  ['0.0873', 'EUR', '11.2', '11.4548', 114_548, true],
  ['11.4500', 'EUR', '11.2', '11.45', 114_500, false],
  ['0.0665', 'JPY', '0.0651', '0.0665', 66_500, false],
  ['6.65', 'JPY', '0.0651', '0.0665', 66_500, true],
  ['15.04', 'JPY', '0.0651', '0.066489', 66_489, true],
  ['2.9', 'HUF', '0.0285', '0.029', 290, true],
  ['1.04', 'NOK', '0.96', '0.9615', 9615, true],
  ['0.98', 'NOK', '0.96', '0.98', 9800, false],
  ['1', 'NOK', '1.0021', '1', 10_000, false],
])('%s of %s beside the day’s %s is %s', (written, currency, known, rate, sek, isTurned) => {
  expect(costAtFileRate(10_000, currency, { written, known })).toEqual({ sek, rate, isTurned })
  expect(costAtFileRate(-10_000, currency, { written, known })?.sek).toBe(-sek)
})

test.each([
  ['1', 'EUR', '11.2'],
  ['1', 'NOK', '0.96'],
  ['0', 'EUR', '11.2'],
  ['-11.2', 'EUR', '11.2'],
  ['9.5', 'EUR', '11.2'],
  ['13', 'EUR', '11.2'],
])('%s is no rate of %s where the day’s is %s', (written, currency, known) => {
  expect(costAtFileRate(10_000, currency, { written, known })).toBeNull()
})

const euros = (rate: string | null, rates: RateBook) =>
  draftInvoice(
    purchase({
      fields: { amountSek: null, currency: 'EUR', foreignAmount: 10_000, rate },
      cellsOf: { merchant: ['C12'], total: ['G12'], currency: ['H12'], rate: ['I12'] },
    }),
    ground({ rates }),
  )
const day = { EUR: { days: ['2026-10-01'], rates: ['11.2'] } }
const monthBefore = { EUR: { days: ['2026-09-01'], rates: ['11.1'] } }

test('the rate of the file is booked, paid and shown with its cell, before the Riksbank’s', () => {
  const draft = euros('11.45', day)
  expect(draft.problems).toEqual([])
  expect(draft.invoice).toMatchObject({ currency: 'EUR', total: 10_000, rate: '11.45' })
  expect(draft.payment).toMatchObject({ rate: '11.45', amountSek: 114_500 })
  expect(draft.origins.currency).toEqual([
    { kind: 'cell', cells: ['H12'] },
    { kind: 'cell', cells: ['I12'] },
  ])
  expect(euros('1145', day).origins.currency?.at(-1)).toEqual({ kind: 'derived' })
})

test('a rate far from the day’s makes the row wait and names the cell; without one the day’s is taken', () => {
  expect(euros('8.5', day)).toMatchObject({
    ...{ sek: null, invoice: null },
    problems: [
      {
        code: 'rate-not-near',
        cell: 'I12',
        params: { currency: 'EUR', date: '2026-10-01', rate: '8.5', known: '11.2', day: '2026-10-01' },
      },
    ],
  })
  expect(euros(null, day).invoice?.rate).toBe('11.2')
})

test('where the day’s rate is not known the nearest known one tells; where none is, somebody has to say', () => {
  expect(euros('11.45', monthBefore).invoice?.rate).toBe('11.45')
  expect(euros('1145', monthBefore).invoice?.rate).toBe('11.45')
  expect(euros('8.5', monthBefore).problems).toMatchObject([{ code: 'rate-not-near' }])
  expect(euros('11.45', {}).problems).toMatchObject([{ code: 'rate-unchecked', cell: 'I12' }])
})
