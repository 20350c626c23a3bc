import { normaliseLabel } from '../cells/cell-text.ts'
import { isPendingLabel } from '../words/row-marks.ts'
import { decimalsIn } from './compare-amounts.ts'
import type { ColumnProfile } from './profile-columns.ts'
import { sizesByRow } from './sizes-by-row.ts'

/** What comes to an amount, or goes off it, in columns of its own. */
const addedRoles: ReadonlySet<ColumnProfile['role']> = new Set(['vat', 'fee', 'discount', 'added'])
const mostAdded = 4

/**
 * `Belopp`, `Moms`, `Dricks` and `Totalt`: the column that is the sum of an amount and of what came to it in every row, and
 * more than the amount in some, is what was paid.
 */
export function withAdded(amount: ColumnProfile, profiles: readonly ColumnProfile[]): ColumnProfile {
  const parts = profiles
    .filter((column) => column !== amount && addedRoles.has(column.role) && column.figures > column.filled / 2)
    .slice(0, mostAdded)
  const paid = profiles.filter((column) => isBesideAmount(column, amount) && mayBePaid(column.role))
  // first that with the most parts: `Belopp + moms` may stand in a column of its own too
  for (const chosen of subsetsOf(parts)) {
    const found = paid.find((column) => isSumOf(column, amount, chosen))
    if (found) return found
  }
  return amount
}

/**
 * `Belopp`, `Tillägg 2` and `Summa`: a sum of the amount and of what nobody knows the name of. Whether that was paid too, or
 * is another month's, a person has to say.
 */
export function isOfUnknownSum(amount: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  const isUnknown = ({ role, figures, filled }: ColumnProfile) => role === null && figures > filled / 2
  const sums = profiles.filter((column) => isBesideAmount(column, amount) && column.role === 'amount')
  return sums.some((sum) => profiles.some((column) => isUnknown(column) && isSumOf(sum, amount, [column])))
}

const givenBack =
  /^(?:(?:belopp|amount|varav) )?(?:återbetal\p{L}*|refund(?:ed|s)?|returer(?:at)?|retur|krediterat)(?: (?:belopp|amount))?$/iu
/** What somebody keeps of it: `Privat del`, `Företagets andel`. */
const ownPart =
  /^(?:(?:varav |avgår )?privat(?:a)?(?: (?:del|andel|belopp))?|privat(?:del|andel)|(?:företagets|firmans|bolagets|vår) (?:del|andel)|(?:private|personal|company|business) (?:part|share|portion))$/iu

/** `Återbetalt` or `Privat del` beside `Belopp` in the same rows: whether the one is in the other a person has to say. */
export function isGivenBackBeside(amount: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  const sizeIn = sizesByRow(amount)
  const isBoth = ({ rows, sizes }: ColumnProfile) =>
    rows.some((row, place) => sizes[place] !== 0 && (sizeIn.get(row) ?? 0) !== 0)
  return profiles.some(
    (column) => column !== amount && column.figures === column.filled && isOfPart(column.name) && isBoth(column),
  )
}

/** What stands in them besides what was paid. */
const besideRoles: ReadonlySet<ColumnProfile['role']> = new Set([...addedRoles, 'balance', 'netAmount', 'rate'])

/**
 * `Belopp SEK` of 0,00 in every row in which `Belopp EUR` has a sum, as `Köp` has beside `Inbetalning`: what those rows moved would be
 * left out as nothing. Which of the two is meant a person has to say.
 */
export function isNothingBeside(amount: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  const nothing = new Set(amount.rows.filter((_, place) => /^[^1-9]*0[^1-9]*$/.test(amount.values[place] ?? '')))
  const holdsRest = ({ rows, sizes }: ColumnProfile) => {
    const moved = rows.filter((_, place) => sizes[place] !== 0)
    return moved.length > 0 && moved.every((row) => nothing.has(row))
  }
  const isMoney = (column: ColumnProfile) =>
    column.figures === column.filled && decimalsIn(column) > 0 && !besideRoles.has(column.role)
  const isWaiting = ({ name }: ColumnProfile) => isPendingLabel(normaliseLabel(name))
  return profiles.some((column) => column !== amount && isMoney(column) && !isWaiting(column) && holdsRest(column))
}

/** What it holds is given back of an amount, or a part of it. */
export function isOfPart(name: string): boolean {
  return givenBack.test(name) || ownPart.test(name.replace(/ \((?:kr|sek)\)$/i, ''))
}

function isBesideAmount({ index, filled, figures }: ColumnProfile, amount: ColumnProfile): boolean {
  return index !== amount.index && filled === amount.filled && figures > filled / 2
}

function mayBePaid(role: ColumnProfile['role']): boolean {
  return !addedRoles.has(role) && role !== 'balance'
}

function subsetsOf(parts: readonly ColumnProfile[]): ColumnProfile[][] {
  const all = Array.from({ length: 2 ** parts.length }, (_, mask) =>
    parts.filter((_part, place) => Math.floor(mask / 2 ** place) % 2 === 1),
  )
  return all.filter(({ length }) => length > 0).sort((a, b) => b.length - a.length)
}

function isSumOf(paid: ColumnProfile, amount: ColumnProfile, parts: readonly ColumnProfile[]): boolean {
  const sizes = parts.map(sizesByRow)
  // each of them counts in some row, or it was not added
  if (parts.some((part) => part.sizes.every((size) => size === 0))) return false
  return amount.rows.every((row, place) => {
    const size = amount.sizes[place] ?? 0
    const added = parts.reduce((sum, { role }, part) => sum + shareOf(role, sizes[part]?.get(row) ?? 0, size), 0)
    return paid.rows[place] === row && paid.sizes[place] === size + added
  })
}

/** The amount says which way the money went; a discount is taken off it, with or without a minus. What is rounded off has a sign. */
function shareOf(role: ColumnProfile['role'], share: number, amount: number): number {
  if (role === 'added' && share < 0 && amount > 0) return share
  return (amount < 0 === (role === 'discount') ? 1 : -1) * Math.abs(share)
}
