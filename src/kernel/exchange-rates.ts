import { currencyDecimals } from './money.ts'

/**
 * A rate as decimal text: how many SEK one unit of the currency costs, e.g. `11.5219`. Kept as text because the text
 * is what is shown and what is sent; `toSek` computes with every decimal of it.
 */
export type ExchangeRate = string

/** As the Riksbank publishes rates. */
const fewestDecimals = 4
const mostDecimals = 12

/**
 * The rate that makes `foreignMinor` cost `sekMinor` to the öre, with as few decimals as that takes: four for what is below
 * 100.00 in the currency, one more for each figure more. How many decimals an accounting system keeps is seldom published
 * (Fortnox's document calls CurrencyRate a text, without a length), and what it cuts must not cost an öre where that can be
 * helped; what is booked are the rows, in SEK. Null where no rate does it: nothing in the currency, or too much of it.
 */
export function deriveRate(sekMinor: number, foreignMinor: number, currency: string): ExchangeRate | null {
  if (foreignMinor === 0) return null
  const [sek, foreign] = [Math.abs(sekMinor), Math.abs(foreignMinor)]
  for (let decimals = fewestDecimals; decimals <= mostDecimals; decimals++) {
    const rate = rateWith(decimals, sek, foreign, currency)
    if (toSek(foreign, currency, rate) === sek) return rate
  }
  return null
}

function rateWith(decimals: number, sek: number, foreign: number, currency: string): ExchangeRate {
  const numerator = BigInt(sek) * 10n ** BigInt(decimals + currencyDecimals(currency) - 2)
  const denominator = BigInt(foreign)
  return trimRate((numerator * 2n + denominator) / (denominator * 2n), decimals)
}

/** SEK minor units for an amount in a currency at a rate, rounded half away from zero. Null when the rate is no rate. */
export function toSek(foreignMinor: number, currency: string, rate: ExchangeRate): number | null {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(rate)
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  const product = BigInt(Math.abs(foreignMinor)) * BigInt(`${whole}${fraction}`) * 100n
  const divisor = 10n ** BigInt(fraction.length + currencyDecimals(currency))
  const rounded = Number((product * 2n + divisor) / (divisor * 2n))
  return foreignMinor < 0 && rounded !== 0 ? -rounded : rounded
}

function trimRate(scaled: bigint, decimals: number): string {
  const digits = scaled.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return fraction ? `${digits.slice(0, -decimals)}.${fraction}` : digits.slice(0, -decimals)
}
