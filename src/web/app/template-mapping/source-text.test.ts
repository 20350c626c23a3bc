import { expect, test } from 'vitest'
import * as m from '#messages'
import type { ColumnRef, FieldSource } from '#templates/contract.ts'
import { merchantColumn, reasonText } from './source-text.ts'

test('a column that is known by its name says how many rows it is filled in, where there are rows', () => {
  const told = (filled: number, rows: number) =>
    reasonText({ code: 'header-name', params: { column: 'Belopp', filled, rows } }, null)
  const column = 'Belopp'
  expect(told(0, 0)).toBe(m.templates_reason_header_only({ column }))
  expect(told(1, 1)).toBe(m.templates_reason_header_one({ column, filled: '1' }))
  expect(told(2, 3)).toBe(m.templates_reason_header({ column, filled: '2', rows: '3' }))
})

test('a value that depends on a text begins with the text of where was bought, not with the first column', () => {
  const column = (index: number, name: string): ColumnRef => ({ kind: 'column', index, name, occurrence: 0 })
  const source = (from: ColumnRef): FieldSource => ({ kind: 'source', from })
  const [text, details] = [column(2, 'Specifikation'), column(5, 'Beskrivning')]
  const reason = { code: 'header-name', params: {} }
  const suggestions = [
    { field: 'invoiceDate' as const, source: source(column(0, 'Datum')), reason, confidence: 1 },
    { field: 'merchant' as const, source: source(text), reason, confidence: 1 },
  ]
  expect(merchantColumn({ fields: {} }, { suggestions })).toEqual(text)
  expect(merchantColumn({ fields: { merchant: source(details) } }, { suggestions })).toEqual(details)
  expect(merchantColumn({ fields: { merchant: { kind: 'constant', value: 'Kortköp' } } }, { suggestions })).toBeNull()
})
