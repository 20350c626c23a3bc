import type { ShownRow } from '../contract.ts'
import { applyEdits, type RowOfFile } from './row-edits.ts'
import { rowText } from './row-text.ts'

/** What is kept of a row that the grid shows; the rest of it follows from what the file and a person say. */
export type KeptOfRow = RowOfFile & { cells: readonly string[]; amount: number | null } & Pick<
    ShownRow,
    'supplierNumber' | 'supplierName' | 'account' | 'vat' | 'vatType' | 'section'
  >

/** What the grid shows of a row, as it was checked last. */
export function showRow(row: KeptOfRow): ShownRow {
  const { supplierNumber, supplierName, account, vat, vatType, section, amount } = row
  const checked = { supplierNumber, supplierName, account, vat, vatType, section }
  const { reading, known } = applyEdits(row)
  if (!reading) {
    const { date = null, merchant = null } = known ?? {}
    const text = merchant ?? rowText(row.cells)
    return { ...checked, date, text, merchant, amount, currency: null, isCredit: false }
  }
  const { fields } = reading
  return {
    ...checked,
    date: fields.invoiceDate,
    text: fields.merchant,
    merchant: fields.merchant,
    amount: fields.amountSek ?? amount,
    currency: fields.currency,
    isCredit: (fields.amountSek ?? fields.foreignAmount ?? 0) < 0,
  }
}
