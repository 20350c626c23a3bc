import type { ColumnRef, FieldSource, JoinPart } from '#templates/contract.ts'
import { columnsOfSource } from '#templates/rules/mapping/columns-of-source.ts'
import { createReplacer } from '#templates/rules/mapping/text-rules.ts'

/** Makes of a field's value what stands in its column; `others`: what the row's other columns hold. */
export type WriteBack = (value: string, others: readonly string[]) => string

/**
 * The column that a field's value is written in: a value joined of several stands in the first of them, one that rules
 * choose in the column that is read where no rule is met; a sum's parts nobody knows. `isSecond`: only where no other field
 * wants the column.
 */
export function columnToWrite(source: FieldSource): { index: number; isSecond: boolean } | null {
  if (source.kind === 'constant' || source.kind === 'pattern' || source.kind === 'sum') return null
  if (source.kind === 'choose') return columnIn([source.otherwise], true)
  return columnIn(columnsOfSource(source), false)
}

function columnIn(refs: readonly (ColumnRef | null)[], isSecond: boolean) {
  const first = refs.find((ref) => ref?.kind === 'column')
  return first?.kind === 'column' ? { index: first.index, isSecond } : null
}

/**
 * Where a template reads a text by rules, the text of which those make the value: without what it joins to it, with the
 * words that it replaces. A value that none of them is made of is written as it is, since people read the file too. Null
 * where the column is read as it stands.
 */
export function writeBackOf(source: FieldSource): WriteBack | null {
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
    const { from, separator } = source
    return (value, others) => {
      const taken = [value, restore(value)].map((text) => ({ text: withoutOthers(text, from, separator, others) }))
      const right = taken.find(({ text }) => text !== null && replace(joined(text, from, separator, others)) === value)
      return right?.text ?? value
    }
  }
  if (replacements.length === 0) return null
  return (value) => [value, restore(value)].find((text) => replace(text) === value) ?? value
}

/** The value's own part: what is left of a joined text without the template's texts and the other columns. */
function withoutOthers(
  text: string,
  parts: readonly JoinPart[],
  separator: string,
  others: readonly string[],
): string | null {
  const own = parts.findIndex(({ kind }) => kind === 'column')
  const besides = (some: readonly JoinPart[]) => some.map((part) => textOf(part, others)).filter((one) => one !== '')
  const before = besides(parts.slice(0, own)).map((one) => one + separator)
  const behind = besides(parts.slice(own + 1)).map((one) => separator + one)
  const [start, end] = [before.join(''), behind.join('')]
  if (text.length <= start.length + end.length || !text.startsWith(start) || !text.endsWith(end)) return null
  return text.slice(start.length, text.length - end.length)
}

function joined(own: string, parts: readonly JoinPart[], separator: string, others: readonly string[]): string {
  const first = parts.findIndex(({ kind }) => kind === 'column')
  return parts
    .map((part, index) => (index === first ? own : textOf(part, others)))
    .filter((text) => text !== '')
    .join(separator)
}

function textOf(part: JoinPart, others: readonly string[]): string {
  if (part.kind === 'text') return part.text
  return part.kind === 'column' ? (others[part.index] ?? '') : ''
}
