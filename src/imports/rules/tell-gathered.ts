import type { RowProblem } from '#kernel/row-problem.ts'
import { longestTexts } from '#kernel/supplier-invoice.ts'
import type { AssessedRow, ComposedInvoice } from './assess-rows.ts'
import { monthOf } from './posting-ground.ts'

/** What shows only of the invoice that rows make together; it stops none of them. */
export function tellGathered(rows: readonly AssessedRow[], invoices: readonly ComposedInvoice[]): AssessedRow[] {
  const notesOf = new Map<number, RowProblem[]>()
  for (const invoice of invoices) {
    const shortened = tellShortened(invoice)
    for (const row of invoice.rows) {
      const notes = [...tellLaterMonth(row, invoice), ...shortened.filter((note) => !isTold(row, note))]
      if (notes.length > 0) notesOf.set(row.id, notes)
    }
  }
  return rows.map((row) => {
    const notes = notesOf.get(row.id)
    return notes ? { ...row, problems: [...row.problems, ...notes] } : row
  })
}

/** An invoice is dated as the last of its rows: those of an earlier month are told when they will be booked. */
function tellLaterMonth({ shown }: AssessedRow, { invoice: { invoiceDate: date } }: ComposedInvoice): RowProblem[] {
  if (!shown.date || monthOf(shown.date) === monthOf(date)) return []
  return [{ code: 'booked-in-later-month', params: { date } }]
}

/** Texts of rows, each short enough by itself, that the accounting system has no room for together. */
function tellShortened({ invoice, rows }: ComposedInvoice): RowProblem[] {
  if (rows.length < 2) return []
  return (['comments', 'ourReference', 'yourReference'] as const).flatMap((field) => {
    const most = longestTexts[field]
    return (invoice[field]?.length ?? 0) > most ? [{ code: 'texts-shortened', params: { field, most } }] : []
  })
}

/** The row's own text is too long already. */
function isTold({ problems }: AssessedRow, { params }: RowProblem): boolean {
  return problems.some(({ code, params: told }) => code === 'text-shortened' && told?.field === params?.field)
}
