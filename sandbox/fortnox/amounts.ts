/** Amounts are whole öre (or cents) inside the sandbox; decimals exist only in JSON. */
export type Ore = number

const decimalText = /^[+-]?\d+(\.\d+)?$/

/** Reads what Fortnox accepts as an amount, a JSON number or a decimal text; null when it is neither. */
export function parseAmount(value: unknown): Ore | null {
  if (typeof value === 'number') return Number.isFinite(value) ? roundToOre(value) : null
  if (typeof value === 'string' && decimalText.test(value.trim())) return roundToOre(Number(value))
  return null
}

function roundToOre(value: number): Ore {
  const ore = Math.round(Math.abs(value) * 100 + 1e-6)
  return value < 0 && ore !== 0 ? -ore : ore
}

/** As in invoice headers, where amounts are texts. */
export function amountText(ore: Ore): string {
  return String(ore / 100)
}

/** As in rows and payments, where amounts are numbers. */
export function amountNumber(ore: Ore): number {
  return ore / 100
}

/** `rate` is SEK per `unit` of the currency, as decimal text. Exact, half away from zero. */
export function toSek(amount: Ore, rate: string, unit: number): Ore {
  const { digits, scale } = decimal(rate)
  return divideRounded(BigInt(amount) * digits, scale * BigInt(unit))
}

export function fromSek(amount: Ore, rate: string, unit: number): Ore {
  const { digits, scale } = decimal(rate)
  return digits === 0n ? 0 : divideRounded(BigInt(amount) * scale * BigInt(unit), digits)
}

/** How far SEK rows may be from total × rate: one öre, or what the rate's own last decimal leaves open. */
export function rateTolerance(amount: Ore, rate: string, unit: number): Ore {
  const decimals = rate.split('.')[1]?.length ?? 0
  return Math.max(1, Math.ceil((Math.abs(amount) * 0.5 * 10 ** -decimals) / unit))
}

function decimal(text: string): { digits: bigint; scale: bigint } {
  const [whole = '0', fraction = ''] = text.split('.')
  return { digits: BigInt(whole + fraction), scale: 10n ** BigInt(fraction.length) }
}

function divideRounded(value: bigint, divisor: bigint): Ore {
  const magnitude = value < 0n ? -value : value
  const rounded = (2n * magnitude + divisor) / (2n * divisor)
  return Number(value < 0n ? -rounded : rounded)
}
