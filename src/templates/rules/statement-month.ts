import { localDate } from '#kernel/local-dates.ts'
import { monthNames } from './spoken-dates.ts'

const yearAfterMonth = /(?<![a-zåäöæø])([a-zåäöæø]{3,9})\.? (20\d{2})\b/i

/** `Månad: Februari 2025`, which outweighs a date in words. */
export function isMonthLabel(text: string): boolean {
  return /^\s*(?:faktura)?(?:månad|måned|month|period)\s*:?\s/i.test(text)
}

const statedPeriod =
  /^\s*(?:(?:faktura)?(?:månad|måned|month|period)|(?:fakturerings|statement |billing )?period(?:en)?|(?:faktura|(?:konto)?utdrags)datum|(?:statement|invoice) date|(?:konto|kort)?utdrag|kortfaktura|faktura|transaktioner|statement)(?: för perioden| perioden| period| for the period)?\s*:?\s*(20\d\d)-(\d\d)(?:-\d\d)?(?:\s*(?:-|–|—|till|til|to)?\s*(20\d\d)-(\d\d)(?:-\d\d)?)?\s*$/i
const longestPeriodLine = 80
/** Rows of a longer period may be of either year. */
const longestPeriod = 2

/** `Period: 2025-12-16 - 2026-01-15`, `Fakturadatum 2026-01-31`: the last month of it. */
function monthOfPeriod(text: string): { year: number; month: number } | null {
  const [, year, month, lastYear = year, lastMonth = month] = statedPeriod.exec(text) ?? []
  const months = Number(lastYear) * 12 + Number(lastMonth) - Number(year) * 12 - Number(month)
  if (!(months >= 0 && months <= longestPeriod) || localDate(Number(lastYear), Number(lastMonth), 1) === null)
    return null
  return { year: Number(lastYear), month: Number(lastMonth) }
}

/** `Månad: Februari 2025` above the header → what the file is about. */
export function findStatementMonth(texts: Iterable<string>): { year: number; month: number } | null {
  for (const text of texts) {
    const match = yearAfterMonth.exec(text)
    const index = match ? monthNames.findIndex((names) => names.includes((match[1] ?? '').toLowerCase())) : -1
    if (match && index >= 0) return { year: Number(match[2]), month: index + 1 }
    const period = text.length < longestPeriodLine ? monthOfPeriod(text) : null
    if (period) return period
  }
  return null
}
