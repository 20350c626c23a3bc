import type { Event } from '#activity/contract.ts'
import { refusalText } from '#connectors/rules/refusal-text.ts'
import * as m from '#messages'
import { problemText } from '../../problem-text.ts'
import { roleName } from '../../role-names.ts'
import { groupDigits } from '../../ui/amount.tsx'

type Text = (params: Event['params']) => string

type Count = string | number
/** What was done with rows: with one, which is named, and with several. */
const rowChangeTexts: Record<string, [(params: { row: Count }) => string, (params: { rows: Count }) => string]> = {
  edited: [m.activity_rows_edited_one, m.activity_rows_edited_many],
  'leave-out': [m.activity_rows_left_out_one, m.activity_rows_left_out],
  'import-anyway': [m.activity_rows_anyway_one, m.activity_rows_anyway],
  'taken-back': [m.activity_rows_taken_back_one, m.activity_rows_taken_back],
  cleared: [m.activity_rows_cleared_one, m.activity_rows_cleared],
  undone: [m.activity_rows_undone_one, m.activity_rows_undone],
}

/** Why an invoice waits for a person although nobody refused it (posting/rules.ts). */
const notRefused: Record<string, Text> = {
  cancelled: () => m.activity_posting_cancelled(),
  'cancelled-there': () => m.activity_posting_cancelled_there(),
  'found-twice': () => m.activity_posting_found_twice(),
  'not-looked-up': () => m.activity_posting_not_looked_up(),
  'paid-otherwise': () => m.activity_posting_paid_otherwise(),
  'credit-changed-there': () => m.activity_posting_credit_changed_there(),
  'payment-gone': () => m.activity_posting_payment_gone(),
  'rows-changed': ({ message = '' }) => m.activity_posting_rows_changed({ message }),
}

function refusedText(serviceCode: string, message: string): string | null {
  const told = refusalText(serviceCode)
  return told !== null && message !== '' ? m.activity_posting_rejected_told({ told, message }) : told
}

/** What each activity is called. A test looks through the source for activities that have no text here. */
export const activityTexts: Record<string, Text> = {
  'invoice-created': () => m.activity_invoice_created(),
  'invoice-rows-changed': ({ message = '' }) => m.activity_posting_rows_changed({ message }),
  'invoice-bookkept': ({ voucher }) =>
    voucher ? m.activity_invoice_bookkept_voucher({ voucher }) : m.activity_invoice_bookkept(),
  'payment-created': () => m.activity_payment_created(),
  'payment-bookkept': ({ voucher }) =>
    voucher ? m.activity_payment_bookkept_voucher({ voucher }) : m.activity_payment_bookkept(),
  'posting-rejected': ({ message = '', code, serviceCode }) =>
    notRefused[String(code)]?.({ message }) ??
    refusedText(String(serviceCode ?? ''), String(message)) ??
    (message ? m.activity_posting_rejected_because({ message }) : m.activity_posting_rejected()),
  'posting-held': ({ code, message = '', untried, ...params }) =>
    untried === undefined
      ? m.activity_posting_held({ told: problemText({ code: String(code), params }) })
      : m.activity_posting_untried({ message }),
  'approval-asked': () => m.activity_approval_asked(),
  'run-approved': () => m.activity_run_approved(),
  'run-refused': ({ reason = '' }) => m.activity_run_refused({ reason }),
  'approval-rule-changed': () => m.activity_approval_rule_changed(),
  'posting-paid-anew': () => m.activity_posting_paid_anew(),
  'posting-returned': () => m.activity_posting_returned(),
  'posting-handled': ({ note = '' }) => m.activity_posting_handled({ note }),
  'posting-unhandled': () => m.activity_posting_unhandled(),
  'import-closed': () => m.activity_import_closed(),
  'run-paused': () => m.activity_run_paused(),
  'run-resumed': () => m.activity_run_resumed(),
  'run-cancelled': () => m.activity_run_cancelled(),
  'payment-removed': () => m.activity_payment_removed(),
  'invoice-cancelled': () => m.activity_invoice_cancelled(),
  'invoice-credited': ({ credit = '' }) => m.activity_invoice_credited({ credit }),
  'refund-countered': ({ invoice = '' }) => m.activity_refund_countered({ invoice }),
  'counter-bookkept': ({ voucher }) =>
    voucher ? m.activity_counter_bookkept_voucher({ voucher }) : m.activity_counter_bookkept(),
  'credit-bookkept': ({ voucher }) =>
    voucher ? m.activity_credit_bookkept_voucher({ voucher }) : m.activity_credit_bookkept(),
  'credit-payment-created': () => m.activity_credit_payment_created(),
  'credit-payment-bookkept': () => m.activity_credit_payment_bookkept(),
  'undo-started': ({ invoices = 0 }) =>
    invoices === 1 ? m.activity_undo_started_one() : m.activity_undo_started({ invoices: groupDigits(invoices) }),
  'undo-kept': () => m.activity_undo_kept(),
  'undo-finished': ({ removed: taken = 0, credited: given = 0, kept = 0 }) => {
    const [removed, credited] = [groupDigits(taken), groupDigits(given)]
    return kept === 0
      ? m.activity_undo_finished({ removed, credited })
      : m.activity_undo_finished_partly({ removed, credited, kept: groupDigits(kept) })
  },
  'twin-cancelled': ({ twin = '' }) => m.activity_twin_cancelled({ twin }),
  'twin-stands': ({ twin = '' }) => m.activity_twin_stands({ twin }),
  'counter-twin-cancelled': ({ twin = '' }) => m.activity_counter_twin_cancelled({ twin }),
  'counter-twin-stands': ({ twin = '' }) => m.activity_counter_twin_stands({ twin }),
  'payment-twin-removed': ({ twin = '' }) => m.activity_payment_twin_removed({ twin }),
  'payment-twin-stands': ({ twin = '' }) => m.activity_payment_twin_stands({ twin }),
  'payment-twin-doubtful': ({ twin = '' }) => m.activity_payment_twin_doubtful({ twin }),
  'posting-unknown': () => m.activity_posting_unknown(),
  'import-read': () => m.activity_import_read(),
  'import-failed': () => m.activity_import_failed(),
  'import-confirmed': ({ invoices: count = 0 }) =>
    count === 1 ? m.activity_import_confirmed_one() : m.activity_import_confirmed_many({ count: groupDigits(count) }),
  'import-rows-changed': ({ rows = 0, row, change }) => {
    const [one, many] = rowChangeTexts[String(change)] ?? [m.activity_rows_edited_one, m.activity_rows_edited_many]
    return rows === 1 && row !== undefined ? one({ row }) : many({ rows: groupDigits(rows) })
  },
  'import-deleted': () => m.activity_import_deleted(),
  'export-written': ({ rows = 0, lacking = 0 }) => {
    if (lacking !== 0)
      return m.activity_export_written_lacking({ rows: groupDigits(rows), lacking: groupDigits(lacking) })
    return rows === 1 ? m.activity_export_written_one() : m.activity_export_written({ rows: groupDigits(rows) })
  },
  'export-failed': () => m.activity_export_failed(),
  'source-failed': () => m.activity_source_failed(),
  'source-rows-gone': ({ rows = 0, which = '' }) => {
    const gone = rows === 1 ? m.activity_source_rows_gone_one() : m.activity_source_rows_gone({ rows })
    return which === '' ? gone : `${gone}: ${which}`
  },
  'receipt-attached': () => m.activity_receipt_attached(),
  'receipt-rejected': ({ message = '', code = '' }) =>
    code === 'file-gone' ? m.receipts_file_gone() : m.activity_receipt_rejected({ message: message || code }),
  'receipt-mail-empty': () => m.activity_receipt_mail_empty(),
  'run-started': () => m.activity_run_started(),
  'run-finished': ({ created: made = 0, rejected = 0, dropped = 0 }) => {
    const created = groupDigits(made)
    if (dropped !== 0) return m.activity_run_finished_cancelled({ created, dropped: groupDigits(dropped) })
    return rejected === 0
      ? m.activity_run_finished_all({ created })
      : m.activity_run_finished_some({ created, rejected: groupDigits(rejected) })
  },
  'connection-made': ({ tenant = '' }) => m.activity_connection_made_to({ tenant }),
  'connection-company-accepted': ({ tenant = '', number = '' }) =>
    m.activity_connection_company_accepted({ tenant, number }),
  'connection-ended': () => m.activity_connection_ended(),
  'connection-lost': () => m.activity_connection_lost(),
  'supplier-created': () => m.activity_supplier_created(),
  'supplier-mapped': () => m.activity_supplier_mapped(),
  'suppliers-merged': ({ names = '' }) => m.activity_suppliers_merged({ names }),
  'supplier-merge-undone': () => m.activity_supplier_merge_undone(),
  'supplier-sheet-read': ({ added = 0, changed = 0, removed = 0 }) =>
    m.activity_supplier_sheet_read({
      ...{ added: groupDigits(added), changed: groupDigits(changed), removed: groupDigits(removed) },
    }),
  'supplier-unmapped': () => m.activity_supplier_unmapped(),
  'template-created': () => m.activity_template_created(),
  'template-changed': () => m.activity_template_changed(),
  'template-shared': () => m.activity_template_shared(),
  'template-unshared': () => m.activity_template_unshared(),
  'template-mapped': () => m.activity_template_mapped(),
  'template-deleted': () => m.activity_template_deleted(),
  'member-invited': ({ role, changedFrom: from }) =>
    from === undefined
      ? m.activity_member_invited({ role: roleName(role) })
      : m.activity_member_invited_anew({ from: roleName(from), role: roleName(role) }),
  'invitation-withdrawn': () => m.activity_invitation_withdrawn(),
  'invitation-undeliverable': () => m.activity_invitation_undeliverable(),
  'member-joined': ({ role }) => m.activity_member_joined({ role: roleName(role) }),
  'member-role-changed': ({ role }) => m.activity_member_role_changed({ role: roleName(role) }),
  'member-removed': () => m.activity_member_removed(),
  'member-left': () => m.activity_member_left(),
  'firm-chosen': () => m.activity_firm_chosen(),
  'firm-left': () => m.activity_firm_left(),
  'client-added': () => m.activity_client_added(),
  'client-left': () => m.activity_client_left(),
  'settings-changed': () => m.activity_settings_changed(),
}

/** An activity as a person reads it; one written by a newer version than this page shows its own name. */
export function activityText({ activity, params }: Pick<Event, 'activity' | 'params'>): string {
  return activityTexts[activity]?.(params) ?? activity
}
