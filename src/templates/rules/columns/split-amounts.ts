import type { FieldSource } from '../../contract.ts'
import { normaliseLabel } from '../cells/cell-text.ts'
import { labelOf, refOf } from '../mapping/table-columns.ts'
import { rankOfRate, saysWithoutTax } from '../words/header-words.ts'
import { isMostlyWithin, isTaxOnTop } from './compare-amounts.ts'
import { type ColumnProfile, hasDecimals } from './profile-columns.ts'

/** An amount in parts, and what its columns are called. */
export type SplitAmount = { source: FieldSource; label: string }

export function sumOfColumns(columns: readonly ColumnProfile[]): SplitAmount {
  return { source: { kind: 'sum', from: columns.map(refOf) }, label: columns.map(labelOf).join(' + ') }
}

const oreName = /^(?:.* )?(?:ören?|ore|øre|cent|cents)$/
const whole = /^[-+\u2212]?[\d \u00a0.,]*\d$/

/**
 * Columns of öre, each by the column of whole kronor beside it, most often to the left: `Kr` and `Öre`. Such a column is no
 * amount of its own, and the kronor are none without it.
 */
export function findOre(profiles: readonly ColumnProfile[]): ReadonlyMap<number, ColumnProfile> {
  const found = new Map<number, ColumnProfile>()
  for (const [place, ore] of profiles.entries()) {
    const isPart = ore.filled > 0 && ore.values.every((value) => /^\d{1,2}$/.test(value.trim()))
    if (!isPart || !isOreName(ore)) continue
    const beside = [profiles[place - 1], profiles[place + 1], ...profiles.filter(({ role }) => role === 'amount')]
    const kronor = beside.find((column) => column && isWhole(column) && !found.has(column.index))
    if (kronor) found.set(kronor.index, ore)
  }
  return found
}

function isOreName({ name }: ColumnProfile): boolean {
  return oreName.test(normaliseLabel(name))
}

function isWhole(column: ColumnProfile): boolean {
  const { role, figures, dates, values } = column
  const mayBe = figures > dates && !isOreName(column) && role !== 'other' && role !== 'card' && role !== 'providerId'
  return mayBe && values.every((value) => whole.test(value.trim()) && !hasDecimals(value))
}

/**
 * What was bought without VAT and the VAT on it, where no column has what was paid: that is their sum. Not beside further
 * amounts that may belong to it, such as freight, nor where what is called net may hold the VAT.
 */
export function findNetAndVat(profiles: readonly ColumnProfile[]): SplitAmount | null {
  const amounts = profiles.filter(({ figures, filled }) => figures > filled / 2)
  const net = amounts.find(({ role }) => role === 'netAmount')
  const only = onlyVat(amounts)
  const vat = only && isAmountOf(only, net) && !(net && mayHoldVat(net, only)) ? only : undefined
  const others = amounts.filter(({ role, values }) => mayBePaid(role) || (role === null && values.some(hasDecimals)))
  return net && vat && others.length === 0 ? sumOfColumns([net, vat]) : null
}

/** `Nettopris` beside `Varav moms`, or beside VAT that it holds as a price does: what was left after a discount. */
function mayHoldVat(net: ColumnProfile, vat: ColumnProfile): boolean {
  return !saysWithoutTax(net.name) && (partName.test(normaliseLabel(vat.name)) || isMostlyWithin(vat, net))
}
const partName = /^(?:varav|därav|herav|heraf|davon|inkluderad|included?) |(?:därav|ingår)$/

/** Of an amount that no name says it of. What was paid then stands nowhere, and a person has to say what this is. */
export function isWithoutVat(amount: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  const vat = onlyVat(profiles)
  return vat !== undefined && vat !== amount && isTaxOnTop(vat, amount)
}

/** `Moms 25 %`, `Moms 12 %`: the VAT of a row is what stands in all of them, where no column has that. */
export function findVatOfRates(profiles: readonly ColumnProfile[]): SplitAmount | null {
  const vat = profiles.filter(({ role }) => role === 'vat')
  const ofRates = vat.filter(({ rank }) => rank === rankOfRate)
  const isWhole = ofRates.length > 1 && ofRates.length <= mostParts && ofRates.some(({ filled }) => filled > 0)
  const isSaid = vat.some(({ rank, filled }) => rank < rankOfRate && filled > 0)
  return isWhole && !isSaid && ofRates.every(holdsAmounts) ? sumOfColumns(ofRates) : null
}
const mostParts = 6

/** Nothing but figures, and not the rate itself; nothing was bought at a rate whose column says 0,00 in all rows. */
function holdsAmounts({ values, filled, figures }: ColumnProfile): boolean {
  const isNothing = values.every((value) => !/[1-9]/.test(value))
  return figures === filled && (isNothing || !values.every((value) => /^(?:6|12|25|0[.,]\d+)$/.test(value.trim())))
}

/** Where each rate has a column of its own, none of them is the VAT of the row. */
export function onlyVat(profiles: readonly ColumnProfile[]): ColumnProfile | undefined {
  const [first, second] = profiles
    .filter(({ role, filled }) => role === 'vat' && filled > 0)
    .sort((a, b) => a.rank - b.rank || b.filled - a.filled)
  return first?.rank === rankOfRate && second ? undefined : first
}

function mayBePaid(role: ColumnProfile['role']): boolean {
  return (
    role === 'amount' ||
    role === 'amountOut' ||
    role === 'foreignAmount' ||
    role === 'fee' ||
    role === 'discount' ||
    role === 'added'
  )
}

/** VAT is less than what it is on; `25` in every row is a rate. */
function isAmountOf(vat: ColumnProfile, net: ColumnProfile | undefined): boolean {
  const isRate = vat.values.every((value) => /^(?:0|6|12|25)(?:[.,]0+)? ?%?$/.test(value.trim()))
  const sum = ({ sizes }: ColumnProfile) => sizes.reduce((total, size) => total + Math.abs(size), 0)
  return net !== undefined && !isRate && sum(vat) <= sum(net) / 2
}
