import type { ChoiceRule } from '../contract.ts'
import { normaliseLabel } from './cell-text.ts'
import type { ColumnProfile } from './profile-columns.ts'
import { flagName } from './row-flags.ts'
import { unclearState } from './row-marks.ts'
import { refOf } from './suggest-by-format.ts'

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
const yes = ['ja', 'j', 'yes', 'y', 'true', 'sant', 'sann', '1', 'x']
const no = ['nej', 'nei', 'n', 'no', 'false', 'falskt', 'falsk', '0']
const answers = new Set([...yes, ...no])

/** In a company's own list they say whether it has entered a purchase in its own books; in a bank's, whether the bank has. */
const twoSided = new Set(['bokförd', 'bokfört', 'bokført', 'bogført'].map(normaliseLabel))

function isFlag({ values }: ColumnProfile): boolean {
  return values.length > 0 && values.every((value) => answers.has(normaliseLabel(value)))
}

/** A column that says yes or no to whether the bank has booked a row, under either name. */
export function findBookedFlag(profiles: readonly ColumnProfile[]): ColumnProfile | undefined {
  const isNamed = (label: string) => pendingNames.has(label) || bookedNames.has(label)
  return profiles.find((column) => isNamed(flagName(column)) && isFlag(column))
}

/**
 * The state of a row as rules that a person can read and change: where `Bokförd` is `Nej` it is pending. Without a balance
 * beside it, which banks write, nobody can tell who has not booked it.
 */
export function bookedRules(column: ColumnProfile, profiles: readonly ColumnProfile[]): ChoiceRule[] {
  const words = pendingNames.has(flagName(column)) ? yes : no
  const from = refOf(column)
  const isOfBank =
    !twoSided.has(flagName(column)) || profiles.some(({ role, figures }) => role === 'balance' && figures > 0)
  const value = isOfBank ? 'pending' : unclearState
  return words.map((text) => ({ from, match: 'equals', text, value }))
}
