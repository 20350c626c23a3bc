import { and, between, inArray, sql } from 'drizzle-orm'
import type { LocalDate } from '#kernel/local-dates.ts'
import type { Database } from '#platform/database.ts'
import type { DayRate } from './rules/rate-book.ts'
import { exchangeRates } from './tables.ts'

export async function findRates(
  db: Database,
  currencies: readonly string[],
  from: LocalDate,
  to: LocalDate,
): Promise<DayRate[]> {
  return db
    .select()
    .from(exchangeRates)
    .where(and(inArray(exchangeRates.currency, [...currencies]), between(exchangeRates.day, from, to)))
}

/** A published rate is corrected at times: the newest word counts. */
export async function saveRates(db: Database, rates: readonly DayRate[]): Promise<void> {
  if (rates.length === 0) return
  await db.execute(sql`
    insert into exchange_rates (currency, day, rate)
    select distinct on (r.currency, r.day) r.currency, r.day::date, r.rate
    from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as r(currency text, day text, rate text)
    on conflict (currency, day) do update set rate = excluded.rate`)
}
