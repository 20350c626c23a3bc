import * as m from '#messages'
import type { StartExportRequest } from './contract.ts'
import type { ExportWords } from './rules/lay-out-invoices.ts'

/** State and kind of an invoice, written out for whoever asked for the file. */
export function exportWords(locale: 'sv' | 'en'): ExportWords {
  return {
    state(invoice) {
      if (invoice.isCancelled) return m.exports_state_cancelled({}, { locale })
      if (!invoice.isBookkept) return m.exports_state_unbooked({}, { locale })
      return invoice.balance === 0 ? m.exports_state_paid({}, { locale }) : m.exports_state_unpaid({}, { locale })
    },
    kind: ({ isCredit }) => (isCredit ? m.exports_kind_credit({}, { locale }) : m.exports_kind_invoice({}, { locale })),
  }
}

/** The days that an export is of, as they stand in the name of its file; empty where it is of all. */
export function periodWords(
  { from, to }: Pick<StartExportRequest['filter'], 'from' | 'to'>,
  locale: 'sv' | 'en',
): string {
  if (from !== null && to !== null) return `${from}--${to}`
  if (from !== null) return m.exports_file_from({ from }, { locale })
  return to === null ? '' : m.exports_file_to({ to }, { locale })
}
