import { currencyDecimals } from './money.ts'

/**
 * A rate as decimal text: how many SEK one unit of the currency costs, e.g. `11.5219`. Kept as text because the text
 * is what is shown and what is sent; `toSek` computes with every decimal of it.
 */
export type ExchangeRate = string

const rateDecimals = 6

/** The rate that makes `foreignMinor` cost `sekMinor`, with six decimals. Null when the foreign amount is zero. */
export function deriveRate(sekMinor: number, foreignMinor: number, currency: string): ExchangeRate | null {
  if (foreignMinor === 0) return null
  const shift = 10n ** BigInt(rateDecimals + currencyDecimals(currency) - 2)
  const numerator = BigInt(Math.abs(sekMinor)) * shift
  const denominator = BigInt(Math.abs(foreignMinor))
  const scaled = (numerator * 2n + denominator) / (denominator * 2n)
  return trimRate(scaled)
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

function trimRate(scaled: bigint): string {
  const digits = scaled.toString().padStart(rateDecimals + 1, '0')
  const fraction = digits.slice(-rateDecimals).replace(/0+$/, '')
  return fraction ? `${digits.slice(0, -rateDecimals)}.${fraction}` : digits.slice(0, -rateDecimals)
}
