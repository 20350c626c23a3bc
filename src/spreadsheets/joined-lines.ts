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
  const hasTwoDecimals = writesTwoDecimals(cut)
  return ({ cells, kinds }) => {
    const parts = cells.map((cell, i) => (i > 0 && kinds?.[i] === 'n' && hasTwoDecimals ? cell.padStart(2, '0') : cell))
    const isWhole = cells.every((cell, i) => i === 0 || isSound(cell, kinds?.[i], hasTwoDecimals))
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

/** Behind a figure stands `50` at the cut, which a file that leaves such zeros out writes as `5`, and nowhere one figure. */
function writesTwoDecimals(rows: readonly SheetRow[]): boolean {
  let isSaid = false
  for (const { cells, kinds } of rows)
    for (let i = 1; i < cells.length; i++) {
      if (!/\d$/.test(cells[i - 1] ?? '')) continue
      const [figures = ''] = /^\d+/.exec(cells[i] ?? '') ?? []
      if (kinds?.[i] === 'n') isSaid ||= /^[1-9]0$/.test(figures)
      else if (figures.length === 1) return false
      else isSaid ||= /^\d0$/.test(figures)
    }
  return isSaid
}

/**
 * `05` is 5 in a workbook, and `5` is: where the file does not show which, nobody can tell what was paid. Three figures may
 * have been four.
 */
function isSound(cell: string, kind: string | undefined, hasTwoDecimals: boolean): boolean {
  if (kind === 'n') return /^\d{1,2}$/.test(cell) && (hasTwoDecimals || cell.length > 1 || cell === '0')
  return kind === 't' || kind === '_' || kind === undefined
}
