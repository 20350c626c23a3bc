import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ImportRow } from '#imports/contract.ts'
import type { Marks } from './grid-cells.ts'
import { GridRow } from './grid-row.tsx'
import { rowColumns } from './row-columns.tsx'

const ready: ImportRow = {
  ...{ id: 2, number: 2, sheet: '', state: 'ready', problems: [], decision: null, edits: {}, occurrence: 1 },
  ...{ date: '2026-10-01', text: 'KONTORSHALLEN', merchant: 'KONTORSHALLEN', section: null, duplicateOf: null },
  ...{ supplierNumber: '7', supplierName: 'Kontorshallen', account: 5410, vat: 200, vatType: 'SE25' },
  ...{ amount: 1000, currency: 'SEK', isCredit: false },
}
const none = () => undefined
const marks: Marks = { has: () => false, toggle: none }

function render(row: ImportRow, marking: Marks | null, width = 1000): string {
  const columns = rowColumns({ onSelect: none, sent: null, places: new Map(), width })
  const place = { position: 0, template: '', columns, band: () => null, isNarrow: false, isSelected: false }
  const keys = { onKeyDown: none, onFocusCell: none, onPress: none, onSelect: none }
  const writing = { typed: null, refusal: null, onType: none, onSave: none, onCancel: none }
  const cells = { activeColumn: null, editing: null, isOther: () => false }
  return renderToStaticMarkup(h(GridRow, { ...place, ...keys, ...writing, ...cells, row, marks: marking }))
}

/** What a screen reader is told of each cell: whether it can be written in. */
const readOnly = (row: ImportRow, marking: Marks | null): string[] =>
  [...render(row, marking).matchAll(/aria-readonly="(\w+)"/g)].map(([, told = '']) => told)

test('Tab stops once in the grid, not at each row that can be marked or waits for a supplier', () => {
  const shown = render({ ...ready, state: 'attention', problems: [{ code: 'supplier-needed' }] }, marks)
  expect(shown.match(/<button/g)).toHaveLength(2)
  expect(shown.match(/<button[^>]*tabindex="-1"/g)).toHaveLength(2)
  expect(shown.match(/tabindex="0"/g)).toHaveLength(1)
})

test('cells that can be written in are told as such, and none of a row that is skipped or of an import that is sent', () => {
  const told = readOnly(ready, marks)
  expect(new Set(told)).toEqual(new Set(['true', 'false']))
  const never = told.map(() => 'true')
  expect(readOnly(ready, null)).toEqual(never)
  expect(readOnly({ ...ready, state: 'skipped', problems: [{ code: 'heading' }] }, marks)).toEqual(never)
})

test('beside the panel on a small screen the words of the states make room, and a screen reader still has them', () => {
  const word = /<span class="([^"]*)">(?:Ready|Klar)</
  expect(word.exec(render(ready, marks, 1000))?.[1]).not.toMatch(/(^| )sr-only/)
  expect(word.exec(render(ready, marks, 404))?.[1]).toMatch(/(^| )sr-only/)
})
