import { looksNegative } from '../cells/amounts.ts'
import { normaliseLabel, tidyText } from '../cells/cell-text.ts'
import { britishPurchases } from '../words/british-types.ts'
import {
  isBoughtReturn,
  isOpenReturn,
  isRefundType,
  isRefusedType,
  isReversalType,
  isTakenBackType,
} from '../words/type-words.ts'
import type { ColumnProfile } from './profile-columns.ts'

/** Types of rows with which Swedish banks mark card purchases and what is given back on them. */
const cardTypes = ['Kortköp', 'Korttransaktion', 'Kortretur']
/** Types of a card's rows that give something back, which the sample may hold none of. */
const refundTypes = ['Retur', 'Återbetalning', 'Kreditering', 'Refund', 'Card refund']
const cardTypeWord =
  /^issuing[ _](?:transaction|dispute)$|kort|card|köp|kjøp|køb|purchase|karten(?!abrechn)|visa-umsatz|contactless|einkauf|payment terminal|betaalautomaat|kaart|tarjeta|cartão|(?<!\p{L})(?:carta|carte|kartą|karty)(?!\p{L})/iu
/** Money that is put on an account from a card: `General Card Deposit`, `Kortinsättning`. */
const depositWord =
  /deposit|insättning|innskudd|indbetaling|einzahlung|top-?up|påfyllning|withdrawal|opwaardering|ricarica|recarga|doładowanie|lataus|prelievo|retrait|retiro|wypłata|nosto/i
/** Of rows that put an amount right, and of those that pay the card's bill. */
const creditTypeWord = /^(?:credit|kredit|korrigering|justering|adjustment)$/i
/** What American issuers call a purchase; elsewhere it is what a seller sold. */
const saleTypeWord = /^(?:sales?|charge)$/i
/** What the same issuers call other rows of that kind, which the sample may hold none of. */
const saleTypes = ['Sale', 'Charge', 'Purchase', 'Return']
/** Of Revolut's rows, whatever the sample holds of them. */
const revolutType = /^CARD_[A-Z]+$/
const revolutTypes = ['CARD_PAYMENT', 'CARD_REFUND', 'CARD_CREDIT', 'CARD_CHARGEBACK']
const paymentTypeWord = /^(?:in|inn|ind)?(?:betalning|betaling)|^payment|^autogiro|^insättning|^zahlung/i

/** Spendesk names its cards; one for a subscription is `Subscription`, which elsewhere is what the issuer takes for itself. */
const ownCards = /^(?:physical|virtual|single[ -]use) card$|^single(?:[ -]use)? purchase$/i
const cardOfSubscription = /^(?:subscription|abonnemang)$/i

/** The types of rows that are purchases or give something back on one; none where no type says card or purchase. */
export function guessPurchaseTypes(
  column: ColumnProfile | undefined,
  total: ColumnProfile | undefined,
  account: 'card' | 'bank',
  isKnown: boolean,
): string[] {
  if (!column) return []
  const values = [...new Set(column.values.map(tidyText))]
  const hasPayments = account === 'card' && values.some((value) => paymentTypeWord.test(value))
  const isSale = (value: string) => hasPayments && saleTypeWord.test(value)
  const isOwnCard = (value: string) => cardOfSubscription.test(value) && values.some((other) => ownCards.test(other))
  const ofBritain = account === 'bank' ? britishPurchases(values) : []
  const british = new Set(ofBritain.map(normaliseLabel))
  const purchases = values.filter(
    (value) =>
      (cardTypeWord.test(value) || isOwnCard(value) || isSale(value) || british.has(normaliseLabel(value))) &&
      !depositWord.test(value) &&
      !isRefusedType(normaliseLabel(value)) &&
      !(account === 'bank' && isIncoming(value, column, total)),
  )
  if (purchases.length === 0 && !(isKnown && account === 'bank')) return []
  const givesBack = (value: string) => isRefund(value) || isCredit(value, { purchases, values }, column, total)
  const refunds = account === 'card' ? values.filter(givesBack) : []
  const returns = values
    .map(normaliseLabel)
    .map((type) => isBoughtReturn(type) || (account === 'card' && isOpenReturn(type)))
  const found = [...new Set([...purchases, ...values.filter((_, place) => returns[place]), ...refunds])]
  const known = new Set(found.map(normaliseLabel))
  const ofSales = values.some(isSale) ? saleTypes : []
  const ofRevolut = values.some((value) => revolutType.test(value)) ? revolutTypes : []
  const others =
    account === 'card' ? [...cardTypes, ...refundTypes, ...ofSales, ...ofRevolut] : [...cardTypes, ...ofBritain]
  return [...found, ...others.filter((type) => !known.has(normaliseLabel(type)))]
}

/** `Charge From Debit Card` puts money on the account: no row of that type takes any from it. */
function isIncoming(type: string, { values }: ColumnProfile, total: ColumnProfile | undefined): boolean {
  const amounts = total?.values ?? []
  if (isRefund(type) || amounts.length !== values.length || !amounts.some(looksNegative)) return false
  return !amounts.some((amount, row) => looksNegative(amount) && tidyText(values[row] ?? '') === type)
}

/** What puts an amount right may be a payment too: where the file calls those otherwise, and the rows have a refund's sign, it is none. */
function isCredit(
  type: string,
  types: { purchases: readonly string[]; values: readonly string[] },
  column: ColumnProfile,
  total: ColumnProfile | undefined,
): boolean {
  if (!creditTypeWord.test(type) || !types.values.some((value) => paymentTypeWord.test(value))) return false
  const amounts = total?.values ?? []
  if (amounts.length !== column.values.length) return false
  const signs = (isOf: (value: string) => boolean) =>
    new Set(amounts.filter((_, row) => isOf(tidyText(column.values[row] ?? ''))).map(looksNegative))
  const [bought, credited] = [signs((value) => types.purchases.includes(value)), signs((value) => value === type)]
  return bought.size === 1 && credited.size === 1 && !credited.has([...bought][0] ?? false)
}

/** By what `signedByType` turns a row around, so that none is kept as a purchase that gives something back. */
function isRefund(type: string): boolean {
  return isRefundType(normaliseLabel(type))
}

export function isPurchaseType(type: string): boolean {
  const label = normaliseLabel(type)
  const isNone = isRefundType(label) || isReversalType(label) || isRefusedType(label) || isTakenBackType(label)
  return (cardTypeWord.test(type) || label === 'sale') && !isNone
}
