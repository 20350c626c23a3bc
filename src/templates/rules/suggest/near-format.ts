import type { TargetField } from '../../contract.ts'
import type { BuiltInFormat, FormatSource, Layout } from '../../formats/built-in-format.ts'
import { isBlank, isSameLabel, normaliseLabel } from '../cells/cell-text.ts'
import type { ColumnProfile } from '../columns/profile-columns.ts'
import { alikeRoles, areAlike, type RoleGroups } from '../words/alike-roles.ts'
import { roleOf } from '../words/header-words.ts'

/** A format that all but one of the names in a header say, or none: what the columns at some places are called in it. */
export type NearFormat = { format: BuiltInFormat; renamed: ReadonlyMap<number, string> }

/**
 * The format whose columns these are by their order and values, called otherwise: the names are in another language, and no
 * known one says another thing. Somebody may have put columns before them.
 */
export function findTranslatedFormat(
  columns: readonly ColumnProfile[],
  formats: readonly BuiltInFormat[],
): NearFormat | null {
  for (const format of formats) {
    for (const layout of format.layouts ?? []) {
      const start = columns.findIndex((_, place) => standsAt(place, layout, columns))
      if (start >= 0) return { format, renamed: new Map(layout.columns.map((name, place) => [start + place, name])) }
    }
  }
  return null
}

function standsAt(
  start: number,
  { columns: names, values, whereFilled = {} }: Layout,
  columns: readonly ColumnProfile[],
) {
  if (start + names.length > columns.length) return false
  const holds = (name: string, shape: RegExp, isOptional: boolean) => {
    const column = columns[start + names.indexOf(name)]
    return column !== undefined && (column.filled > 0 ? areMostly(shape, column) : isOptional)
  }
  return (
    Object.entries(values).every(([name, shape]) => holds(name, shape, false)) &&
    Object.entries(whereFilled).every(([name, shape]) => holds(name, shape, true)) &&
    !names.some((name, place) => isKnownAsOther(columns[start + place], name))
  )
}

/** Names of these are translated one for the other, as `Verwendungszweck` is for a reference. */
const translatedRoles: RoleGroups = [...alikeRoles, ['amount', 'foreignAmount']]

/** `Moms` where the layout has the fee, `Saldo` where it has a currency: the names are known, and are not this format's. */
function isKnownAsOther(column: ColumnProfile | undefined, name: string): boolean {
  const [own, meant] = [column?.role, roleOf(name)?.role]
  if (!own || !meant || own === 'other' || meant === 'other') return false
  return !areAlike(own, meant, translatedRoles)
}

/** One may be otherwise, or a tenth of them: an id of another kind. */
function areMostly(shape: RegExp, { values }: ColumnProfile): boolean {
  const odd = values.filter((value) => !shape.test(value.trim())).length
  return odd * 2 <= values.length && odd <= Math.max(1, values.length / 10)
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
  const placeOf = (wanted: string) => header.findIndex((cell) => normaliseLabel(cell) === wanted)
  const near = formats.flatMap((format) => nearnessOf(format, names, placeOf) ?? [])
  const most = Math.max(...near.map(({ exact }) => exact))
  const [best, second] = near.filter(({ exact }) => exact === most)
  return best && !second ? best : null
}

function nearnessOf(
  format: BuiltInFormat,
  names: readonly string[],
  placeOf: (name: string) => number,
): (NearFormat & { exact: number }) | null {
  if (format.isWholeHeader || format.rowsAbove) return null
  const wanted = format.signature.map((one) => (typeof one === 'string' ? [one] : one).map(normaliseLabel))
  const missing = wanted.filter((alternatives) => !names.some((name) => isOneOf(name, alternatives)))
  const [lost] = missing
  const exact = wanted.length - missing.length
  if (!lost || missing.length > 1 || exact < fewestExact) return null
  const known = [...wanted.flat(), ...Object.values(format.fields).flatMap(columnsOf).map(normaliseLabel)]
  const likely = names.filter((name) => !isOneOf(name, known) && lost.some((one) => mayBeCalled(one, name)))
  const [only, another] = likely
  if (only !== undefined && another === undefined) {
    // of `Konto #` and `Referens` the one that `Konto` may be; of names in several languages any
    const meant = lost.findLast((name) => mayBeCalled(name, only))
    return { format, exact, renamed: new Map(meant === undefined ? [] : [[placeOf(only), meant]]) }
  }
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
