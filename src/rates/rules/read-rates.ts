import { parseLocalDate } from '#kernel/local-dates.ts'
import type { DayRate } from './rate-book.ts'

/**
 * Reads a rates file: either a line a rate (`date;currency;rate`), or a line a day with a column a currency
 * (`date;EUR;USD`). Decimal comma or dot; rates for one unit in SEK. A cell that is no rate is left out and told.
 */
export function readRates(rows: Iterable<readonly string[]>): { rates: DayRate[]; unreadable: number } {
  const rates: DayRate[] = []
  let unreadable = 0
  let columns: (string | null)[] | null = null
  const keep = (currency: string, day: string, text: string) => {
    const rate = text.trim().replace(/\s/g, '').replace(',', '.')
    if (rate === '') return
    if (/^\d{1,9}(\.\d{1,10})?$/.test(rate) && Number(rate) > 0) rates.push({ currency, day, rate })
    else unreadable++
  }
  for (const cells of rows) {
    const day = parseLocalDate((cells[0] ?? '').trim())
    if (!day) {
      columns ??= cells.map((cell) => codeOf(cell))
      continue
    }
    const currency = codeOf(cells[1] ?? '')
    if (currency) keep(currency, day, cells[2] ?? '')
    else for (const [index, code] of (columns ?? []).entries()) if (code) keep(code, day, cells[index] ?? '')
  }
  return { rates, unreadable }
}

function codeOf(cell: string): string | null {
  return /^(?:1 |SEK)?([A-Z]{3})(?:PMI)?$/.exec(cell.trim())?.[1] ?? null
}
