import { currencyDecimals } from './money.ts'

/**
 * A rate as decimal text: how many SEK one unit of the currency costs, e.g. `11.5219`. Kept as text because the text
 * is what is shown and what is sent; computing with it goes through `scaled`.
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

/** SEK minor units for an amount in a currency at a rate, rounded half away from zero. */
export function toSek(foreignMinor: number, currency: string, rate: ExchangeRate): number | null {
  const scaled = scaleRate(rate)
  if (scaled === null) return null
  const divisor = 10n ** BigInt(rateDecimals + currencyDecimals(currency) - 2)
  const product = BigInt(Math.abs(foreignMinor)) * scaled
  const rounded = Number((product * 2n + divisor) / (divisor * 2n))
  return foreignMinor < 0 && rounded !== 0 ? -rounded : rounded
}

function scaleRate(rate: string): bigint | null {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(rate)
  if (!match) return null
  const fraction = (match[2] ?? '').padEnd(rateDecimals, '0').slice(0, rateDecimals)
  return BigInt(`${match[1]}${fraction}`)
}

function trimRate(scaled: bigint): string {
  const digits = scaled.toString().padStart(rateDecimals + 1, '0')
  const fraction = digits.slice(-rateDecimals).replace(/0+$/, '')
  return fraction ? `${digits.slice(0, -rateDecimals)}.${fraction}` : digits.slice(0, -rateDecimals)
}
