import { expect, test } from 'vitest'
import type { TemplateMapping } from '#templates/contract.ts'
import { fieldGroups, withSource } from './target-fields.ts'

const mapping: TemplateMapping = {
  header: ['Datum'],
  fields: { merchant: { kind: 'constant', value: 'A' } },
  numberFormat: 'auto',
  dateOrder: 'auto',
  signRule: 'as-is',
  outgoingDirections: [],
  currency: 'SEK',
  notInvoices: [],
  emptyFieldsConfirmed: true,
}

test('what is required follows the sign rule', () => {
  expect(fieldGroups(mapping).required).toEqual(['merchant', 'invoiceDate', 'total'])
  expect(fieldGroups({ ...mapping, signRule: 'two-columns' }).required).toEqual([
    'merchant',
    'invoiceDate',
    'amountOut',
    'amountIn',
  ])
  expect(fieldGroups({ ...mapping, signRule: 'direction' }).required).toEqual([
    'merchant',
    'invoiceDate',
    'total',
    'direction',
  ])
})

test('a changed field asks for the empty ones to be confirmed again', () => {
  const changed = withSource(mapping, 'merchant', null)
  expect(changed.fields).toEqual({})
  expect(changed.emptyFieldsConfirmed).toBe(false)
  expect(withSource(changed, 'card', { kind: 'constant', value: 'B' }).fields).toEqual({
    card: { kind: 'constant', value: 'B' },
  })
})
