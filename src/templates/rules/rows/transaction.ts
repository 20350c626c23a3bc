import type { TargetField } from '../../contract.ts'
import { tidyText } from '../cells/cell-text.ts'
import type { StateSource } from '../columns/row-state.ts'
import { readText, type SourceText } from '../mapping/bind-fields.ts'
import type { AmountReading, ReadingRules } from './read-amount.ts'

export type TransactionRules = ReadingRules & {
  /** Normalised beginnings of texts that are no invoices. */
  notInvoices: readonly string[]
  /** Normalised types that are purchases; empty: all are. */
  purchaseTypes: ReadonlySet<string>
  /** Normalised titles of the sections that hold purchases; empty: all do. */
  sections: ReadonlySet<string>
  /** Of an account: the most that was paid to whom a normalised text names, in minor units; 0 where nothing was. */
  paidTo(label: string): number
}

/** A row whose date and amount were read: what is left to decide is what kind of movement it is. */
export type Transaction = StateSource & {
  isOutsideSections: boolean
  /** Below a title that calls them not booked. */
  isUnderPending: boolean
  invoiceDate: { date: string; cells: string[] }
  /** Minor units of `currency`, purchases positive. */
  amount: Extract<AmountReading, { kind: 'amount' }>
  /** Currency of the row, and of its total: the account's where a foreign amount stands beside it. */
  currency: { row: string; total: string; account: string; cells: string[] }
}

export function textOf({ fields, context }: Transaction, field: TargetField): SourceText {
  const source = fields.get(field)
  const found = source ? readText(source, context) : { text: '', isTyped: false, cells: [] }
  return found.text === '' ? found : { ...found, text: tidyText(found.text) }
}
