import { cellName, type RowProblem } from '#kernel/row-problem.ts'
import { looksLikeNumber } from './amounts.ts'
import { hasStrayCells, type LocatedRow } from './lay-out-rows.ts'

/**
 * `-200,50` or `-1,415.41` in a file delimited by commas without quotation marks, or a row with a cell too many: the
 * amount is whole kronor, or nothing, and the row ends with a figure beyond the last name of the header, or two digits, or
 * three and decimals, stand beside it.
 */
export function cutAmount(located: LocatedRow, amount: { minor: number; cells: string[] }): RowProblem | null {
  if (!hasStrayCells(located) || amount.minor % 100 !== 0) return null
  const { cells } = located.row
  const last = cells.at(-1)?.trim() ?? ''
  const place = cells.findIndex((_, column) => cellName(column, located.row.number) === amount.cells[0])
  const isGroup = /^[-+]?\d{1,3},\d{3}\.\d\d$/.test(`${cells[place]?.trim()},${cells[place + 1]?.trim()}`)
  const isCents = /^\d\d$/.test(cells[place + 1]?.trim() ?? '')
  const isCut = isGroup || isCents || (amount.minor === 0 ? looksLikeNumber(last) : /^\d\d$/.test(last))
  return isCut ? { code: 'amount-cut', cell: amount.cells[0], value: cells.slice(-2).join(',') } : null
}
