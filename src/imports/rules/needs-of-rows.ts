import type { FoundRow } from './locate-rows.ts'
import { monthOf, type PostingGround, yearsToRead } from './posting-ground.ts'

/** What rows need that was not met before: currencies whose rates are wanted, months of years whose charts are. */
export type Needs = { currencies: readonly string[]; months: readonly string[] }

/**
 * What is not known of rows when the file is opened, and is asked for with the first that has it: rates of a currency that
 * rows are booked in by the day's, and the chart of accounts of a year other than the current one.
 */
export function createNeeds(ground: PostingGround) {
  const currencies = new Set<string>()
  const months = new Set<string>()
  let needed: { currencies: string[]; months: string[] } | null = null
  let latest = ''

  /** Most rows lie in the month of the one before. */
  function lookAtMonth(date: string): void {
    if (latest !== '' && date.startsWith(latest)) return
    latest = monthOf(date)
    if (months.has(latest)) return
    months.add(latest)
    if (yearsToRead([latest], ground).length > 0) need().months.push(latest)
  }

  function need() {
    needed ??= { currencies: [], months: [] }
    return needed
  }

  return {
    /** True where something is needed that was not taken yet. */
    look({ toAssess }: FoundRow): boolean {
      const fields = toAssess?.reading?.fields
      const date = fields?.invoiceDate ?? toAssess?.known?.date
      if (date) lookAtMonth(date)
      if (fields?.paymentDate) lookAtMonth(fields.paymentDate)
      if (fields && fields.amountSek === null && !currencies.has(fields.currency)) {
        currencies.add(fields.currency)
        need().currencies.push(fields.currency)
      }
      return needed !== null
    },
    take(): Needs {
      const taken = needed ?? { currencies: [], months: [] }
      needed = null
      return taken
    },
    currencies: () => [...currencies],
    months: () => [...months],
  }
}
