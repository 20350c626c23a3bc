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

/** What a screen reader is told of each cell: whether it can be written in. */
function readOnly(row: ImportRow, marking: Marks | null): string[] {
  const columns = rowColumns(none, null, new Map())
  const place = { position: 0, template: '', columns, band: () => null, isNarrow: false, isSelected: false }
  const keys = { onKeyDown: none, onFocusCell: none, onEdit: none, onSave: none, onCancel: none, onSelect: none }
  const cells = { activeColumn: null, editing: null, edit: { error: null, isSaving: false }, isOther: () => false }
  const shown = renderToStaticMarkup(h(GridRow, { ...place, ...keys, ...cells, row, marks: marking }))
  return [...shown.matchAll(/aria-readonly="(\w+)"/g)].map(([, told = '']) => told)
}

test('cells that can be written in are told as such, and none of a row that is skipped or of an import that is sent', () => {
  const told = readOnly(ready, marks)
  expect(new Set(told)).toEqual(new Set(['true', 'false']))
  const never = told.map(() => 'true')
  expect(readOnly(ready, null)).toEqual(never)
  expect(readOnly({ ...ready, state: 'skipped', problems: [{ code: 'heading' }] }, marks)).toEqual(never)
})
