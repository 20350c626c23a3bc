import type { RowProblem } from '#kernel/row-problem.ts'
import { isSameLabels } from '#templates/rules/cells/cell-text.ts'

type Row = { sheet: string; number: number; state: string; problems: readonly RowProblem[]; cells: readonly string[] }

/** Skipped rows that say how those below are read: what the file is, whose card it is, what the columns are. */
export const contextCodes = ['preamble', 'heading', 'section-title', 'header'] as const
/** What belongs to the row above it. */
export const noteCode = 'rate-note'

const codeOf = ({ state, problems: [first] }: Row) => (state === 'skipped' ? (first?.code ?? '') : '')
const isContext = (code: string) => (contextCodes as readonly string[]).includes(code)

/**
 * Chooses, row by row in the file's order, what is given back to be mended: the rows that need attention, and of what stands
 * around them as much as it takes to read them alone. Where that is nothing but the header that the file has on top, none.
 */
export function createContext<Stored extends Row>(header: readonly string[]): (row: Stored) => Stored[] {
  let above: Stored[] = []
  let last: Stored | null = null
  let sheet: string | null = null
  const isTop = (row: Stored) => codeOf(row) === 'header' && isSameLabels(row.cells, header)
  return (row) => {
    if (row.sheet !== sheet) {
      above = []
      last = null
      sheet = row.sheet
    }
    const code = codeOf(row)
    if (isContext(code)) {
      above = [...withoutEarlier(above, row), row]
      return []
    }
    if (code === noteCode) return last && row.problems[0]?.params?.row === last.number ? [row] : []
    if (row.state !== 'attention') return []
    const isPlain = last === null && above.every(isTop)
    const given = isPlain ? [row] : [...above, row]
    above = []
    last = row
    return given
  }
}

/** Without an earlier title of the same kind, which says nothing any more; those of one title stand on rows that follow each other. */
function withoutEarlier<Stored extends Row>(above: readonly Stored[], row: Stored): Stored[] {
  const code = codeOf(row)
  if (code === 'preamble') return [...above]
  const last = above.at(-1)
  if (last && codeOf(last) === code && last.number === row.number - 1) return [...above]
  return above.filter((one) => codeOf(one) !== code)
}
