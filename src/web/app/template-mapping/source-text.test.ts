import { expect, test } from 'vitest'
import * as m from '#messages'
import { reasonText } from './source-text.ts'

test('a column that is known by its name says how many rows it is filled in, where there are rows', () => {
  const told = (filled: number, rows: number) =>
    reasonText({ code: 'header-name', params: { column: 'Belopp', filled, rows } }, null)
  const column = 'Belopp'
  expect(told(0, 0)).toBe(m.templates_reason_header_only({ column }))
  expect(told(1, 1)).toBe(m.templates_reason_header_one({ column, filled: '1' }))
  expect(told(2, 3)).toBe(m.templates_reason_header({ column, filled: '2', rows: '3' }))
})
