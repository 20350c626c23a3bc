import type { LocalDate } from '#kernel/local-dates.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { ControlSum, ReadFields, ReadPurchase, SkipReason } from '../../contract.ts'

/** What could be read of a row that could not be read whole: what a person who mends it need not type. */
export type KnownOfRow = {
  merchant: string | null
  invoiceDate: LocalDate | null
  currency: string
  card: string | null
  providerId?: string | null
  /** What else was read of it; a row that was stored earlier may lack it. */
  rest?: Pick<ReadPurchase, 'cellsOf' | 'byTemplate'> & { fields: Partial<ReadFields> }
}

export type RowOutcome =
  /** `fields.amountSek` (or `foreignAmount`) below zero is a refund. */
  | ({ kind: 'purchase' } & ReadPurchase)
  | { kind: 'skipped'; reason: SkipReason; params?: Record<string, string | number>; amountSek?: number }
  | { kind: 'unreadable'; problems: RowProblem[]; amountSek?: number; known?: KnownOfRow }

/** Rows that are shown of a sample: not headers, titles and sums, which have no amount of their own. */
export function isAboutMoney({ outcome }: Pick<ReadRow, 'outcome'>): boolean {
  return outcome.kind !== 'skipped' || outcome.amountSek !== undefined
}

/** What stands above a row in files that hold several tables: the card, who holds it, the title. */
export type Section = { card: string | null; holder: string | null; title: string | null }
export type ReadRow = {
  sheet: string
  number: number
  cells: readonly string[]
  section: Section | null
  outcome: RowOutcome
}
/** Every row of the file that is not empty, once and in order. */
export type SourceReading = {
  rows: ReadRow[]
  controlSums: ControlSum[]
  warnings: RowProblem[]
  accountCurrency: string
}
