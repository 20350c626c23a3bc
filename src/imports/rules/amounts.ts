import { deriveRate, type ExchangeRate } from '#kernel/exchange-rates.ts'
import { multiplyRounded } from '#kernel/money.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { ReadFields } from '#templates/contract.ts'

/** What a purchase cost, in both of its currencies. `sek` in öre and `total` in minor units of `currency`, same sign. */
export type PurchaseAmount = {
  sek: number
  currency: string
  total: number
  rate: ExchangeRate
  isRateDerived: boolean
}

/**
 * The card's SEK amount wins, since that is what will be drawn: the rate is what makes the foreign amount cost exactly
 * that, surcharge included. A rate in the file is only shown. An account kept in another currency has no SEK amount,
 * and its rates are not to SEK (ReadFields.rate): it needs a rate from elsewhere, which is not there yet.
 */
export function readAmount({
  amountSek,
  foreignAmount,
  currency,
}: ReadFields): PurchaseAmount | { problem: RowProblem } {
  if (amountSek === null) return { problem: { code: 'account-not-in-sek', params: { currency } } }
  if (amountSek === 0) return { problem: { code: 'amount-zero' } }
  const isForeign = currency !== 'SEK' && foreignAmount !== null && foreignAmount !== 0
  if (!isForeign) return { sek: amountSek, currency: 'SEK', total: amountSek, rate: '1', isRateDerived: false }
  const rate = deriveRate(amountSek, foreignAmount, currency)
  const isSameDirection = amountSek < 0 === foreignAmount < 0
  if (!isSameDirection || rate === null) return { problem: { code: 'amounts-disagree', params: { currency } } }
  return { sek: amountSek, currency, total: foreignAmount, rate, isRateDerived: true }
}

/** A part of the SEK amount in the invoice's currency, at the invoice's own proportion. */
export function inInvoiceCurrency(partSek: number, amount: PurchaseAmount): number {
  return amount.currency === 'SEK' ? partSek : multiplyRounded(partSek, amount.total, amount.sek)
}
