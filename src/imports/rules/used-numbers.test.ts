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

test('a number is free again once its own supplier’s invoice was credited whole', () => {
  const there = (number: string, total: number, supplierNumber = '7') => {
    return { number, supplierNumber, invoiceNumber: 'F-1', total }
  }
  const usedOf = (...known: Parameters<typeof findUsedNumbers>[0]) => [...findUsedNumbers(known).values()]
  expect(usedOf(there('1', 5000))).toEqual(['1'])
  expect(usedOf(there('1', 5000), there('2', -5000))).toEqual([])
  expect(usedOf(there('1', 5000), there('2', -4999))).toEqual(['1', '2'])
  expect(usedOf(there('1', 5000), there('2', -5000, '8'))).toEqual(['1', '2'])
})

test('a number of our own making is none of the supplier’s, whatever the supplier’s invoices are called', () => {
  const used = findUsedNumbers([{ number: '51', supplierNumber: '7', invoiceNumber: 'F-1', total: 100 }])
  const made = { supplierNumber: '7', invoiceNumber: 'F-1', total: 100 } as SupplierInvoice
  expect(checkNumber(made, 'F-1', used)).toEqual({
    ...{ code: 'invoice-number-used', params: { number: 'F-1', invoice: '51' } },
  })
  expect(checkNumber(made, null, used)).toBeNull()
})
