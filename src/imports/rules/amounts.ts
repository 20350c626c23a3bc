import { deriveRate, type ExchangeRate, toSek } from '#kernel/exchange-rates.ts'
import type { LocalDate } from '#kernel/local-dates.ts'
import { multiplyRounded } from '#kernel/money.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import { type RateBook, rateOn } from '#rates/rules/rate-book.ts'
import type { ReadFields } from '#templates/contract.ts'

/** What a purchase cost, in both of its currencies. `sek` in öre and `total` in minor units of `currency`, same sign. */
export type PurchaseAmount = {
  sek: number
  currency: string
  total: number
  rate: ExchangeRate
  isRateDerived: boolean
  /** The day the rate was published, where it is the Riksbank's. */
  rateDay?: LocalDate
}

/**
 * The card's SEK amount wins, since that is what will be drawn: the rate is what makes the foreign amount cost exactly
 * that, surcharge included. A rate in the file is only shown. An account kept in another currency has no SEK amount,
 * and its rates are not to SEK (ReadFields.rate): it is booked at the Riksbank's rate of the day.
 */
export function readAmount(
  { amountSek, foreignAmount, currency, invoiceDate }: ReadFields,
  rates: RateBook,
): PurchaseAmount | { problem: RowProblem } {
  if (amountSek === null) return atDayRate(foreignAmount ?? 0, currency, invoiceDate, rates)
  if (amountSek === 0) return { problem: { code: 'amount-zero' } }
  const isForeign = currency !== 'SEK' && foreignAmount !== null && foreignAmount !== 0
  if (!isForeign) return { sek: amountSek, currency: 'SEK', total: amountSek, rate: '1', isRateDerived: false }
  const rate = deriveRate(amountSek, foreignAmount, currency)
  const isSameDirection = amountSek < 0 === foreignAmount < 0
  if (!isSameDirection || rate === null) return { problem: { code: 'amounts-disagree', params: { currency } } }
  return { sek: amountSek, currency, total: foreignAmount, rate, isRateDerived: true }
}

function atDayRate(
  total: number,
  currency: string,
  date: LocalDate,
  rates: RateBook,
): PurchaseAmount | { problem: RowProblem } {
  if (total === 0) return { problem: { code: 'amount-zero' } }
  const found = rateOn(rates, currency, date)
  const sek = found && toSek(total, currency, found.rate)
  if (!found || sek === null) return { problem: { code: 'exchange-rate-unknown', params: { currency, date } } }
  if (sek === 0) return { problem: { code: 'amount-zero' } }
  return { sek, currency, total, rate: found.rate, isRateDerived: false, rateDay: found.day }
}

/** What a file says in the account's own currency, such as VAT and a fee, in öre. */
export function accountToSek(
  minor: number,
  { amountSek }: Pick<ReadFields, 'amountSek'>,
  amount: PurchaseAmount,
): number {
  return amountSek === null ? multiplyRounded(minor, Math.abs(amount.sek), Math.abs(amount.total)) : minor
}

/** A part of the SEK amount in the invoice's currency, at the invoice's own proportion. */
export function inInvoiceCurrency(partSek: number, amount: PurchaseAmount): number {
  return amount.currency === 'SEK' ? partSek : multiplyRounded(partSek, amount.total, amount.sek)
}
