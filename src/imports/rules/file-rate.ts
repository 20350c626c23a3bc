import { deriveRate, type ExchangeRate, toSek } from '#kernel/exchange-rates.ts'
import { currencyDecimals } from '#kernel/money.ts'

/** The file's rate as it is booked. `isTurned`: written per hundred or upside down, so that the cell shows another figure. */
export type FileRate = { sek: number; rate: ExchangeRate; isTurned: boolean }

/** Card issuers lie within a few percent of the day's rate; what is further off is something else. */
const nearness = 0.1
/** Where nothing was exchanged files write 1: it is a rate only where that is the day's rate too. */
const nearnessOfOne = 0.005

/**
 * What a purchase costs at the rate that its file says: SEK per unit, per hundred, or how many units a krona buys; which of
 * them shows by the Riksbank's rate. Null where none lies near it.
 */
export function costAtFileRate(
  total: number,
  currency: string,
  { written, known }: { written: string; known: ExchangeRate },
): FileRate | null {
  const most = Number(written) === 1 ? nearnessOfOne : nearness
  const [nearest] = readingsOf(written)
    .map((reading) => ({ ...reading, distance: Math.abs(reading.value / Number(known) - 1) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
  return nearest ? costAt(total, currency, written, nearest.kind) : null
}

type Kind = 'unit' | 'hundred' | 'inverted'

function readingsOf(written: string): { kind: Kind; value: number }[] {
  const value = Number(written)
  if (!(value > 0)) return []
  return [
    { kind: 'unit', value },
    { kind: 'hundred', value: value / 100 },
    { kind: 'inverted', value: 1 / value },
  ]
}

function costAt(total: number, currency: string, written: string, kind: Kind): FileRate | null {
  const rate =
    kind === 'inverted' ? invertedRate(total, currency, written) : withPoint(written, kind === 'unit' ? 0 : 2)
  const sek = rate === null ? null : toSek(total, currency, rate)
  return rate === null || sek === null ? null : { sek, rate, isTurned: kind !== 'unit' }
}

/** The rate that makes the amount cost what it does at the inverted one, to the öre. */
function invertedRate(total: number, currency: string, written: string): ExchangeRate | null {
  const [whole = '', fraction = ''] = written.split('.')
  const numerator = BigInt(Math.abs(total)) * 100n * 10n ** BigInt(fraction.length)
  const denominator = BigInt(`${whole}${fraction}`) * 10n ** BigInt(currencyDecimals(currency))
  return deriveRate(Number((numerator * 2n + denominator) / (denominator * 2n)), total, currency)
}

/** Decimal text with its point moved to the left, without noughts that say nothing. */
function withPoint(written: string, places: number): ExchangeRate {
  const [whole = '', fraction = ''] = written.split('.')
  const digits = `${'0'.repeat(places)}${whole}`
  const cut = digits.length - places
  const decimals = `${digits.slice(cut)}${fraction}`.replace(/0+$/, '')
  const before = digits.slice(0, cut).replace(/^0+(?=\d)/, '') || '0'
  return decimals === '' ? before : `${before}.${decimals}`
}
