import { remember } from '#kernel/remember.ts'
import type { MappedColumn } from '../../contract.ts'
import { hasLostLetters, isBlank, isSameLabel, normaliseLabel, withoutLetters } from '../cells/cell-text.ts'

export type NamedColumn = { index: number; name: string; occurrence: number }

/** Columns of a header row by name and occurrence, since names repeat. */
export function columnsOf(header: readonly string[]): NamedColumn[] {
  const seen = new Map<string, number>()
  return header.map((name, index) => {
    const key = normaliseLabel(name)
    const occurrence = seen.get(key) ?? 0
    seen.set(key, occurrence + 1)
    return { index, name, occurrence }
  })
}

/** A column as a mapping keeps it. */
export function refOf({ index, name, occurrence }: NamedColumn): MappedColumn {
  return { kind: 'column', index, name, occurrence }
}

/** What a person is told of a column as: its name, or its place counted from one. */
export function labelOf({ name, index }: Pick<NamedColumn, 'name' | 'index'>): string {
  return isBlank(name) ? `#${index + 1}` : name
}

/** Where a mapped column stands under this header: by name and occurrence; by place where it never had a name. */
export function findColumn(columns: readonly NamedColumn[], ref: MappedColumn): number | null {
  if (isBlank(ref.name)) return ref.index
  const wanted = normaliseLabel(ref.name)
  return (
    columns.find((column) => column.occurrence === ref.occurrence && isSameLabel(normaliseLabel(column.name), wanted))
      ?.index ?? null
  )
}

/** With less `Date`, `Description` and `Amount` alone would pass another issuer's file off as this one. */
const neededShare = 0.7

/** A test for rows that are the mapping's header again: most of its names stand in the row, each as a whole cell. */
export function createHeaderTest(header: readonly string[]): (cells: readonly string[]) => boolean {
  const names = new Set(header.filter((name) => !isBlank(name)).map(normaliseLabel))
  // Of a few names one may always be another.
  const needed = Math.max(2, Math.min(names.size - 1, Math.ceil(names.size * neededShare)))
  if (names.size === 0) return () => false
  const startsWithFigure = [...names].some((name) => isFigure(name.charCodeAt(0)))
  const least = Math.min(needed, names.size)
  const isLossy = [...names].some(hasLostLetters)
  const masks = new Map([...names].map((name) => [withoutLetters(name), name]))
  const nameOf = remember((cell) => {
    const label = normaliseLabel(cell)
    if (names.has(label)) return label
    return isLossy || hasLostLetters(label) ? masks.get(withoutLetters(label)) : undefined
  })
  return (cells) => {
    let found: Set<string> | null = null
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i] ?? ''
      // Too few cells are left; this keeps rows of texts cheap.
      if (cells.length - i + (found?.size ?? 0) < least) return false
      // Most headers start with a letter; this keeps rows of figures cheap.
      if (cell === '' || (!startsWithFigure && isFigure(cell.charCodeAt(0)))) continue
      const name = nameOf(cell)
      if (name === undefined) continue
      found ??= new Set()
      found.add(name)
    }
    return found !== null && found.size >= least
  }
}

/** `-`, `.`, `/` or a digit. */
function isFigure(code: number): boolean {
  return code >= 45 && code <= 57
}
