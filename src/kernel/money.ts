/** An amount in a currency's minor unit (öre, cent): always a whole number. */
export type Money = { readonly minor: number; readonly currency: string }

/** Currencies of ISO 4217 whose minor unit is not a hundredth. */
const decimalsOf: Record<string, number> = { ISK: 0, JPY: 0, KRW: 0, CLP: 0, VND: 0, UGX: 0, XAF: 0, XOF: 0, BHD: 3, JOD: 3, KWD: 3, OMR: 3, TND: 3 }

export function currencyDecimals(currency: string): number {
  return decimalsOf[currency] ?? 2
}

/**
 * Reads canonical decimal text (`-1234.5`, no grouping) as minor units, half away from zero where the text has more
 * decimals than the currency (bank files hold float noise such as `3282.210000000001`). Null when it is no number.
 */
export function minorFromDecimal(text: string, currency: string): number | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim())
  if (!match) return null
  const [, sign = '', whole = '', fraction = ''] = match
  if (whole === '' && fraction === '') return null
  const decimals = currencyDecimals(currency)
  const kept = fraction.padEnd(decimals, '0').slice(0, decimals)
  const isRoundedUp = (fraction[decimals] ?? '0') >= '5'
  const minor = Number(`${whole || '0'}${kept}`) + (isRoundedUp ? 1 : 0)
  if (!Number.isSafeInteger(minor)) return null
  return minor === 0 ? 0 : sign === '-' ? -minor : minor
}

/** Writes minor units as canonical decimal text: `-1234.50`. The inverse of `minorFromDecimal`. */
export function decimalFromMinor(minor: number, currency: string): string {
  const decimals = currencyDecimals(currency)
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const whole = decimals === 0 ? digits : digits.slice(0, -decimals)
  const sign = minor < 0 ? '-' : ''
  return decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-decimals)}`
}

/** Divides two whole numbers and rounds half away from zero, as Swedish amounts are rounded. */
export function divideRounded(numerator: number, denominator: number): number {
  const quotient = (BigInt(Math.abs(numerator)) * 2n + BigInt(Math.abs(denominator))) / (BigInt(Math.abs(denominator)) * 2n)
  const isNegative = numerator < 0 !== denominator < 0
  const rounded = Number(quotient)
  return isNegative && rounded !== 0 ? -rounded : rounded
}

/** Multiplies minor units by `by` / `over` (both whole numbers), rounded half away from zero. Exact for any safe input. */
export function multiplyRounded(minor: number, by: number, over: number): number {
  const product = BigInt(Math.abs(minor)) * BigInt(Math.abs(by))
  const divisor = BigInt(Math.abs(over))
  const rounded = Number((product * 2n + divisor) / (divisor * 2n))
  const isNegative = [minor, by, over].filter((value) => value < 0).length % 2 === 1
  return isNegative && rounded !== 0 ? -rounded : rounded
}
