import type { ColumnRef, FieldSource, JoinPart, TextPattern } from '#templates/contract.ts'
import { columnsOfSource } from '#templates/rules/mapping/columns-of-source.ts'
import { createReplacer } from '#templates/rules/mapping/text-rules.ts'

/** Makes of a field's value what stands in its column; `others`: what the row's other columns hold. */
export type WriteBack = (value: string, others: readonly string[]) => string

/**
 * The column that a field's value is written in: a value joined of several, or found in the first of them, stands in the
 * first that is not `taken` by a field that reads it alone; one that rules choose in the column that is read where no rule
 * is met; a sum's parts nobody knows, nor the text around what a pattern finds, unless a value alone is such a text too.
 * `isSecond`: only where no other field wants the column.
 */
export function columnToWrite(
  source: FieldSource,
  taken: ReadonlySet<number>,
): { index: number; isSecond: boolean } | null {
  if (source.kind === 'constant' || source.kind === 'sum') return null
  if (source.kind === 'pattern') return keptAsIs.has(source.pattern) ? columnIn(source, true) : null
  if (source.kind === 'source') return columnIn(source, false)
  if (source.kind === 'choose') return source.otherwise && columnIn({ from: source.otherwise }, true)
  const columns = columnsOfSource(source).filter((ref) => ref.kind === 'column')
  const free = columns.find(({ index }) => !taken.has(index))
  const chosen = free ?? columns[0]
  return chosen ? { index: chosen.index, isSecond: free === undefined } : null
}

/** These find a shop's name and a number's digits in themselves. */
const keptAsIs: ReadonlySet<TextPattern> = new Set(['before-comma', 'digits'])

function columnIn({ from }: { from: ColumnRef }, isSecond: boolean) {
  return from.kind === 'column' ? { index: from.index, isSecond } : null
}

/**
 * Where a template reads a text by rules, the text of which those make the value: without what it joins to it, with the
 * words that it replaces. A value that none of them is made of is written as it is, since people read the file too. Null
 * where the column is read as it stands. `index`: the column that it is written in.
 */
export function writeBackOf(source: FieldSource, index: number): WriteBack | null {
  const replacements = 'replace' in source ? (source.replace ?? []) : []
  const replace = createReplacer(replacements)
  // The other way round, the last rule first.
  const restore = createReplacer(
    replacements
      .filter(({ put }) => put !== '')
      .map(({ match, find, put }) => ({ match, find: put, put: find }))
      .reverse(),
  )
  if (source.kind === 'join') {
    const { separator } = source
    const joined: Joined = { parts: source.from, own: partOf(source.from, index), separator }
    return (value, others) => {
      if (replace(joinUp('', joined, others)) === value) return '' // the others alone make it
      const taken = [value, restore(value)].map((text) => ({ text: withoutOthers(text, joined, others) }))
      const right = taken.find(({ text }) => text !== null && replace(joinUp(text, joined, others)) === value)
      return right?.text ?? value
    }
  }
  if (replacements.length === 0) return null
  return (value) => [value, restore(value)].find((text) => replace(text) === value) ?? value
}

type Joined = { parts: readonly JoinPart[]; own: number; separator: string }

function partOf(parts: readonly JoinPart[], column: number): number {
  return parts.findIndex((part) => part.kind === 'column' && part.index === column)
}

/** The value's own part: what is left of a joined text without the template's texts and the other columns. */
function withoutOthers(text: string, { parts, own, separator }: Joined, others: readonly string[]): string | null {
  const besides = (some: readonly JoinPart[]) => some.map((part) => textOf(part, others)).filter((one) => one !== '')
  const before = besides(parts.slice(0, own)).map((one) => one + separator)
  const behind = besides(parts.slice(own + 1)).map((one) => separator + one)
  const [start, end] = [before.join(''), behind.join('')]
  if (text.length <= start.length + end.length || !text.startsWith(start) || !text.endsWith(end)) return null
  return text.slice(start.length, text.length - end.length)
}

function joinUp(written: string, { parts, own, separator }: Joined, others: readonly string[]): string {
  return parts
    .map((part, index) => (index === own ? written : textOf(part, others)))
    .filter((text) => text !== '')
    .join(separator)
}

function textOf(part: JoinPart, others: readonly string[]): string {
  if (part.kind === 'text') return part.text
  return part.kind === 'column' ? (others[part.index] ?? '') : ''
}
