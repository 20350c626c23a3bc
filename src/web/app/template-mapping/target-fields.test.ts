import { expect, test } from 'vitest'
import type { TemplateMapping } from '#templates/contract.ts'
import { targetFields } from '#templates/contract.ts'
import { optionalFields } from '#templates/rules/check-mapping.ts'
import { fieldGroups, fieldValueText, withSource } from './target-fields.ts'

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

test('every field stands on the page once', () => {
  const { required, optional } = fieldGroups(mapping)
  const shown = [...required, ...optional.flatMap(({ fields }) => fields)]
  expect(new Set(shown).size).toBe(shown.length)
  const otherSigns = ['amountIn', 'amountOut', 'direction']
  expect(targetFields.filter((field) => !shown.includes(field))).toEqual(otherSigns)
  expect(optionalFields.filter((field) => !shown.includes(field))).toEqual([])
})

test('a changed field asks for the empty ones to be confirmed again', () => {
  const changed = withSource(mapping, 'merchant', null)
  expect(changed.fields).toEqual({})
  expect(changed.emptyFieldsConfirmed).toBe(false)
  expect(withSource(changed, 'card', { kind: 'constant', value: 'B' }).fields).toEqual({
    card: { kind: 'constant', value: 'B' },
  })
})

test('a number that was read has a decimal comma, a text stays as it stands', () => {
  expect(fieldValueText('total', '-34.50')).toBe('\u221234,50')
  expect(fieldValueText('comments', 'v. 1.2')).toBe('v. 1.2')
})
