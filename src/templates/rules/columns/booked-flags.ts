import type { ChoiceRule } from '../../contract.ts'
import { normaliseLabel } from '../cells/cell-text.ts'
import { refOf } from '../mapping/table-columns.ts'
import type { ColumnProfile } from './profile-columns.ts'
import { flagName, isFlag, no, yes } from './row-flags.ts'

/** `Pending`, `Reserverad`: yes is a row that the bank has not booked. */
const pendingNames = new Set(
  [
    ...['pending', 'is pending', 'reserverad', 'reserverat', 'reservert', 'reserveret', 'reserved', 'preliminär'],
    ...['preliminärt', 'prel', 'prel.', 'preliminary', 'väntande', 'ej bokförd', 'ej bokfört', 'obokförd'],
    ...['foreløpig', 'ikke bokført', 'ikke bogført', 'not booked', 'not posted', 'uncleared'],
  ].map(normaliseLabel),
)
/** `Bokförd`, `Posted`: no is one. */
const bookedNames = new Set(
  [
    ...['bokförd', 'bokfört', 'bokförd av banken', 'bokført', 'bogført', 'booked', 'is booked', 'posted', 'is posted'],
    ...['cleared', 'is cleared', 'settled', 'is settled', 'gebucht'],
  ].map(normaliseLabel),
)
const saysYes = [...yes, '1']
const saysNo = [...no, '0']

/** In a company's own list they say whether it has entered a purchase in its own books; in a bank's, whether the bank has. */
const twoSided = new Set(
  [
    'bokförd',
    'bokfört',
    'bokført',
    'bogført',
    'ej bokförd',
    'ej bokfört',
    'obokförd',
    'ikke bokført',
    'ikke bogført',
  ].map(normaliseLabel),
)
/** With a question mark they are a person's words. */
const asked = new Set([
  ...twoSided,
  ...['booked', 'is booked', 'posted', 'not booked', 'not posted'].map(normaliseLabel),
])

function holdsFlags({ values }: ColumnProfile): boolean {
  return values.length > 0 && values.every(isFlag)
}

/** `Bokförd?`: banks ask nothing. */
function asksOfOwn({ name }: Pick<ColumnProfile, 'name'>): boolean {
  return name.trim().endsWith('?') && asked.has(flagName({ name }))
}

/** Whether the company keeps it: so it asks, or marks with a cross, or no balance stands beside it, which banks write. */
function isOwn(column: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  if (asksOfOwn(column)) return true
  if (!twoSided.has(flagName(column))) return false
  const isCrossed = column.values.some((value) => normaliseLabel(value) === 'x')
  return isCrossed || !profiles.some(({ role, figures }) => role === 'balance' && figures > 0)
}

/** A name by which a yes says that the company has entered the purchase, wherever it stands. */
export function saysEntered(name: string): boolean {
  return asksOfOwn({ name }) && !pendingNames.has(flagName({ name }))
}

/** What a column says of a purchase that the company has entered already: yes under `Bokförd?`, no under `Ej bokförd?`. */
export function enteredWords(column: ColumnProfile, profiles: readonly ColumnProfile[]): readonly string[] | null {
  if (!isNamed(column) || !holdsFlags(column) || !isOwn(column, profiles)) return null
  return pendingNames.has(flagName(column)) ? saysNo : saysYes
}

/** A column that says yes or no to whether the bank has booked a row, under either name. */
export function findBookedFlag(profiles: readonly ColumnProfile[]): ColumnProfile | undefined {
  return profiles.find((column) => isNamed(column) && holdsFlags(column) && !isOwn(column, profiles))
}

function isNamed(column: ColumnProfile): boolean {
  return pendingNames.has(flagName(column)) || bookedNames.has(flagName(column))
}

/** The state of a row as rules that a person can read and change: where `Bokförd` is `Nej` it is pending. */
export function bookedRules(column: ColumnProfile): ChoiceRule[] {
  const words = pendingNames.has(flagName(column)) ? saysYes : saysNo
  return words.map((text) => ({ from: refOf(column), match: 'equals', text, value: 'pending' }))
}
