import type { FieldSource, TargetField } from '../../contract.ts'
import { looksNegative } from '../cells/amounts.ts'
import { isBlank, normaliseLabel, startsWithAny } from '../cells/cell-text.ts'
import { isPurchaseType } from '../columns/guess-types.ts'
import { type ColumnProfile, columnOf } from '../columns/profile-columns.ts'
import { isBalanceOf } from '../columns/running-balance.ts'
import type { LocatedTable } from '../layout/locate-table.ts'
import {
  accountMovements,
  isGivenAsCredit,
  isPaidInOften,
  moneyIn,
  moneyOut,
  onlyIn,
  onlyOut,
  saysMoneyIn,
} from '../words/account-movements.ts'
import { cardPayments, isCardPaymentLabel, isPaidToGiro } from '../words/card-payments.ts'
import { namesCustomer } from '../words/customer-names.ts'
import { isIncome, isOutgoing } from '../words/directions.ts'
import { mayBeRefund } from '../words/doubted-words.ts'
import { markOf } from '../words/row-marks.ts'
import { isNameOfShops, isNameOfSuppliers } from '../words/shop-names.ts'
import { holdsAccounts } from './suggest-merchant.ts'
import { saysMeans } from './suggest-type.ts'

/**
 * A running balance, the account of the other side, columns for money in and out, or money in or out called what moves on an
 * account say bank account. Cards and who holds them say card also beside columns for money in and out.
 */
export function guessAccount(
  columns: readonly ColumnProfile[],
  fields: Partial<Record<TargetField, FieldSource>>,
  table: LocatedTable,
  called = '',
): 'card' | 'bank' {
  // whatever is owed stands beside it
  if (isRefunds(columnOf(columns, fields.amountIn), columnOf(columns, fields.amountOut))) return 'card'
  // beside a number and a due date it is what is left to pay of an invoice
  const isOfInvoices = fields.invoiceNumber !== undefined && fields.dueDate !== undefined
  if (!isOfInvoices && columns.some(({ role, figures }) => role === 'balance' && figures > 0)) return 'bank'
  // `Credit` is what a wallet paid: no bank writes its customer's account so (suggest-sides.ts)
  if (columnOf(columns, fields.amountIn)?.role === 'amountOut') return 'card'
  if (fields.amountIn)
    return isOfCardBeside(columnOf(columns, fields.amountIn), columns, table) ||
      saysCard(columns, fields, table, called)
      ? 'card'
      : 'bank'
  if (columns.some((column) => isOtherSide(column, table.rows.length)) || isHeadedAccount(table)) return 'bank'
  const total = columnOf(columns, fields.total)
  const amounts = total?.values ?? []
  if (amounts.some(looksNegative) && columns.some(isNamedAccount)) return 'bank'
  if (amounts.some(looksNegative) && columns.some(saysMeans)) return 'bank'
  const texts = columnOf(columns, fields.merchant)?.values ?? []
  const labels = texts.length === amounts.length ? texts.map(normaliseLabel) : []
  const isNegative = amounts.some(looksNegative)
    ? amounts.map(looksNegative)
    : signsBeside(columnOf(columns, fields.direction), total)
  const negative = isNegative.filter(Boolean).length
  const isCalledCard = () => saysCard(columns, fields, table, called)
  // `Bg-inbetalning` pays a card's bill too, where each row says its card
  const isInEach = (column: ColumnProfile) => isOfCard(column) && column.filled >= amounts.length
  const paysCard = (label: string) => startsWithAny(label, paymentsOfCard) && (isCalledCard() || columns.some(isInEach))
  const isOfAccount = (label: string, row: number) =>
    isNegative[row] ? startsWithAny(label, onlyOut) : negative > 0 && onlyIn.test(label) && !paysCard(label)
  if (labels.some(isOfAccount)) return 'bank'
  const isOfOneCard = () =>
    isNameOfSuppliers(columnOf(columns, fields.merchant)?.name ?? '') || isCalledCard() || columns.some(isOfCard)
  const types = columnOf(columns, fields.type)?.values ?? []
  const isFromOthers = () =>
    negative === 0
      ? isMoneyIn([texts, types], amounts)
      : negative <= amounts.length / 2 && !types.some(isPurchaseType) && isMostlyFromOthers(labels, isNegative)
  if (isFromOthers() && !isOfOneCard()) return 'bank'
  if (isEarned(columnOf(columns, fields.direction), labels, isNegative) && !columns.some(isOfCard)) return 'bank'
  if (!total || negative <= amounts.length / 2) return 'card'
  if (columns.some((column) => isBlank(column.name) && isBalanceOf(column, total))) return 'bank'
  if (isMovedByType(columnOf(columns, fields.type), isNegative)) return 'bank'
  if (labels.length === 0) return 'card'
  const isPaidOut = (label: string) => startsWithAny(label, moneyOut) || isPaidToGiro(label)
  if (labels.some((label, row) => isNegative[row] && isPaidOut(label))) return 'bank'
  const incoming = labels.filter((_, row) => !isNegative[row])
  const bought = labels.filter((_, row) => isNegative[row])
  // `COOP MEDLEM` beside `COOP` is that shop
  const isCustomer = (label: string) => isPaidByOthers(label) && !(namesCustomer(label) && startsWithAny(label, bought))
  const isIn = (label: string) => (startsWithAny(label, moneyIn) && !paysCard(label)) || isCustomer(label)
  const known = incoming.filter(isIn)
  return known.length > incoming.length / 2 ? 'bank' : 'card'
}

/**
 * A row says by itself that money came in to an account (`Swish från Anna`, `Kundinbetalning 1001`), and with it at least half may have.
 */
function isMoneyIn(texts: readonly (readonly string[])[], { length }: readonly string[]): boolean {
  const rows = texts.filter((column) => column.length === length).map((column) => column.map(normaliseLabel))
  const count = (isCounted: boolean) =>
    Array.from({ length }, (_, row) => rows.some((labels) => saysMoneyIn(labels[row] ?? '', isCounted))).filter(Boolean)
      .length
  if (count(false) > 0 && count(true) * 2 >= length) return true
  const often = rows.filter((labels) => labels.filter(isPaidInOften).length * 2 > length)
  return length > 1 && often.length > 0
}

/** Of what came in beside what has a minus a row says so by itself, and most of it was paid by others than whoever has a card. */
function isMostlyFromOthers(labels: readonly string[], isNegative: readonly boolean[]): boolean {
  const incoming = labels.filter((_, row) => !isNegative[row])
  const known = incoming.filter(isPaidByOthers)
  return known.some((label) => saysMoneyIn(label, false)) && known.length * 2 > incoming.length
}

/** `Kundinbetalning 12`, `Kund 29`, `Swish Anna`: nothing that is put on a card, pays it or is given back on it is called so. */
function isPaidByOthers(label: string): boolean {
  const mayBeOfCard = isCardPaymentLabel(label) || startsWithAny(label, paymentsOfCard)
  return saysMoneyIn(label, true) && !mayBeOfCard && !mayBeRefund(label) && !isGivenAsCredit(label)
}
const paymentsOfCard = cardPayments.map(normaliseLabel)

/** By whose card the rows are, in a column or in headings between them (`5413 **** **** 1234`), or by `Inn på kort`. */
function isOfCardBeside(
  moneyIn: ColumnProfile | undefined,
  columns: readonly ColumnProfile[],
  { sheet }: LocatedTable,
): boolean {
  if (columns.some(isOfCard)) return true
  if (moneyIn && /(?<!\p{L})(?:kort(?:et)?|card)(?!\p{L})/iu.test(moneyIn.name)) return true
  return sheet.rows.some(({ cells }) => {
    const mark = markOf(cells)
    return mark?.kind === 'card' && /^\d{4}/.test(mark.card)
  })
}

/** A heading, or a column of the other side's account, which say it whatever the rows are. */
export function saysAccount(columns: readonly ColumnProfile[], table: LocatedTable): boolean {
  return isHeadedAccount(table) || columns.some((one) => isNamedAccount(one) || isOtherSide(one, table.rows.length))
}

/** Where no amount has a sign, a column beside them may say which rows took money from the account. */
function signsBeside(directions: ColumnProfile | undefined, total: ColumnProfile | undefined): boolean[] {
  const out = new Set(directions?.rows.filter((_, place) => isOutgoing(directions.values[place] ?? '')))
  return total?.rows.map((row) => out.has(row)) ?? []
}

/** `Inkomst` of those from whom nothing was bought: of customers, and no shop's refund. */
function isEarned(
  directions: ColumnProfile | undefined,
  labels: readonly string[],
  isNegative: readonly boolean[],
): boolean {
  if (!directions?.values.some(isIncome)) return false
  const bought = labels.filter((_, row) => isNegative[row])
  const incoming = labels.filter((_, row) => !isNegative[row])
  return incoming.filter((label) => !startsWithAny(label, bought)).length * 2 > incoming.length
}

/** Shops in a column of shops, or a card that the file is called by, and nothing among the rows that no card pays. */
export function saysCard(
  columns: readonly ColumnProfile[],
  fields: Partial<Record<TargetField, FieldSource>>,
  table: LocatedTable,
  called: string,
): boolean {
  const merchant = columnOf(columns, fields.merchant)
  const isCalledCard = cardOfFile.test(called.slice(0, 300)) || isHeadedCard(table)
  if (!isNameOfShops(merchant?.name ?? '') && !isCalledCard && !isOfHandelsbankenNorway(columns)) return false
  if (isHeadedAccount(table) || columns.some((column) => isOtherSide(column, table.rows.length))) return false
  // what came in from a giro pays the card's bill
  const paidIn = columnOf(columns, fields.amountIn)
  const cameIn = new Set(paidIn?.rows.filter((_, place) => paidIn.sizes[place] !== 0))
  const isIn = (place: number) => cameIn.has(merchant?.rows[place] ?? -1)
  const labels = merchant?.values.map(normaliseLabel) ?? []
  return !labels.some((label, place) => startsWithAny(label, movements) || (isPaidToGiro(label) && !isIn(place)))
}

/** Not `Bankkort`, which takes from an account. */
const cardOfFile =
  /(?<!\p{L})(?:(?:kredit|företags|betal|köp|first|corporate|gold|platinum|tank|bensin)?(?:kort|card)(?:et|s)?(?:utdrag|köp|transaktioner|faktura)?|credit[ _-]?card|kreditkort|eurocard|mastercard|amex|american[ _]express|diners)(?!\p{L})/iu

/** Its cards have `Inn på konto` and `Ut fra konto` as accounts do, and what each purchase cost abroad. */
function isOfHandelsbankenNorway(columns: readonly ColumnProfile[]): boolean {
  const names = new Set(columns.map(({ name }) => normaliseLabel(name)))
  return ['inn på konto', 'ut fra konto', 'originalt beløp', 'kurs'].every((name) => names.has(name))
}

function isHeadedCard({ sheet, header }: LocatedTable): boolean {
  const above = header ? sheet.rows.filter(({ number }) => number < header.number) : []
  return [sheet.name, ...above.flatMap(({ cells }) => cells)].some((cell) => cell.length < 200 && cardOfFile.test(cell))
}

/** `Retur` beside `Köp`: what shops gave back, where an account has a column for all that came in, as `Krediteringar` beside `Debiteringar`. */
function isRefunds(moneyIn: ColumnProfile | undefined, moneyOut: ColumnProfile | undefined): boolean {
  const label = normaliseLabel(moneyIn?.name ?? '')
  const isDebited = /^(?:debit|debet|belast)/.test(normaliseLabel(moneyOut?.name ?? ''))
  return refundsName.test(label) || (!isDebited && creditsName.test(label))
}

const refundsName = /^(?:retur(?:er)?|refund(?:s|ed)?|återbetalning(?:ar)?)$/
const creditsName = /^kreditering(?:ar)?$/

/** Types of rows that took money from the account and from no card, in a file in which none says card. */
function isMovedByType(types: ColumnProfile | undefined, isNegative: readonly boolean[]): boolean {
  if (!types || types.values.length !== isNegative.length || types.values.some((type) => cardWord.test(type)))
    return false
  return types.values.some((type, row) => isNegative[row] && startsWithAny(normaliseLabel(type), movements))
}
const cardWord = /kort|card|kart|visa|köp|kjøp|purchase/i
const movements = accountMovements.map(normaliseLabel)

const accountName =
  /(?:^|[^\p{L}])(?:(?:giro|privat|företags|löne|transaktions|bruks|drifts|lönn?s|rörelse)konto|(?:checking|current) account)(?!\p{L})/iu

/** What stands above the header calls it an account: `Privatkonto 1 (1234 56 789 00)`. */
function isHeadedAccount({ sheet, header }: LocatedTable): boolean {
  const above = header ? sheet.rows.filter(({ number }) => number < header.number) : []
  return above.some(({ cells }) => cells.some((cell) => cell.length < 200 && accountName.test(cell)))
}

function isOfCard({ role, name, filled }: ColumnProfile): boolean {
  return filled > 0 && (role === 'card' || (role === 'holder' && /card|kort|kaart|karte|member|medlem/i.test(name)))
}

const otherSideName =
  /^(?:saajan tilinumero|tegenrekening|counterparty account|beneficiary account|payee account|mottagarens konto|motpartens konto|mottakers konto)(?!\p{L})/u
/** The account that German and Dutch banks say every row is of; a card's row says the card. */
const ownSideName = /^(?:iban kontoinhaber|(?:iban )?auftragskonto|iban\/bban)$/u
/** Whoever is paid or pays, in one column. */
const eitherSideName =
  /^(?:saaja\/maksaja|(?:mottagare|mottaker|modtager)\/(?:avsändare|avsender|afsender|betalare)|(?:avsändare|betalare)\/mottagare|(?:beguenstigter|begünstigter|empfänger)\/(?:zahlungspflichtiger|auftraggeber)|auftraggeber\/(?:begünstigter|empfänger)|betalnings?mottagare\/betalare|payee\/payer|payer\/payee|sender ?\/ ?empfänger)(?!\p{L})/u
/** Where bookkeepers write which account of theirs a purchase goes against. */
const sharedName = /^(?:motkonto|gegenkonto)$/u

/** The account of either side by the column's name, even where it is empty, as the other's is beside card purchases. */
function isNamedAccount({ name, values }: ColumnProfile): boolean {
  const label = normaliseLabel(name)
  if (sharedName.test(label)) return values.some((value) => /^(?:[. ]?\d){9,}$/.test(value.trim()))
  return otherSideName.test(label) || eitherSideName.test(label) || ownSideName.test(label)
}

/** The shortest, Norway's, has 15 characters; a supplier's VAT number has 14 at most. */
const iban = /^[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11}/

/** IBANs that differ from row to row, or stand in some rows only. */
function isOtherSide(column: ColumnProfile, rowCount: number): boolean {
  const { role, values, filled, distinct } = column
  const isFree = role === null || role === 'accountNumber' || role === 'merchant'
  const isOfRow = distinct > 1 || (filled > 0 && filled < rowCount)
  return isFree && isOfRow && values.some((value) => iban.test(value.trim())) && holdsAccounts(column)
}
