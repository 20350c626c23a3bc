import type { TargetField } from '../contract.ts'
import type { BuiltInFormat, FormatSource } from '../formats/built-in-format.ts'
import { isBlank, isSameLabel, normaliseLabel } from './cell-text.ts'
import { roleOf } from './header-words.ts'
import type { ColumnProfile } from './profile-columns.ts'

/** A format that all but one of the names in a header say, and what that one is called here: from the format's name. */
export type NearFormat = { format: BuiltInFormat; renamed: ReadonlyMap<string, string> }

/** The format whose columns these are by their order and values, called otherwise: the names are in another language. */
export function findTranslatedFormat(
  columns: readonly ColumnProfile[],
  formats: readonly BuiltInFormat[],
): NearFormat | null {
  for (const format of formats) {
    const { layout } = format
    const isSame =
      layout !== undefined &&
      columns.length >= layout.columns.length &&
      Object.entries(layout.values).every(([name, shape]) => {
        const column = columns[layout.columns.indexOf(name)]
        return column !== undefined && column.filled > 0 && column.values.every((value) => shape.test(value.trim()))
      })
    if (isSame)
      return {
        format,
        renamed: new Map(layout.columns.map((name, place) => [name, normaliseLabel(columns[place]?.name ?? '')])),
      }
  }
  return null
}

const fewestExact = 4
const fewestExactWhereGone = 5
/** Without these a format cannot be read, or would be read wrongly. */
const needed: ReadonlySet<TargetField> = new Set([
  ...(['merchant', 'invoiceDate', 'total', 'amountIn', 'amountOut', 'direction'] as const),
  ...(['currency', 'accountCurrency', 'type', 'fee'] as const),
])

/**
 * The format of a file in which somebody renamed a column or took away one that is not needed. It is a suggestion: what
 * the rows say must agree, and a person sees it before anything is read by it. Null where two formats are as near.
 */
export function findNearFormat(header: readonly string[], formats: readonly BuiltInFormat[]): NearFormat | null {
  const names = header.filter((cell) => !isBlank(cell)).map(normaliseLabel)
  const near = formats.flatMap((format) => nearnessOf(format, names) ?? [])
  const most = Math.max(...near.map(({ exact }) => exact))
  const [best, second] = near.filter(({ exact }) => exact === most)
  return best && !second ? best : null
}

function nearnessOf(format: BuiltInFormat, names: readonly string[]): (NearFormat & { exact: number }) | null {
  if (format.isWholeHeader || format.rowsAbove) return null
  const wanted = format.signature.map((one) => (typeof one === 'string' ? [one] : one).map(normaliseLabel))
  const missing = wanted.filter((alternatives) => !names.some((name) => isOneOf(name, alternatives)))
  const [lost] = missing
  const exact = wanted.length - missing.length
  if (!lost || missing.length > 1 || exact < fewestExact) return null
  const known = [...wanted.flat(), ...Object.values(format.fields).flatMap(columnsOf).map(normaliseLabel)]
  const likely = names.filter((name) => !isOneOf(name, known) && lost.some((one) => mayBeCalled(one, name)))
  const [only, another] = likely
  if (only !== undefined && another === undefined)
    return { format, exact, renamed: new Map(lost.map((name) => [name, only])) }
  const isNeeded = (Object.entries(format.fields) as [TargetField, FormatSource][]).some(
    ([field, source]) => needed.has(field) && columnsOf(source).some((name) => isOneOf(normaliseLabel(name), lost)),
  )
  return isNeeded || exact < fewestExactWhereGone ? null : { format, exact, renamed: new Map() }
}

function isOneOf(name: string, alternatives: readonly string[]): boolean {
  return alternatives.some((one) => isSameLabel(name, one))
}

function columnsOf(source: FormatSource): readonly string[] {
  if ('columns' in source) return source.columns
  return 'firstOf' in source ? source.firstOf : []
}

/** `Belop` and `Belopp (SEK)` for `Belopp`, `Dat.` for `Datum`, `Leverantör` for `Beskrivning`. */
function mayBeCalled(name: string, now: string): boolean {
  const role = roleOf(name)?.role
  const isTelling = role !== undefined && role !== 'detail' && role !== 'other'
  if (isTelling && role === roleOf(now)?.role) return true
  const short = now.replace(/[.:]$/, '')
  return (short.length >= 3 && name.startsWith(short)) || differsInALetter(name, short)
}

/** One letter more, less or other than the other has. */
function differsInALetter(one: string, other: string): boolean {
  const [long, short] = one.length >= other.length ? [one, other] : [other, one]
  if (short.length < 4 || long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && long[start] === short[start]) start++
  return long.slice(start + 1) === short.slice(long.length === short.length ? start + 1 : start)
}
