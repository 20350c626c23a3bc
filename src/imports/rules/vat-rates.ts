import type { LocalDate } from '#kernel/local-dates.ts'
import { multiplyRounded } from '#kernel/money.ts'
import type { VatType } from '#kernel/supplier-invoice.ts'

/** A rate and the days it is in force, both ends included; `to` null while no end is decided. */
type DatedRate = { vatTypes: readonly VatType[]; percent: number; from: LocalDate; to: LocalDate | null }

const since1996 = { from: '1996-01-01', to: null } as const

/**
 * Mervärdesskattelagen (2023:200) 9 kap.; the levels 25, 12 and 6 % are unchanged since 1996-01-01 (then ML 1994:200
 * 7 kap. 1 §). Food alone moves between them: 6 % from 2026-04-01 to 2027-12-31, 12 % before and, as decided, after.
 */
const rates: readonly DatedRate[] = [
  { vatTypes: ['SE25', 'CAR_HIRE'], percent: 25, ...since1996 },
  // A restaurant's meal is taxed at 12 %; with alcohol in it the receipt must say how much VAT it holds.
  { vatTypes: ['SE12', 'REPRESENTATION'], percent: 12, ...since1996 },
  { vatTypes: ['SE6'], percent: 6, ...since1996 },
  { vatTypes: ['SE_FOOD'], percent: 12, from: '1996-01-01', to: '2026-03-31' },
  { vatTypes: ['SE_FOOD'], percent: 6, from: '2026-04-01', to: '2027-12-31' },
  { vatTypes: ['SE_FOOD'], percent: 12, from: '2028-01-01', to: null },
  {
    vatTypes: ['EU_GOODS', 'EU_SERVICES', 'NON_EU_SERVICES', 'GOODS_IMPORT', 'SE_REVERSE_GOODS', 'SE_REVERSE_SERVICES'],
    percent: 25,
    ...since1996,
  },
  { vatTypes: ['SE0', 'FOREIGN_VAT', 'NO_DEDUCTION'], percent: 0, ...since1996 },
]

/** The VAT that a price with VAT holds at a rate, in its own minor units. */
export function vatWithin(gross: number, percent: number): number {
  return multiplyRounded(gross, percent, 100 + percent)
}

/** The percentage of a type on a day; null when no rate is known for the day. */
export function vatPercent(vatType: VatType, date: LocalDate): number | null {
  const rate = rates.find(
    ({ vatTypes, from, to }) => vatTypes.includes(vatType) && from <= date && (to === null || date <= to),
  )
  return rate?.percent ?? null
}

/** Whether a type had or gets the rate on other days than this. */
export function isRateOfOtherDays(vatType: VatType, percent: number, date: LocalDate): boolean {
  return (
    vatPercent(vatType, date) !== percent &&
    rates.some(({ vatTypes, percent: other }) => vatTypes.includes(vatType) && other === percent)
  )
}

/** Since when food has had another rate than restaurant meals, on a day when it has; null on other days. */
export function ownFoodRateSince(date: LocalDate): { from: LocalDate; percent: number } | null {
  const food = rates.find(
    ({ vatTypes, from, to }) => vatTypes.includes('SE_FOOD') && from <= date && (to === null || date <= to),
  )
  return food && food.percent !== vatPercent('SE12', date) ? { from: food.from, percent: food.percent } : null
}

/**
 * Representation, per person and occasion: VAT is deducted on at most 300 kr excluding VAT (ML 13 kap. 24–25 §§), and
 * where food and alcohol together cost more, Skatteverket lets 46 kr be deducted instead of a share of the real VAT.
 */
const representationLimits: readonly { from: LocalDate; base: number; flat: number }[] = [
  { from: '2017-01-01', base: 300_00, flat: 46_00 },
]

/** The days on which a rate or limit begins or was in force for the last time. */
export const daysOfRates: readonly LocalDate[] = [
  ...rates.flatMap(({ from, to }) => (to === null ? [from] : [from, to])),
  ...representationLimits.map(({ from }) => from),
]

export function representationLimit(date: LocalDate): { base: number; flat: number } | null {
  return representationLimits.findLast(({ from }) => from <= date) ?? null
}
