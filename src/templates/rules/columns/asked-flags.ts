import type { ChoiceRule } from '../../contract.ts'
import { normaliseLabel } from '../cells/cell-text.ts'
import { refOf } from '../mapping/table-columns.ts'
import { isIncome, isOutgoing, saysDifferent, saysOnlyDirections } from '../words/directions.ts'
import { isAllowance, isPrivate } from '../words/doubted-words.ts'
import { unclearState } from '../words/payment-states.ts'
import { enteredWords } from './booked-flags.ts'
import { negativesIn } from './compare-amounts.ts'
import type { ColumnProfile } from './profile-columns.ts'
import { flagName, isFlag, namesOf, yes } from './row-flags.ts'

/** A yes says that the row may be no invoice of the company's: somebody's own purchase, one given back, or one that is entered. */
const askedNames = namesOf(
  `privat | privat köp | privatköp | privata köp | eget uttag | private | is private | is personal |
  personal expense | private expense | återbetald | återbetalt | återbetalad | refunded | is refunded | reklamerad |
  reklamerat | returnerad | returnerat | tvist | bestridd | disputed | is disputed | dubblett | dublett | dubbel |
  reimbursable | is reimbursable | to be reimbursed | reimburse | återbetalas | ska återbetalas | ersätts | privat utlägg | eget utlägg | utlägg |
  personligt utlägg | betalt privat | betald privat | privat betalt | privat betald | eget kort | privat kort | egna pengar | out of pocket | out-of-pocket |
  paid personally | personal card | employee paid | paid by employee | own money | duplicate | is duplicate | inlagd | inlagt | införd | infört | registrerad | registrerat | redan bokförd | redan bokfört`,
)
/** `Bokförd i Fortnox`, `Fakturanr i Fortnox`: a number there says it too. */
const inBooks = /(?:^| )(?:i|in) (?:fortnox|visma|bokio|björn lundén|bokföringen|bokföringssystemet|redovisningen)$/
/** Names of columns in which a yes says that a person has to look. */
export function isAskedName(label: string): boolean {
  return askedNames.has(label) || inBooks.test(label)
}

/** Kept by hand: a bank marks nothing with a cross. */
const crossedNames = namesOf('bokförda | konterad | konterat')

/** `Ver.nr`: what stands in some rows only is entered in the books. A bank numbers all, with longer numbers. */
const voucherNames = namesOf(
  `ver | ver. | ver nr | ver.nr | ver. nr | ver.nr. | vernr | verifikat | verifikatnr | verifikatnummer | verifikat nr | verifikation |
  verifikationsnr | verifikationsnummer | verifikations nr | voucher | voucher no | voucher no. | voucher number | bilag | bilagsnr | bilagsnummer`,
)
const voucherNumber = /^\p{L}{0,4}[ :/-]?\d{1,6}$/u

/** `Personal` is staff in Swedish. */
const ownWords = new Set([
  ...['privat', 'privatköp', 'privat köp', 'private', 'egna pengar', 'utlägg anställd', 'anställds utlägg'],
  ...['out of pocket', 'out-of-pocket', 'own money'],
])
const longestWord = 20
const meansName =
  /^(?:(?:betal|betalnings)(?:sätt|metod|medel|form|typ)|(?:betald|betalt|betalat) med|(?:payment|expense|spend) (?:method|type|source)|paid with|paid by|method|metod)$/
const cardMeans =
  /(?<!(?:gift|sim|present|vykorts?|post|greeting|id|gåvo|visit|jul|grattis)[ -]?)(?:kort|card|visa|amex|eurocard)$|^(?:kort|card|visa|mastercard)(?!\p{L})/u
/** How a purchase was paid that the card did not pay. */
const otherMeans = [
  ...['faktura', 'invoice', 'kontant', 'kontanter', 'kontantkassa', 'cash', 'swish', 'privat', 'privat kort'],
  ...['eget kort', 'privatkort', 'eget utlägg', 'utlägg', 'egna medel', 'private card', 'personal card', 'own card'],
  ...['reimbursement', 'reimbursable', 'employee reimbursement', 'reimburse', 'out of pocket', 'out-of-pocket'],
  ...['personal funds', 'employee', 'egna pengar', 'utlägg anställd', 'anställds utlägg', 'anställd', 'own money'],
  ...['autogiro', 'bankgiro', 'plusgiro', 'banköverföring', 'bank transfer'],
]
/** Said so in every row too: of a list of what employees have paid themselves. */
const ofEmployee =
  /^(?:employee )?reimburs(?:ement|able|e)$|^out[ -]of[ -]pocket$|^egna (?:pengar|medel)$|^(?:eget )?utlägg|^anställds utlägg$|^own money$/

/** Rows of which a person has to say whether they become invoices, by rules that a person can read and change. */
export function askedRules(profiles: readonly ColumnProfile[]): ChoiceRule[] {
  const rows = Math.max(0, ...profiles.map(({ filled }) => filled))
  const isUnsigned = !profiles.some((column) => column.role === 'amount' && negativesIn(column) > 0)
  return profiles.flatMap((column) => {
    const words = enteredWords(column, profiles) ?? [
      ...new Set([...askedWords(column, rows), ...(isUnsigned ? incomeWords(column) : [])]),
    ]
    const from = refOf(column)
    const rules = words.map((text): ChoiceRule => ({ from, match: 'equals', text, value: unclearState }))
    const isNumbered = inBooks.test(flagName(column)) && !column.values.every(isFlag)
    const mayBeNumbered = isNumbered || isVoucher(column, rows) || isEmptyVoucher(column, profiles)
    return mayBeNumbered ? [...rules, anyNumberIn(column)] : rules
  })
}

/** Nothing of the sample is entered yet; the numbers that a bank gives its rows stand beside a balance. */
function isEmptyVoucher(column: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  return column.filled === 0 && isVoucherName(flagName(column)) && !profiles.some(({ role }) => role === 'balance')
}

/** A column in which a number says that the row is entered in the books. */
export function isVoucherName(label: string): boolean {
  return voucherNames.has(label) || inBooks.test(label)
}

export function isVoucherNumber(text: string): boolean {
  return voucherNumber.test(text.trim())
}

function isVoucher(column: ColumnProfile, rows: number): boolean {
  const isOfSome = column.filled > 0 && column.filled < rows
  return isOfSome && voucherNames.has(flagName(column)) && column.values.every(isVoucherNumber)
}

function askedWords(column: ColumnProfile, rows: number): readonly string[] {
  const { values, role, filled, distinct } = column
  const name = flagName(column)
  const own = role === 'merchant' || role === 'holder' ? [] : [...new Set(values.map(normaliseLabel))].filter(isOwnCost)
  if (isAskedName(name) && values.every(isFlag)) return yes
  if (crossedNames.has(name) && values.length > 0 && values.every((value) => normaliseLabel(value) === 'x'))
    return ['x']
  if (meansName.test(name)) {
    const labels = values.map(normaliseLabel)
    if (labels.some((label) => cardMeans.test(label))) return [...new Set([...otherMeans, ...own.slice(0, mostOwn)])]
    return [...new Set([...labels.filter((label) => ofEmployee.test(label)), ...own])].slice(0, mostOwn)
  }
  const isOfAll = distinct === 1 && filled === rows // what the account is called
  if (name === '' || role === 'merchant' || role === 'holder' || isOfAll) return own.slice(0, mostOwn)
  const short = values.filter((value) => value.length <= longestWord)
  const words = [...new Set(short.map(normaliseLabel))].filter((value) => ownWords.has(value))
  return [...new Set([...words, ...own.slice(0, mostOwn)])]
}
const mostOwn = 20

/** Beside income, what only moves money of the company's own, or is paid to those who work there. */
const movedBeside = new Set([
  'överföring',
  'överföringar',
  'transfer',
  'transfers',
  'sparande',
  'lön',
  'löner',
  'salary',
])

/**
 * Of a list kept by hand, whose amounts have no sign: what came in, by its kind. One in which every row says `Inkomst` or `Utgift`
 * tells the direction.
 */
function incomeWords(column: ColumnProfile): readonly string[] {
  const { values, role } = column
  if (flagName(column) === '' || role === 'merchant' || role === 'holder') return []
  if (saysOnlyDirections(values) && saysDifferent(values)) return []
  const labels = [...new Set(values.filter(({ length }) => length <= longestWord).map(normaliseLabel))]
  const isOfBoth = labels.some((label) => isIncome(label) || isOutgoing(label))
  return labels.filter((label) => isIncome(label) || (isOfBoth && movedBeside.has(label)))
}

/** Kinds of expenses that no shop was paid for, or not by the company. */
function isOwnCost(label: string): boolean {
  return label.length <= 40 && (isAllowance(label) || isPrivate(label))
}

/** `1412`, `A12`, `LB-7`: whatever letters stand before it. */
function anyNumberIn(column: ColumnProfile): ChoiceRule {
  return { from: refOf(column), match: 'has-figure', text: '', value: unclearState }
}
