import { normaliseLabel } from '../cells/cell-text.ts'
import { type ColumnProfile, hasDecimals } from '../columns/profile-columns.ts'
import { sizesByRow } from '../columns/sizes-by-row.ts'
import { isOfUnits } from '../columns/unit-prices.ts'
import { isDateRole } from '../layout/locate-table.ts'

/** Places of rows that are one purchase in parts: two lines of one order. */
type Groups = readonly (readonly number[])[]

/**
 * `Ordersumma` beside `Radbelopp`: the total of an order, an invoice, a receipt or an expense is repeated on each of its
 * lines, and what the lines come to stands in another column. Then that is what each line cost, and all that is repeated is
 * of the whole.
 */
export function withoutRepeated(profiles: ColumnProfile[]): ColumnProfile[] {
  const amounts = profiles.filter(mayBeMoney)
  if (amounts.length === 0 || amounts.length > mostAmounts) return profiles
  const ids = profiles.filter(isNumberOfWhole).slice(0, mostIds)
  const lines = amounts.flatMap((total) => [
    ...ids.flatMap((id) => linesOf(total, [id], profiles)),
    ...linesOf(total, wholeBeside(profiles), profiles).filter((found) => !areShares(total, found)),
  ])
  const [found] = lines.sort((a, b) => sumOf(b.parts) - sumOf(a.parts))
  if (!found) return profiles
  const [line, vat] = found.parts
  const isOfWhole = (column: ColumnProfile) =>
    !found.parts.includes(column) &&
    isMoney(column) &&
    isRepeated(column, found.groups) &&
    !(column.role === 'vat' && isRepeated(line, found.groups) && isWithin(column, line))
  return profiles.map((column) => {
    if (column === line && !vat) return { ...column, role: 'amount', rank: rankOfLine }
    return isOfWhole(column) ? { ...column, role: 'other' } : column
  })
}

/** Before all that names alone say. */
const rankOfLine = -1

/** Each column of a file of very many would be held against every other. */
const mostAmounts = 40
const mostIds = 4
const mostParts = 6

/**
 * The same on each line of an order or an invoice: its total. Lines that cost as much are so too, as two parkings of one invoice are:
 * that it is a total the name says, another column that holds what each line may have cost, or several orders of different sums.
 */
export function isRepeatedTotal(amount: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  if (amount.rank === rankOfLine) return false
  if (isHalved(amount, profiles)) return true
  return profiles.some((id) => {
    if (id === amount || !isNumberOfWhole(id)) return false
    const groups = groupsBy([id], amount)
    const several = groups.filter(({ length }) => length > 1)
    if (several.length === 0 || !isRepeated(amount, groups)) return false
    if (wholeName.test(normaliseLabel(amount.name))) return true
    const mayBeLine = (column: ColumnProfile) =>
      column !== amount && mayBeMoney(column) && !isOfUnits(column) && !isRepeated(column, several)
    if (profiles.some(mayBeLine)) return true
    const sizeAt = sizesByRow(amount)
    const ofOneDay = several.filter((rows) => isOfOneDay(rows, profiles))
    return new Set(ofOneDay.map(([row]) => sizeAt.get(row ?? -1))).size > 1
  })
}
const wholeName =
  /^(?:order|kvitto|faktura|utläggs?|beställnings?|receipt|invoice|bill|expense)s?[ -]?(?:total|summa|sum|belopp|amount)/u

function holdsDays({ role, dates }: ColumnProfile): boolean {
  return isDateRole(role) && dates > 0
}

/** Lines of one order have its day. */
function isOfOneDay(group: readonly number[], profiles: readonly ColumnProfile[]): boolean {
  const days = profiles.filter(holdsDays)
  return days.every(({ rows, values }) => {
    const dayAt = new Map(rows.map((row, place) => [row, values[place]?.trim()]))
    return new Set(group.map((row) => dayAt.get(row))).size === 1
  })
}

/** Two rows of one shop and day beside halves that come to either: two purchases that were shared, or one in two halves. */
function isHalved(total: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  return mayBeMoney(total) && linesOf(total, wholeBeside(profiles), profiles).some((lines) => areShares(total, lines))
}

/** Lines that cost as much in each whole, and no name says that they are lines. */
function areShares(total: ColumnProfile, { parts, groups }: Lines): boolean {
  const isNamed = wholeName.test(normaliseLabel(total.name)) || lineName.test(normaliseLabel(parts[0].name))
  return !isNamed && parts.every((part) => isRepeated(part, groups))
}
const lineName = /^(?:rad|line|item|split|artikel|post|delbelopp|part)/

/** A total that nothing comes to. */
export function hasRepeatedTotal(profiles: readonly ColumnProfile[]): boolean {
  return profiles.some((column) => mayBeMoney(column) && isRepeatedTotal(column, profiles))
}

const numberOfWhole =
  /^(?:order|köp|kvitto|receipt|faktura|invoice|bill|expense|utgifts?|utläggs?|inköps?|beställnings?|purchase)s?[ -]?(?:n(?:umme)?r|id|no|number|#)\.?$/u

function isNumberOfWhole({ name, filled, distinct }: ColumnProfile): boolean {
  return filled > distinct && numberOfWhole.test(normaliseLabel(name))
}

/** Where nothing numbers them, a receipt's parts have its day and its shop. */
function wholeBeside(profiles: readonly ColumnProfile[]): readonly ColumnProfile[] {
  const days = profiles.filter(holdsDays)
  const shops = profiles.filter(({ role, texts }) => role === 'merchant' && texts > 0)
  return days.length > 0 && shops.length > 0 ? [...days, ...shops] : []
}

type Lines = { parts: [ColumnProfile] | [ColumnProfile, ColumnProfile]; groups: Groups }

/** The columns, or the one, that come to the total in every group, of which some have more than one line. */
function linesOf(total: ColumnProfile, keys: readonly ColumnProfile[], profiles: readonly ColumnProfile[]): Lines[] {
  if (keys.length === 0) return []
  const groups = groupsBy(keys, total)
  if (!groups.some(({ length }) => length > 1) || !isRepeated(total, groups)) return []
  const amounts = profiles.filter(mayBeMoney)
  if (amounts.length > mostAmounts) return []
  const net = profiles.filter(({ role }) => role === 'netAmount').slice(0, mostParts)
  const vat = profiles.filter(({ role }) => role === 'vat').slice(0, mostParts)
  const candidates: Lines['parts'][] = [
    ...amounts.map((line): [ColumnProfile] => [line]),
    ...net.flatMap((one) => vat.map((other): [ColumnProfile, ColumnProfile] => [one, other])),
  ]
  return candidates.flatMap((parts) =>
    !parts.includes(total) && comeTo(total, parts, groups) ? [{ parts, groups }] : [],
  )
}

/** Two lines that cost as much have as much VAT, each its own: no more than a fifth of what it cost. */
function isWithin(vat: ColumnProfile, line: ColumnProfile): boolean {
  const sizeAt = sizesByRow(line)
  return vat.rows.every((row, place) => Math.abs(vat.sizes[place] ?? 0) * 5 <= Math.abs(sizeAt.get(row) ?? 0) + 5)
}

function comeTo(total: ColumnProfile, parts: readonly ColumnProfile[], groups: Groups): boolean {
  const sizeAt = sizesByRow(total)
  const partsAt = parts.map(sizesByRow)
  return groups.every((rows) => {
    const sizes = rows.map((row) => partsAt.reduce((sum, at) => sum + (at.get(row) ?? 0), 0))
    const sum = sizes.reduce((all, size) => all + size, 0)
    return Math.abs(sum - (sizeAt.get(rows[0] ?? -1) ?? 0)) <= 1 && sizes.every((size) => size !== 0)
  })
}

/** Rows that have the same in all of the columns, and any amount. */
function groupsBy(keys: readonly ColumnProfile[], amount: ColumnProfile): Groups {
  const textsAt = keys.map(({ rows, values }) => new Map(rows.map((row, place) => [row, values[place]?.trim() ?? ''])))
  const groups = new Map<string, number[]>()
  for (const [place, row] of amount.rows.entries()) {
    const texts = textsAt.map((at) => at.get(row))
    if (amount.sizes[place] === 0 || texts.every((text) => text === undefined)) continue
    const key = JSON.stringify(texts)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()]
}

/** One value in all rows of each group. */
function isRepeated(column: ColumnProfile, groups: Groups): boolean {
  const sizeAt = sizesByRow(column)
  return groups.every((rows) => new Set(rows.map((row) => sizeAt.get(row) ?? 0)).size === 1)
}

const moneyRoles: ReadonlySet<ColumnProfile['role']> = new Set([
  'amount',
  'netAmount',
  'vat',
  'fee',
  'added',
  'discount',
])

function isMoney(column: ColumnProfile): boolean {
  return mayBeMoney(column) || moneyRoles.has(column.role)
}

/** An amount by its name or by its decimals, in every row that it stands in. */
function mayBeMoney({ name, role, filled, figures, values, sizes }: ColumnProfile): boolean {
  if (filled === 0 || figures !== filled || sizes.every((size) => size === 0)) return false
  return role === 'amount' || (role === null && (amountName.test(name) || values.some(hasDecimals)))
}
const amountName = /belopp|summa|total|amount|pris|price|kostnad|cost|betal/i

function sumOf(parts: readonly ColumnProfile[]): number {
  return parts.reduce((all, { sizes }) => all + sizes.reduce((sum, size) => sum + Math.abs(size), 0), 0)
}
