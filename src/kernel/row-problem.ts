/** Something about one row that a person must see; `code` names a text in messages/problems. */
export type RowProblem = {
  code: string
  /** As the spreadsheet shows it: `G16`. */
  cell?: string | undefined
  /** The cell's text as found. */
  value?: string | undefined
  params?: Record<string, string | number> | undefined
}

/** The letter of a column (0 → A, 26 → AA). */
export function columnLetter(index: number): string {
  const rest = Math.floor(index / 26)
  const letter = String.fromCharCode(65 + (index % 26))
  return rest === 0 ? letter : columnLetter(rest - 1) + letter
}

/** Where a cell stands as the spreadsheet shows it: `cellName(6, 16)` is G16. */
export function cellName(column: number, row: number): string {
  return `${columnLetter(column)}${row}`
}
