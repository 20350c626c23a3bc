import * as m from '#messages'
import { type Params, text } from './problem-params.ts'

/** Of purchases, refunds and invoice numbers that were there before. */
export const duplicateProblemTexts: Record<string, (p: Params) => string> = {
  'invoice-number-twice': (p) =>
    p.number === undefined
      ? m.problems_invoice_number_twice_kind()
      : m.problems_invoice_number_twice({ number: text(p.number), row: text(p.row) }),
  'invoice-number-claimed': (p) =>
    p.number === undefined
      ? m.problems_invoice_number_claimed_kind()
      : m.problems_invoice_number_claimed({ number: text(p.number), file: text(p.file), row: text(p.row) }),
  'invoice-number-used': (p) =>
    p.number === undefined
      ? m.problems_invoice_number_used_kind()
      : m.problems_invoice_number_used({ number: text(p.number), invoice: text(p.invoice) }),
  'perhaps-imported': (p) => {
    if (p.fileName === undefined) return m.problems_perhaps_imported_kind()
    const where = { fileName: text(p.fileName), row: text(p.row), text: text(p.text) }
    return p.day === undefined
      ? m.problems_perhaps_imported(where)
      : m.problems_perhaps_imported_day({ ...where, day: text(p.day) })
  },
  'credited-there': (p) =>
    p.invoice === undefined
      ? m.problems_credited_there_kind()
      : m.problems_credited_there({ invoice: text(p.invoice) }),
  'left-out-before': (p) =>
    p.fileName === undefined
      ? m.problems_left_out_before_kind()
      : m.problems_left_out_before({ fileName: text(p.fileName), row: text(p.row) }),
}
