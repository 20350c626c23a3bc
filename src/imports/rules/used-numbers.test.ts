import { expect, test } from 'vitest'
import type { SupplierInvoice } from '#kernel/supplier-invoice.ts'
import { checkNumber, findNumberClashes, findUsedNumbers, type NumberedInvoice } from './used-numbers.ts'

const invoice = (rows: number[], invoiceNumber = 'F-1', supplierNumber = '7', isCredit = false): NumberedInvoice => ({
  ...{ supplierNumber, invoiceNumber, isCredit },
  rows: rows.map((id) => ({ id, number: id + 1 })),
})
const twice = (row: number) => ({ code: 'invoice-number-twice', params: { number: 'F-1', row } })

test('two invoices of a supplier with one number name each other, on every row of both', () => {
  expect([...findNumberClashes([invoice([1, 2]), invoice([3])], [])]).toEqual([
    [1, twice(4)],
    [2, twice(4)],
    [3, twice(2)],
  ])
})

test('rows of one invoice, another supplier, another number and a credit are none', () => {
  const apart = [invoice([1, 2]), invoice([3], 'F-2'), invoice([4], 'F-1', '8'), invoice([5], 'F-1', '7', true)]
  expect(findNumberClashes(apart, []).size).toBe(0)
})

test('what was confirmed before comes first: it cannot be left out any more', () => {
  const claimed = { supplierNumber: '7', invoiceNumber: 'F-1', isCredit: false, fileName: 'maj.csv', row: 9 }
  expect(findNumberClashes([invoice([1]), invoice([2], 'F-2')], [claimed])).toEqual(
    new Map([[1, { code: 'invoice-number-claimed', params: { number: 'F-1', file: 'maj.csv', row: 9 } }]]),
  )
})

const there = (number: string, total: number, changes: { supplierNumber?: string; reference?: string } = {}) => {
  return {
    ...{ number, supplierNumber: '7', invoiceNumber: 'F-1', reference: null, currency: 'SEK', total },
    ...changes,
  }
}
const usedOf = (...known: Parameters<typeof findUsedNumbers>[0]) => [...findUsedNumbers(known).values()]

test('a number is free again once its own supplier’s invoice was credited whole', () => {
  expect(usedOf(there('1', 5000))).toEqual(['1'])
  expect(usedOf(there('1', 5000), there('2', -5000))).toEqual([])
  expect(usedOf(there('1', 5000), there('2', -4999))).toEqual(['1', '2'])
  expect(usedOf(there('1', 5000), there('2', -5000, { supplierNumber: '8' }))).toEqual(['1', '2'])
  expect(usedOf(there('1', 5000), { ...there('2', -5000), currency: 'EUR' })).toEqual(['1', '2'])
  expect(usedOf(there('1', 5000, { reference: 'RV-A' }), there('2', -5000))).toEqual([])
  expect(usedOf(there('1', 5000, { reference: 'RV-A' }), there('2', -5000, { reference: 'RV-A' }))).toEqual([])
  expect(usedOf(there('1', 5000), there('2', 5000), there('3', -5000))).toEqual(['2'])
})

test('a purchase and its refund that were both imported keep their number, until either is taken back', () => {
  const [purchase, refund] = [there('1', 5000, { reference: 'RV-A' }), there('2', -5000, { reference: 'RV-B' })]
  const [credit, counter] = [there('3', -5000), there('4', 5000, { reference: 'T.RV-B' })]
  expect(usedOf(purchase, refund)).toEqual(['1', '2'])
  expect(usedOf(there('1', 5000), refund)).toEqual(['1', '2'])
  expect(usedOf(purchase, refund, credit)).toEqual(['2'])
  expect(usedOf(purchase, refund, counter)).toEqual(['1'])
  expect(usedOf(purchase, refund, counter, credit)).toEqual([])
})

test('a number of our own making is none of the supplier’s, whatever the supplier’s invoices are called', () => {
  const used = findUsedNumbers([there('51', 100)])
  const made = { supplierNumber: '7', invoiceNumber: 'F-1', total: 100 } as SupplierInvoice
  expect(checkNumber(made, 'F-1', used)).toEqual({
    ...{ code: 'invoice-number-used', params: { number: 'F-1', invoice: '51' } },
  })
  expect(checkNumber(made, null, used)).toBeNull()
})
