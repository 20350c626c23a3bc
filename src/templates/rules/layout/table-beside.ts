import { columnLetter, type RowProblem } from '#kernel/row-problem.ts'
import type { SheetRow } from '#spreadsheets/index.ts'
import { isBlank, normaliseLabel } from '../cells/cell-text.ts'
import { type BoundFields, plainColumnOf } from '../mapping/bind-fields.ts'

/** Tables that stand beside the one that is read, one for each card: the rows of one sheet hold purchases of all of them. */
export type TablesBeside = {
  count(row: SheetRow): void
  warnings(sheet: string): RowProblem[]
}

/** Null where the header names day and amount only once. */
export function findTablesBeside({ fields }: BoundFields, header: readonly string[]): TablesBeside | null {
  const date = plainColumnOf(fields.get('invoiceDate'))
  const amount = plainColumnOf(fields.get('total')) ?? plainColumnOf(fields.get('amountOut'))
  if (date === null || amount === null) return null
  const names = header.map(normaliseLabel)
  const isTwin = (column: number, own: number) => names[own] !== '' && names[column] === names[own]
  const places = names.flatMap((_, column) => {
    const twin = amount + column - date
    const isApart = Math.abs(column - date) > Math.abs(amount - date)
    return isApart && isTwin(column, date) && isTwin(twin, amount) ? [{ date: column, amount: twin, rows: 0 }] : []
  })
  if (places.length === 0) return null
  return {
    count({ cells }) {
      for (const place of places) if (!isBlank(cells[place.date]) && !isBlank(cells[place.amount])) place.rows++
    },
    warnings: (sheet) =>
      places.flatMap(({ date: first, amount: last, rows }) => {
        const columns = `${columnLetter(Math.min(first, last))}–${columnLetter(Math.max(first, last))}`
        return rows > 0 ? [{ code: 'table-beside-left-out', params: { sheet, columns, rows } }] : []
      }),
  }
}
