import type { RowProblem } from '#kernel/row-problem.ts'
import type { TemplateMapping } from '../../contract.ts'
import { sizeInMinor } from '../columns/profile-columns.ts'
import { columnsOfSource } from '../mapping/columns-of-source.ts'
import { roleOf } from '../words/header-words.ts'
import type { LocatedRow, Table } from './lay-out-rows.ts'

/**
 * Tells of fees beside the amounts that the template does not read: whether an amount holds its fee already only a balance
 * shows, and where there is none nobody but a person can say.
 */
export function surveyFees(mapping: TemplateMapping) {
  const used = new Set(
    Object.values(mapping.fields).flatMap((source) =>
      columnsOfSource(source).flatMap((ref) => (ref.kind === 'column' ? [ref.name] : [])),
    ),
  )
  const columns = new Map<Table, { name: string; index: number } | null>()
  const rows = new Map<string, number>()
  return {
    add({ table, isHeader, row }: LocatedRow): void {
      if (mapping.fields.fee || !table || isHeader) return
      const known = columns.get(table)
      const column = known === undefined ? feeOf(table, used) : known
      if (known === undefined) columns.set(table, column)
      if (column && sizeInMinor(row.cells[column.index] ?? '') !== 0)
        rows.set(column.name, (rows.get(column.name) ?? 0) + 1)
    },
    warnings: (): RowProblem[] =>
      [...rows].map(([column, count]) => ({ code: 'fees-left-out', params: { column, rows: count } })),
  }
}

function feeOf({ names, balanceColumn }: Table, used: ReadonlySet<string>): { name: string; index: number } | null {
  if (balanceColumn !== null) return null
  const index = names.findIndex((name) => isFee(name) && !used.has(name))
  return index < 0 ? null : { name: names[index] ?? '', index }
}

/** A surcharge for the currency (`Valutapåslag`) is a part of the amount. */
function isFee(name: string): boolean {
  return roleOf(name)?.role === 'fee' && !/påslag/i.test(name)
}
