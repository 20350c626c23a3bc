import type { ImportRow, RowFilter, RowOrder } from '#imports/contract.ts'
import * as m from '#messages'
import { mostPrinted, PrintTable } from '../../../ui/print-table.tsx'
import type { Bands } from './grid-cells.ts'
import type { GridColumn } from './row-columns.tsx'
import { type Places, useRowWindow } from './use-rows.ts'

type Props = {
  importId: string
  filter: RowFilter
  order: RowOrder
  places: Places
  count: number
  columns: readonly GridColumn[]
  band: Bands
}

/** The rows on paper: all of a file that paper is for, of a larger one those that the grid has fetched anyway. */
export function PrintedRows({ importId, filter, order, places, count, columns, band }: Props) {
  const wanted = Array.from({ length: count <= mostPrinted ? count : mostOfLarge }, (_, position) => position)
  const { rowAt } = useRowWindow(importId, filter, order, places, wanted)
  const rows: ImportRow[] = []
  for (let at = 0, row = rowAt(0); row && at < wanted.length; at++, row = rowAt(at)) rows.push(row)
  return (
    <PrintTable
      label={m.imports_rows_label()}
      columns={columns}
      rows={rows}
      total={count}
      elsewhere={m.imports_print_elsewhere()}
      rowKey={({ id }) => String(id)}
      rowNumber={({ number }) => number}
      isMuted={({ state }) => state === 'skipped'}
      band={band}
    />
  )
}

/** The first page of them. */
const mostOfLarge = 200
