import { isBankingDay } from '#kernel/banking-days.ts'
import type { ExchangeRate } from '#kernel/exchange-rates.ts'
import { addDays, type LocalDate } from '#kernel/local-dates.ts'

export type DayRate = { currency: string; day: LocalDate; rate: ExchangeRate }

export type Stretch = { from: LocalDate; to: LocalDate }

/**
 * Rates by currency and day; `unanswered`: what was asked for and nobody answered. Plain data, so that it goes to another
 * thread as it is.
 */
export type RateBook = Record<string, { days: LocalDate[]; rates: ExchangeRate[]; unanswered?: Stretch[] }>

/** Longer than any stretch of holidays: what is older is no previous banking day but a gap in what is known. */
export const longestGapDays = 10

export function buildRateBook(
  rates: readonly DayRate[],
  unanswered: readonly (Stretch & { currency: string })[] = [],
): RateBook {
  const book: RateBook = {}
  for (const { currency, day, rate } of rates.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    const line = book[currency] ?? { days: [], rates: [] }
    book[currency] = line
    line.days.push(day)
    line.rates.push(rate)
  }
  for (const { currency, ...stretch } of unanswered) {
    const line = book[currency]
    if (line) line.unanswered = [...(line.unanswered ?? []), stretch]
  }
  return book
}

/**
 * The rate of the day, or of the previous banking day where none was published; null where neither is known, also since
 * nobody answered for a banking day between: its rate may only not have been told.
 */
export function rateOn(
  book: RateBook,
  currency: string,
  day: LocalDate,
): { rate: ExchangeRate; day: LocalDate } | null {
  const line = book[currency]
  if (!line) return null
  let [low, high] = [0, line.days.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((line.days[middle] ?? '') <= day) low = middle + 1
    else high = middle
  }
  const found = line.days[low - 1]
  const rate = line.rates[low - 1]
  if (found === undefined || rate === undefined || addDays(found, longestGapDays) < day) return null
  const [from, { unanswered = [] }] = [addDays(found, 1), line]
  if (unanswered.some((one) => hasBankingDay(later(one.from, from), one.to < day ? one.to : day))) return null
  return { rate, day: found }
}

const later = (one: LocalDate, other: LocalDate) => (one < other ? other : one)

function hasBankingDay(from: LocalDate, to: LocalDate): boolean {
  for (let day = from; day <= to; day = addDays(day, 1)) if (isBankingDay(day)) return true
  return false
}

/** Of all that is known of a currency what was published nearest to the day: something to weigh another rate against. */
export function nearestRate(
  book: RateBook,
  currency: string,
  day: LocalDate,
): { rate: ExchangeRate; day: LocalDate } | null {
  const { days, rates } = book[currency] ?? { days: [], rates: [] }
  const distances = days.map((one) => Math.abs(Date.parse(one) - Date.parse(day)))
  const place = distances.indexOf(Math.min(...distances))
  const [rate, found] = [rates[place], days[place]]
  return rate === undefined || found === undefined ? null : { rate, day: found }
}

/**
 * Stretches between known days with a banking day in them that nobody has asked for: two imports left them between
 * their own days. A purchase in one would otherwise be booked at the rate before it, as if banks had been closed.
 */
export function holesIn(known: readonly LocalDate[], from: LocalDate, to: LocalDate): Stretch[] {
  return known.flatMap((day, place) => {
    const next = known[place + 1]
    if (next === undefined || next < from || day > to) return []
    const hole = { from: addDays(day, 1), to: addDays(next, -1) }
    return hasBankingDay(hole.from, hole.to < to ? hole.to : to) ? [hole] : []
  })
}
