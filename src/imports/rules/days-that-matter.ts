import type { LocalDate } from '#kernel/local-dates.ts'
import { remember } from '#kernel/remember.ts'
import type { PostingGround } from './posting-ground.ts'
import { daysOfRates } from './vat-rates.ts'

/** Names of a stretch of days, for money that went out and that came back. */
export type Stretch = { ofPurchases: string; ofRefunds: string }

/**
 * Which stretch a day belongs to. Whatever the rules ask of a purchase's day is whether it comes before, on or after one of
 * these: between two of them all days are alike. A rule that asks more of a day has to name it here.
 */
export function createStretches(ground: PostingGround): (day: LocalDate) => Stretch {
  const days = [...new Set(daysThatMatter(ground))].sort()
  return remember((day) => {
    const before = days.filter((one) => one < day).length
    const name = days.includes(day) ? `on ${before}` : String(before)
    return { ofPurchases: name, ofRefunds: `-${name}` }
  })
}

function daysThatMatter({ financialYears, lockedUntil, latestDay, connection, options }: PostingGround): LocalDate[] {
  return [
    ...daysOfRates,
    ...financialYears.flatMap(({ from, to }) => [from, to]),
    ...[lockedUntil, latestDay, options.paymentDate].flatMap((day) => day ?? []),
    ...connection.obstacles.flatMap(({ day }) => day ?? []),
  ]
}
