import type { FieldSource, TargetField, TemplateMapping } from '../../contract.ts'
import type { BuiltInFormat } from '../../formats/built-in-format.ts'
import { hasLostSign, looksLikeNumber, looksNegative, saysSide } from '../cells/amounts.ts'
import { normaliseLabel, startsWithAny } from '../cells/cell-text.ts'
import { isBalanceBefore } from '../columns/compare-amounts.ts'
import { isPurchaseType } from '../columns/guess-types.ts'
import { type ColumnProfile, columnOf } from '../columns/profile-columns.ts'
import { isBalanceOf } from '../columns/running-balance.ts'
import { accountMovements, otherMovements, saysMoneyIn } from '../words/account-movements.ts'
import {
  cardPayments,
  isCardBillPaid,
  isCardPaymentLabel,
  isDeposit,
  isPaidFromAccount,
  isPaidIn,
  isPaidToNobody,
} from '../words/card-payments.ts'
import { isIncoming, isOutgoing } from '../words/directions.ts'
import { isOfNoShop, saysMoneyBack } from '../words/doubted-words.ts'
import { isPerson } from '../words/given-names.ts'
import { isRefundLabel } from '../words/row-marks.ts'
import { isRefundType } from '../words/type-words.ts'

/** A card's format says the sign, unless the rows say otherwise: by what pays the card, or all but all of them. */
export function decideSign(
  columns: readonly ColumnProfile[],
  fields: Partial<Record<TargetField, FieldSource>>,
  account: 'card' | 'bank',
  format: BuiltInFormat | null,
  isSaidAccount = false,
): { rule: TemplateMapping['signRule']; isOpen: boolean } {
  const known = format?.signRule
  if (known && (account === 'bank' || (known !== 'as-is' && known !== 'inverted')))
    return { rule: known, isOpen: false }
  const guessed = guessSignRule(columns, fields, account, isSaidAccount)
  const amounts = columnOf(columns, fields.total)?.values ?? []
  // that they were minuses is likely and no more
  if (!known) return { ...guessed, isOpen: guessed.isOpen || amounts.some(hasLostSign) }
  if (guessed.rule === known) return { rule: known, isOpen: false }
  const byPayment = signOfPayment(columns, fields)
  if (byPayment) return { rule: byPayment.rule, isOpen: false }
  const negative = amounts.filter(looksNegative).length
  const contrary = known === 'as-is' ? negative : amounts.length - negative
  const isOpen = amounts.length >= fewestContrary && contrary >= amounts.length * 0.9
  return { rule: known, isOpen }
}

/** One row or two may well be refunds and nothing else. */
const fewestContrary = 3

/**
 * The sign of purchases by the first row with which the card's bill was paid. `isCertain`: rows of the other sign stand
 * beside it, or nothing but such rows; a file of nothing but minuses may as well be an account's.
 */
function signOfPayment(
  columns: readonly ColumnProfile[],
  fields: Partial<Record<TargetField, FieldSource>>,
): { rule: 'as-is' | 'inverted'; isCertain: boolean } | null {
  const amounts = columnOf(columns, fields.total)?.values ?? []
  const texts = columnOf(columns, fields.merchant)?.values ?? []
  const types = columnOf(columns, fields.type)?.values ?? []
  const starts = cardPayments.map(normaliseLabel)
  const isOfAccount = (label: string) => isPaidIn(label) && (isOfNoShop(label) || !mayBeToCard(label))
  const pays = (label: string) => startsWithAny(label, starts) || isDeposit(label) || isCardBillPaid(label)
  const isOut = (label: string, row: number) => looksNegative(amounts[row] ?? '') && isOfAccount(label)
  const saysPaid = (label: string, row: number) => pays(label) && !isOut(label, row)
  const isPaid = (row: number) =>
    (texts.length === amounts.length && saysPaid(normaliseLabel(texts[row] ?? ''), row)) ||
    (types.length === amounts.length && isDeposit(normaliseLabel(types[row] ?? '')))
  const paid = amounts.filter((_, row) => isPaid(row))
  // one that cannot be read (`?5 000,00`) or is nothing says no sign
  const signed = paid.find((amount) => looksLikeNumber(amount) && /[1-9]/.test(amount))
  if (signed === undefined) return null
  const negative = amounts.filter(looksNegative).length
  if (looksNegative(signed))
    return { rule: 'as-is', isCertain: negative < amounts.length || paid.length === amounts.length }
  return negative > 0 ? { rule: 'inverted', isCertain: true } : null // the bank may write what is paid in without a sign too
}

/** `Inbetalning Fora` and `Inbetalning Skatteverket` are paid by an account. */
function mayBeToCard(label: string): boolean {
  return (
    isPaidToNobody(label) ||
    isCardPaymentLabel(label) ||
    /^in\p{L}+[ .,!-]+(?:tack|takk?|mottatt|modtaget)(?!\p{L})/u.test(label)
  )
}

/** By what pays the card, then by what is marked as a purchase, then by what most rows are. */
function guessSignRule(
  columns: readonly ColumnProfile[],
  fields: Partial<Record<TargetField, FieldSource>>,
  account: 'card' | 'bank',
  isSaidAccount: boolean,
): { rule: TemplateMapping['signRule']; isOpen: boolean } {
  const found = signByRows(columns, fields, account)
  if (found)
    return {
      rule: found,
      isOpen: found === 'inverted' && account === 'bank' && isAllIncoming(columns, fields, isSaidAccount),
    }
  const amounts = columnOf(columns, fields.total)?.values ?? []
  const moved = amounts.filter((amount) => /[1-9]/.test(amount)) // rows of 0 say neither
  const negative = moved.filter(looksNegative).length
  const fewer = Math.min(negative, moved.length - negative)
  const isOpen = fewer * 3 >= moved.length && moved.length > 0
  // what came in to an account beside its number has no minus either
  const isOfAccount = columns.some(({ role, filled }) => role === 'accountNumber' && filled > 0)
  const mayBeIn = moved.length === 1 && (negative === 1 || isOfAccount)
  return {
    rule: negative > moved.length / 2 ? 'inverted' : 'as-is',
    isOpen:
      isOpen ||
      (moved.length === 0 && amounts.length > 0) ||
      mayBeIn ||
      (fewer === 0 && areAllBack(columns, moved.length)),
  }
}

/** `Kommentar` says of every row that it was given back, and no row has the sign of a purchase to tell theirs by. */
function areAllBack(columns: readonly ColumnProfile[], rows: number): boolean {
  return (
    rows >= fewestContrary &&
    columns.some(
      ({ filled, values }) => filled >= rows && values.every((value) => saysMoneyBack(normaliseLabel(value))),
    )
  )
}

/**
 * Nothing left the account, were its minuses not lost, or less than came in while its texts alone say account: of rows that nothing
 * calls money in a person must say it.
 */
function isAllIncoming(
  columns: readonly ColumnProfile[],
  fields: Partial<Record<TargetField, FieldSource>>,
  isSaidAccount: boolean,
): boolean {
  const total = columnOf(columns, fields.total)
  const amounts = total?.values ?? []
  const negative = amounts.filter(looksNegative).length
  if (amounts.length === 0 || (negative > 0 && (negative * 2 > amounts.length || isSaidAccount))) return false
  const isCounted = columns.some((column) => column.role === 'balance' && total && isBalanceOf(column, total))
  const labelled = [fields.merchant, fields.type].map((source) => columnOf(columns, source)?.values ?? [])
  const saysIn = (row: number) =>
    labelled.some(
      (texts) =>
        texts.length === amounts.length && saysMoneyIn(normaliseLabel(texts[row] ?? ''), isCounted || negative > 0),
    )
  const isOfAccount = (row: number) =>
    saysIn(row) ||
    labelled.some((texts) => isOfAnAccount(normaliseLabel(texts[row] ?? ''), looksNegative(amounts[row] ?? '')))
  if (negative > 0 && columns.some(({ role, filled }) => role === 'accountNumber' && filled > 0)) return false
  const balance = columns.find(({ role, figures }) => role === 'balance' && figures > 0)
  // a card's debt has a balance too, which rises by what was bought
  if (negative > 0 && balance)
    return isCounted && !isBalanceBefore(balance) && !amounts.some((_, row) => isOfAccount(row))
  return !amounts.every((amount, row) => looksNegative(amount) || saysIn(row))
}

/** What is paid to or from an account, a person, or a bank for itself, on a card by a minus no more than a purchase is. */
function isOfAnAccount(label: string, isNegative: boolean): boolean {
  if (isNegative && (isPurchaseType(label) || ofBank.test(label))) return true
  if (isPerson(label) || isCardPaymentLabel(label) || isPaidFromAccount(label) || isPaidIn(label) || isOfNoShop(label))
    return true
  return startsWithAny(label, movements)
}
const ofBank = /avgift|bankkonto|(?<!\p{L})(?:ränta|fees?|gebyr|interest)(?!\p{L})/u
const movements = [...accountMovements, ...otherMovements].map(normaliseLabel)

/** Null where only their number speaks for one sign or the other. */
function signByRows(
  columns: readonly ColumnProfile[],
  fields: Partial<Record<TargetField, FieldSource>>,
  account: 'card' | 'bank',
): TemplateMapping['signRule'] | null {
  if (fields.amountOut) return 'two-columns'
  const amounts = columnOf(columns, fields.total)?.values ?? []
  const negative = amounts.filter(looksNegative).length
  if (fields.direction && (negative === 0 || !followsDirection(amounts, columnOf(columns, fields.direction))))
    return 'direction'
  if (amounts.some(saysSide)) return 'as-is' // `12.00 DR` was paid, on an account too
  if (account === 'bank') return 'inverted'
  const byPayment = signOfPayment(columns, fields)
  if (byPayment?.isCertain) return byPayment.rule
  const types = columnOf(columns, fields.type)?.values ?? []
  const bought = types.length === amounts.length ? amounts.filter((_, index) => isPurchaseType(types[index] ?? '')) : []
  const paidOut = bought.filter(looksNegative).length
  if (paidOut * 2 !== bought.length) return paidOut * 2 > bought.length ? 'inverted' : 'as-is'
  const given = signOfRefunds(amounts, types, columnOf(columns, fields.merchant)?.values ?? [])
  if (given) return given
  // who writes `+500,00` beside `-12,50` in more rows means what came in by it, unless most rows have neither
  const positive = amounts.filter((amount) => /^\s*\+/.test(amount)).length
  const isSigned = negative * 2 >= amounts.length - positive
  return positive > 0 && negative >= positive && isSigned ? 'inverted' : null
}

/** Most of what went out has the sign of all that came in: a minus is what was taken back. */
function followsDirection(amounts: readonly string[], directions: ColumnProfile | undefined): boolean {
  const words = directions?.values ?? []
  if (words.length !== amounts.length) return true
  const [out, back] = [isOutgoing, isIncoming].map((isOf) => amounts.filter((_, row) => isOf(words[row] ?? '')))
  const minuses = out?.filter(looksNegative).length ?? 0
  return !back?.length || back.some(looksNegative) || minuses * 2 >= (out?.length ?? 0)
}

/** Where at least half of the rows of a sign say that they gave something back. */
function signOfRefunds(
  amounts: readonly string[],
  types: readonly string[],
  texts: readonly string[],
): 'as-is' | 'inverted' | null {
  const labelOf = (column: readonly string[], row: number) =>
    column.length === amounts.length ? normaliseLabel(column[row] ?? '') : ''
  const gives = (row: number) => {
    const type = labelOf(types, row)
    return isRefundType(type) || [type, labelOf(texts, row)].some(isRefundLabel)
  }
  const [back, paid] = [amounts.filter((_, row) => gives(row)), amounts.filter((_, row) => !gives(row))]
  const isLess = (sign: boolean) => {
    const own = back.filter((amount) => looksNegative(amount) === sign).length
    return own === back.length && own > 0 && own >= paid.filter((amount) => looksNegative(amount) === sign).length
  }
  if (isLess(true)) return 'as-is'
  return isLess(false) && paid.some(looksNegative) ? 'inverted' : null
}
