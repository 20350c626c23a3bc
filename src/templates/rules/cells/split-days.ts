import { normaliseLabel } from './cell-text.ts'

/** The places of year, month and day where each has a column of its own. */
export type SplitDay = readonly [year: number, month: number, day: number]

const names = [new Set(['år', 'year']), new Set(['månad', 'mån', 'month']), new Set(['dag', 'day'])] as const

/** `År | Månad | Dag` among the names of columns, each of them once. */
export function findSplitDay(header: readonly string[]): SplitDay | null {
  const labels = header.map(normaliseLabel)
  const [year, month, day] = names.map((words) => labels.flatMap((label, index) => (words.has(label) ? [index] : [])))
  const isOne = [year, month, day].every((places) => places?.length === 1)
  return isOne ? [year?.[0] ?? 0, month?.[0] ?? 0, day?.[0] ?? 0] : null
}

/** Whether a row has a day in its three parts: `2026 | 3 | 1`. */
export function hasSplitDay(cells: readonly string[], [year, month, day]: SplitDay): boolean {
  const [y = '', m = '', d = ''] = [year, month, day].map((place) => (cells[place] ?? '').trim())
  return /^20\d\d$/.test(y) && /^(?:0?[1-9]|1[0-2])$/.test(m) && /^(?:0?[1-9]|[12]\d|3[01])$/.test(d)
}
