import { deriveRate, type ExchangeRate, toSek } from '#kernel/exchange-rates.ts'
import type { LocalDate } from '#kernel/local-dates.ts'
import { multiplyRounded } from '#kernel/money.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import { nearestRate, type RateBook, rateOn } from '#rates/rules/rate-book.ts'
import type { ReadFields } from '#templates/contract.ts'
import { costAtFileRate } from './file-rate.ts'

/** What a purchase cost, in both of its currencies. `sek` in öre and `total` in minor units of `currency`, same sign. */
export type PurchaseAmount = {
  sek: number
  currency: string
  total: number
  rate: ExchangeRate
  isRateDerived: boolean
  /** The day the rate was published, where it is the Riksbank's. */
  rateDay?: LocalDate
  /** It is the file's own; `turned`: the file writes it per hundred or upside down. */
  rateOfFile?: 'as-written' | 'turned'
}

/**
 * The card's SEK amount wins, since that is what will be drawn: the rate is what makes the foreign amount cost exactly
 * that, surcharge included. A rate in the file is only shown. Where the file says the foreign amount alone, its own rate
 * to SEK goes before the Riksbank's of the day, as long as it lies near that.
 */
export function readAmount(
  { amountSek, foreignAmount, currency, invoiceDate, rate: written }: ReadFields,
  rates: RateBook,
): PurchaseAmount | { problem: RowProblem } {
  if (amountSek === null && written !== null)
    return atFileRate({ total: foreignAmount ?? 0, currency, date: invoiceDate, written }, rates)
  if (amountSek === null) return atDayRate(foreignAmount ?? 0, currency, invoiceDate, rates)
  if (amountSek === 0) return { problem: { code: 'amount-zero' } }
  const isForeign = currency !== 'SEK' && foreignAmount !== null && foreignAmount !== 0
  if (!isForeign) return { sek: amountSek, currency: 'SEK', total: amountSek, rate: '1', isRateDerived: false }
  const rate = deriveRate(amountSek, foreignAmount, currency)
  const isSameDirection = amountSek < 0 === foreignAmount < 0
  if (!isSameDirection || rate === null) return { problem: { code: 'amounts-disagree', params: { currency } } }
  return { sek: amountSek, currency, total: foreignAmount, rate, isRateDerived: true }
}

/** What lies far from the Riksbank's rate, or cannot be held against it, is neither booked nor left out untold. */
function atFileRate(
  { total, currency, date, written }: { total: number; currency: string; date: LocalDate; written: string },
  rates: RateBook,
): PurchaseAmount | { problem: RowProblem } {
  if (total === 0) return { problem: { code: 'amount-zero' } }
  const known = rateOn(rates, currency, date) ?? nearestRate(rates, currency, date)
  const params = { currency, date, rate: written }
  if (!known) return { problem: { code: 'rate-unchecked', params } }
  const cost = costAtFileRate(total, currency, { written, known: known.rate })
  if (!cost) return { problem: { code: 'rate-not-near', params: { ...params, known: known.rate, day: known.day } } }
  if (cost.sek === 0) return { problem: { code: 'amount-zero' } }
  const { sek, rate, isTurned } = cost
  return { sek, currency, total, rate, isRateDerived: false, rateOfFile: isTurned ? 'turned' : 'as-written' }
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
