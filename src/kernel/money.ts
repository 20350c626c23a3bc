/** Currencies of ISO 4217 whose minor unit is not a hundredth. */
const decimalsOf = new Map<string, number>([
  ...[
    'BIF',
    'CLP',
    'DJF',
    'GNF',
    'ISK',
    'JPY',
    'KMF',
    'KRW',
    'PYG',
    'RWF',
    'UGX',
    'VND',
    'VUV',
    'XAF',
    'XOF',
    'XPF',
  ].map((code) => [code, 0] as const),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3] as const),
])

export function currencyDecimals(currency: string): number {
  return decimalsOf.get(currency) ?? 2
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
  return multiplyRounded(numerator, 1, denominator)
}

const safeHalf = 2 ** 51
const areWhole = (a: number, b: number, c: number) => Number.isInteger(a) && Number.isInteger(b) && Number.isInteger(c)

/**
 * Multiplies minor units by `by` / `over` (all whole numbers), rounded half away from zero. Exact for any safe input;
 * throws where the result itself is too large to be exact.
 */
export function multiplyRounded(minor: number, by: number, over: number): number {
  const twice = minor * by * 2
  // Whole numbers of this size are exact, and so is what is left of dividing them.
  if (minor >= 0 && by >= 0 && over > 0 && twice < safeHalf && over < safeHalf && areWhole(minor, by, over)) {
    const sum = twice + over
    return (sum - (sum % (over * 2))) / (over * 2)
  }
  const product = BigInt(Math.abs(minor)) * BigInt(Math.abs(by))
  const divisor = BigInt(Math.abs(over))
  const rounded = Number((product * 2n + divisor) / (divisor * 2n))
  if (!Number.isSafeInteger(rounded)) throw new RangeError(`${minor} × ${by} / ${over} is too large to be exact`)
  const isNegative = [minor, by, over].filter((value) => value < 0).length % 2 === 1
  return isNegative && rounded !== 0 ? -rounded : rounded
}
