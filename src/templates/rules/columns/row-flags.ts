import type { ChoiceRule, FieldSource } from '../../contract.ts'
import { looksNegative } from '../cells/amounts.ts'
import { normaliseLabel } from '../cells/cell-text.ts'
import { looksLikeDate } from '../cells/dates.ts'
import { refOf } from '../mapping/table-columns.ts'
import { spacedName } from '../words/header-words.ts'
import type { ColumnProfile } from './profile-columns.ts'

/** `Makulerad`: a yes takes the row back. */
const voidNames = namesOf(
  `makulerad | makulerat | makulerade | annullerad | annullerat | avbruten | avbrutet | avbokad | avbokat | nekad | nekat |
  avvisad | avvisat | avbeställd | avbeställt | borttagen | raderad | ogiltig | cancelled | canceled | is cancelled | is canceled | void | voided |
  is void | is voided | declined | is declined | rejected | deleted | is deleted | annulleret | annullert | kansellert |
  slettet | storniert | storno`,
)
/** `Kreditfaktura`: a yes turns the amount around, where it has no sign of its own. */
const creditNames = namesOf(
  `kreditfaktura | kredit | kreditnota | kredit? | credit | credit note | credit invoice | credit memo | is credit |
  is credit note | kredittnota | gutschrift | retur | refund | is refund | återköp | kreditering`,
)
export const yes = ['ja', 'j', 'yes', 'y', 'true', 'sant', 'sann', 'x']
export const no = ['nej', 'nei', 'n', 'no', 'false', 'falskt', 'falsk']
const answers = new Set([...yes, ...no])

export function namesOf(names: string): ReadonlySet<string> {
  return new Set(names.split('|').map(normaliseLabel))
}

/** Names of columns in which a yes takes the row back or turns it around. */
export function isTakenBackName(label: string): boolean {
  return voidNames.has(label) || creditNames.has(label)
}

/** `isVoided`, `credit_note`, `Makulerad?` as a person writes them. */
export function flagName({ name }: Pick<ColumnProfile, 'name'>): string {
  return normaliseLabel(spacedName(name)).replace(/\?$/, '')
}

export function isYes(value: string): boolean {
  return yes.includes(normaliseLabel(value))
}

function isAnswer(value: string): boolean {
  return answers.has(normaliseLabel(value))
}

/** `0` and `1`, which in a column called `Kredit` may be kronor. */
function isFigureOfFlag(value: string): boolean {
  return /^[01]$/.test(value.trim())
}

/** Yes or no, in a word or as `1` and `0`. */
export function isFlag(value: string): boolean {
  return isAnswer(value) || isFigureOfFlag(value)
}

/** Where no row has an answer the column is empty in most files, and a later one may say yes. */
export function findVoidFlag(profiles: readonly ColumnProfile[]): ColumnProfile | undefined {
  return profiles.find(
    (column) => voidNames.has(flagName(column)) && column.values.every((value) => isFlag(value) || isDay(value)),
  )
}

/** The day on which a row was taken back is a yes too. */
export function voidRules(column: ColumnProfile): ChoiceRule[] {
  const from = refOf(column)
  const days = dayStarts.map((text): ChoiceRule => ({ from, match: 'starts', text, value: voided }))
  const figure: ChoiceRule = { from, match: 'equals', text: '1', value: voided }
  return [...rulesOf(column, voided), figure, ...(column.values.some(isDay) ? days : [])]
}
const voided = 'voided'
/** Not `0`, which says no beside them. */
const dayStarts = [...'123456789'.split('').map((figure) => `0${figure}`), '1', '2', '3']

function isDay(value: string): boolean {
  return /^[0-3]\d/.test(value.trim()) && looksLikeDate(value)
}

export function findCreditFlag(profiles: readonly ColumnProfile[]): ColumnProfile | undefined {
  return profiles.find(
    (column) => column.filled > 0 && creditNames.has(flagName(column)) && column.values.every(isAnswer),
  )
}

const countNames = namesOf(
  'antal | kvantitet | liter | volym | quantity | qty | volume | litres | liters | antall | menge | anzahl',
)

/** Of goods that a row may give back: `-1` beside an amount without a sign. */
export function findCount(profiles: readonly ColumnProfile[]): ColumnProfile | undefined {
  return profiles.find(
    (column) => countNames.has(flagName(column)) && column.figures === column.filled && isOfBothSigns(column),
  )
}

function isOfBothSigns({ values }: ColumnProfile): boolean {
  return values.some(looksNegative) && !values.every(looksNegative)
}

/** Where less than nothing was bought the row gives something back. */
export function kindByCount(column: ColumnProfile): FieldSource {
  const rules = ['-', '\u2212'].map(
    (text): ChoiceRule => ({ from: refOf(column), match: 'starts', text, value: 'credit note' }),
  )
  return { kind: 'choose', rules, otherwise: null }
}

/** The kind of a row as rules that a person can read and change: where `Kreditfaktura` is `Ja` it gives something back. */
export function kindByFlag(column: ColumnProfile): FieldSource {
  return { kind: 'choose', rules: rulesOf(column, 'credit note'), otherwise: null }
}

function rulesOf(column: ColumnProfile, value: string): ChoiceRule[] {
  return yes.map((text) => ({ from: refOf(column), match: 'equals', text, value }))
}
