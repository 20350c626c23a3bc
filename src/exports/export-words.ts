import * as m from '#messages'
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
