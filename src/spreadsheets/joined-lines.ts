import type { SheetRow } from './spreadsheet.ts'

/**
 * Puts lines together again that a program opened as delimited by commas though `;` delimits them: `…;-312` and `50;8 000`
 * are two cells of one line, cut at the decimals. Null where the rows are no such lines.
 */
export function createJoining(
  rows: readonly SheetRow[],
): ((row: SheetRow) => { line: string; isWhole: boolean }) | null {
  const cut = rows.filter(({ cells }) => cells.length > 1)
  if (cut.length === 0 || !cut.every(({ cells }) => mayBeCutLine(cells))) return null
  const start = rows.findIndex(({ cells }) => isLine(cells.join(',')))
  const table = rows.slice(Math.max(0, start))
  const lines = table.filter(({ cells }) => isLine(cells.join(',')))
  const hasHeader = lines.some(({ cells }) => cells.length === 1)
  if (lines.length < 2 || lines.length < table.length / 2) return null
  if (!hasHeader && !table.every(({ cells }) => isLine(cells[0] ?? ''))) return null
  const decimals = surveyDecimals(cut)
  return ({ cells, kinds }) => {
    const columns = columnsOfCuts(cells)
    const parts = cells.map((cell, i) => {
      const isShort = i > 0 && kinds?.[i] === 'n' && decimals.get(columns[i] ?? 0) === 'two'
      return isShort ? cell.padStart(2, '0') : cell
    })
    const isWhole = cells.every((cell, i) => i === 0 || isSound(cell, kinds?.[i], decimals.get(columns[i] ?? 0)))
    return { line: parts.join(','), isWhole }
  }
}

/** Whether a row is all in one cell, or may have been until it was cut at its commas. */
export function mayBeCutLine(cells: readonly string[]): boolean {
  return cells.length === 1 || cells.some((cell) => cell.includes(';'))
}

function isLine(line: string): boolean {
  return /;[^;]*;/.test(line)
}

/** The column of the line that each cell begins in: behind as many `;` as stand before it, but in quotation marks. */
function columnsOfCuts(cells: readonly string[]): number[] {
  let column = 0
  return cells.map((cell) => {
    const begins = column
    column += cell.replaceAll(/"[^"]*"/g, '').split(';').length - 1
    return begins
  })
}

type Decimals = 'two' | 'others' | 'unknown'

/**
 * How many decimals each column has. Two: behind a figure stands `50` at the cut, which a column that leaves such zeros out
 * has as `5`, and nowhere one figure or more than two. What one column shows says nothing of another: a rate has as many as
 * it needs.
 */
function surveyDecimals(rows: readonly SheetRow[]): ReadonlyMap<number, Decimals> {
  const found = new Map<number, Decimals>()
  for (const { cells, kinds } of rows) {
    const columns = columnsOfCuts(cells)
    for (let i = 1; i < cells.length; i++) {
      const column = columns[i] ?? 0
      if (!/\d$/.test(cells[i - 1] ?? '') || found.get(column) === 'others') continue
      const [figures = ''] = /^\d+/.exec(cells[i] ?? '') ?? []
      const isTyped = kinds?.[i] === 'n'
      if (figures.length > 2 || (figures.length === 1 && !isTyped)) found.set(column, 'others')
      else if ((isTyped ? /^[1-9]0$/ : /^\d0$/).test(figures)) found.set(column, 'two')
    }
  }
  return found
}

/**
 * `05` is 5 in a workbook, and `5` is: where its column does not show which, nobody can tell what was paid. Three figures may
 * have been four, and beside them two may have been three.
 */
function isSound(cell: string, kind: string | undefined, decimals: Decimals = 'unknown'): boolean {
  if (kind !== 'n') return kind === 't' || kind === '_' || kind === undefined
  if (!/^\d{1,2}$/.test(cell)) return false
  if (cell === '0' || decimals === 'two') return true
  return cell.length > 1 && decimals === 'unknown'
}
