import { expect, test } from 'vitest'
import * as m from '#messages'
import type { TargetField, TemplateMapping } from '#templates/contract.ts'
import { targetFields } from '#templates/contract.ts'
import { optionalFields } from '#templates/rules/mapping/check-mapping.ts'
import { stateOf } from '#templates/rules/words/payment-states.ts'
import { rowStates, rowStateValues } from './row-states.ts'
import {
  emptyFieldsOf,
  fieldGroups,
  fieldValueText,
  targetFieldName,
  withoutUnfinished,
  withSource,
} from './target-fields.ts'

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

test('an export offers what invoices fill, by the names it has there, and what the template has already', () => {
  const shown = (of: TemplateMapping) => fieldGroups(of, true).optional.flatMap(({ fields }) => fields)
  expect(shown(mapping)).toEqual(expect.arrayContaining(['supplier', 'invoiceNumber', 'providerId', 'status', 'type']))
  const onlyRead: TargetField[] = ['place', 'fee', 'vatRate', 'persons', 'modeOfPayment', 'card']
  expect(shown(mapping).filter((field) => onlyRead.includes(field))).toEqual([])
  expect(emptyFieldsOf(mapping, true).filter((field) => onlyRead.includes(field))).toEqual([])
  expect(emptyFieldsOf(mapping, false)).toContain('vatRate')
  expect(shown(mapping)).toContain('accountCurrency')
  expect(shown(withSource(mapping, 'card', { kind: 'constant', value: 'B' }))).toContain('card')
  expect(targetFieldName('merchant', true)).toBe(m.templates_written_field_merchant())
  expect(targetFieldName('total', true)).toBe(m.templates_target_field_total())
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
  expect(fieldValueText('total', '-34.50', false)).toBe('\u221234,50')
  expect(fieldValueText('total', '-12345.6', false)).toBe('\u221212\u00a0345,6')
  expect(fieldValueText('comments', 'v. 1.2', false)).toBe('v. 1.2')
})

test('a status that a rule of the template gave is told in words, one of the file as it stands there', () => {
  expect(fieldValueText('status', 'unclear', true)).toBe(m.templates_row_state_unclear())
  expect(fieldValueText('status', 'Preliminär', true)).toBe('Preliminär')
  expect(fieldValueText('status', 'pending', false)).toBe('pending')
})

test('each status that can be chosen for a rule is read back as the one it is', () => {
  for (const state of rowStates) expect(stateOf(rowStateValues[state])).toBe(state)
})

test('the rows are read on while a replacement is typed that says nothing to look for yet', () => {
  const from = { kind: 'column', index: 1, name: 'Text', occurrence: 0 } as const
  const begun = { match: 'contains', find: '', put: '' } as const
  const finished = { match: 'contains', find: 'P1', put: '' } as const
  const typing = (replace: readonly (typeof begun | typeof finished)[]) =>
    withoutUnfinished({ ...mapping, fields: { merchant: { kind: 'source', from, replace: [...replace] } } }).fields
  expect(typing([begun]).merchant).toEqual({ kind: 'source', from })
  expect(typing([finished, begun]).merchant).toEqual({ kind: 'source', from, replace: [finished] })
  expect(withoutUnfinished(mapping)).toEqual(mapping)
})
