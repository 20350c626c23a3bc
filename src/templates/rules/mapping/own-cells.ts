import type { ReadPurchase } from '../../contract.ts'

type CellsOf = ReadPurchase['cellsOf']

/** `C16` of row 16 → `C`; a cell of another row stays as it is. */
export function withoutRow(cell: string, number: string): string {
  const end = cell.length - number.length
  return cell.endsWith(number) && end > 0 && cell.charCodeAt(end - 1) >= 65 ? cell.slice(0, end) : cell
}

/** The row's own cells by their letters alone, as they are for all rows that are read alike. */
export function withoutRowNumber(cellsOf: CellsOf, row: number): CellsOf {
  const number = String(row)
  return mapCells(cellsOf, (cell) => withoutRow(cell, number))
}

/** Every cell as the spreadsheet shows it. */
export function withRowNumber(cellsOf: CellsOf, row: number): CellsOf {
  return mapCells(cellsOf, (cell) => (/\d$/.test(cell) ? cell : `${cell}${row}`))
}

function mapCells(cellsOf: CellsOf, change: (cell: string) => string): CellsOf {
  return Object.fromEntries(Object.entries(cellsOf).map(([field, cells]) => [field, cells.map(change)]))
}
