import { date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** What one unit of a currency cost in SEK on a day; the same for every company. Days without trade have no row. */
export const exchangeRates = pgTable(
  'exchange_rates',
  { currency: text().notNull(), day: date({ mode: 'string' }).notNull(), rate: text().notNull() },
  (table) => [primaryKey({ columns: [table.currency, table.day] })],
)
