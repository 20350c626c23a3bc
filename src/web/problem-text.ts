import { refusalText } from '#connectors/rules/refusal-text.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import * as m from '#messages'
import { ApiProblem } from './api-client.ts'
import { areaName } from './area-names.ts'
import { closedProblemTexts } from './closed-problem-texts.ts'
import { dateOrderText } from './date-order-text.ts'
import { duplicateProblemTexts } from './duplicate-problem-texts.ts'
import { encodingName } from './encoding-names.ts'
import { fieldName } from './field-names.ts'
import { problemTitle } from './field-problems.ts'
import { type Params, text, type Value } from './problem-params.ts'
import { roleName } from './role-names.ts'
import { sentBackText } from './sent-back-text.ts'
import { sourceProblemTexts } from './source-problem-texts.ts'
import { formatAmount, groupDigits } from './ui/amount.tsx'
import { localParts } from './ui/date-text.tsx'

const days = (p: Params) => (p.lastDate === undefined ? text(p.date) : `${text(p.date)} – ${text(p.lastDate)}`)
const decimal = (value: Value) => text(value).replace('.', ',')
const amount = (value: Value) => formatAmount(Number(value ?? 0)) // they are öre
const day = (value: Value) => (value === undefined ? '' : localParts(String(value)).date)

/** `rad 5`, or `rad 5 i bladet Kort` where sheets have names. */
const placeText = ({ row, sheet }: Params) =>
  sheet ? m.problems_place_sheet_row({ row: text(row), sheet: text(sheet) }) : m.problems_place_row({ row: text(row) })

/** What an account is predefined for (imports/rules/checks.ts). */
const purposeName = (purpose: Value) =>
  purpose === 'input-vat' ? m.problems_purpose_input_vat() : m.problems_purpose_supplier_debt()

/** Every code that a row, a file or an import can be told by. A test looks through the source for codes without a text. */
const texts: Record<string, (p: Params) => string> = {
  heading: () => m.problems_heading(),
  header: () => m.problems_header(),
  'section-title': () => m.problems_section_title(),
  'printed-total': () => m.problems_printed_total(),
  'rate-note': (p) => (p.row === undefined ? m.problems_rate_note_alone() : m.problems_rate_note({ row: text(p.row) })),
  'payment-to-card': () => m.problems_payment_to_card(),
  pending: () => m.problems_pending(),
  'zero-amount': () => m.problems_zero_amount(),
  'balance-row': () => m.problems_balance_row(),
  incoming: () => m.problems_incoming(),
  'other-movement': () => m.problems_other_movement(),
  'blank-date-and-amount': () => m.problems_blank_date_and_amount(),
  preamble: () => m.problems_preamble(),
  'account-rows': () => m.problems_account_rows(),
  'account-row': () => m.problems_account_row(),
  'swish-received': () => m.problems_swish_received(),
  'campaign-costs': () => m.problems_campaign_costs(),
  'campaign-cost': () => m.problems_campaign_cost(),
  'customer-payments': () => m.problems_customer_payments(),
  'amount-in-thousands': () => m.problems_amount_in_thousands(),
  'amount-unit-open': () => m.problems_amount_unit_open(),
  'booked-unclear': () => m.problems_booked_unclear(),
  'row-of-account': () => m.problems_row_of_account(),
  'refund-unclear': () => m.problems_refund_unclear(),
  'refund-or-payment': () => m.problems_refund_or_payment(),
  'refund-or-purchase': () => m.problems_refund_or_purchase(),
  allowance: () => m.problems_allowance(),
  'customer-invoices': () => m.problems_customer_invoices(),
  payroll: () => m.problems_payroll(),
  securities: () => m.problems_securities(),
  'left-out': () => m.problems_left_out(),
  'sent-back': (p) => sentBackText(p),
  'posted-here': () => m.problems_posted_here(),
  'approver-confirmed': () => m.problems_approver_confirmed(),
  'approver-role': () => m.problems_approver_role(),
  'approval-decided': () => m.problems_approval_decided(),
  'changed-by-another': () => m.problems_changed_by_another(),
  'written-over': () => m.problems_written_over(),
  'approval-owner-only': () => m.problems_approval_owner_only(),
  'approval-admin-only': () => m.problems_approval_admin_only(),
  'invoice-may-exist': () => m.problems_invoice_may_exist(),
  'posting-changed': () => m.problems_posting_changed(),
  'imported-before': () => m.problems_imported_before(),
  'imported-by-other': () => m.problems_imported_by_other(),
  'changed-in-source': (p) => m.problems_changed_in_source({ fileName: text(p.fileName), row: text(p.row) }),
  'date-missing': (p) =>
    p.above === undefined ? m.problems_date_missing() : m.problems_date_missing_above({ above: text(p.above) }),
  'date-unreadable': () => m.problems_date_unreadable(),
  'date-ambiguous': () => m.problems_date_ambiguous(),
  'number-format-open': () => m.problems_number_format_open(),
  'date-order-open': () => m.problems_date_order_open(),
  'date-order-reads-none': (p) => dateOrderText(p),
  'date-in-other-order': () => m.problems_date_in_other_order(),
  'date-turned': () => m.problems_date_turned(),
  'date-without-year': () => m.problems_date_without_year(),
  'date-too-far': () => m.problems_date_too_far(),
  'amount-missing': () => m.problems_amount_missing(),
  'amount-unreadable': () => m.problems_amount_unreadable(),
  'amount-sign-lost': () => m.problems_amount_sign_lost(),
  'amount-ambiguous': () => m.problems_amount_ambiguous(),
  'amount-cut': () => m.problems_amount_cut(),
  'row-cut-off': () => m.problems_row_cut_off(),
  'amount-in-other-currency': (p) =>
    m.problems_amount_in_other_currency({ stated: text(p.stated), currency: text(p.currency) }),
  'amount-against-kind': (p) => m.problems_amount_against_kind({ value: text(p.value) }),
  'other-amount-beside': (p) => m.problems_other_amount_beside({ column: text(p.column) }),
  'parts-against-each-other': () => m.problems_parts_against_each_other(),
  'amount-sign-open': () => m.problems_amount_sign_open(),
  'amount-against-balance': () => m.problems_amount_against_balance(),
  'amount-in-both-columns': () => m.problems_amount_in_both_columns(),
  'merchant-missing': () => m.problems_merchant_missing(),
  'direction-missing': () => m.problems_direction_missing(),
  'direction-unknown': (p) => m.problems_direction_unknown({ value: text(p.value) }),
  'formula-failed': () => m.problems_formula_failed(),
  'currency-unreadable': () => m.problems_currency_unreadable(),
  'foreign-amount-missing': (p) => m.problems_foreign_amount_missing({ currency: text(p.currency) }),
  'workbook-too-large': (p) => m.problems_workbook_too_large({ limit: groupDigits(text(p.limit)) }),
  'table-too-large': () => m.problems_table_too_large(),
  'vat-type-unknown': () => m.problems_vat_type_unknown(),
  'text-too-long': (p) => m.problems_text_too_long({ maximum: text(p.maximum) }),
  'foreign-amount-unreadable': () => m.problems_foreign_amount_unreadable(),
  'foreign-amount-ambiguous': () => m.problems_foreign_amount_ambiguous(),
  'fee-unreadable': () => m.problems_fee_unreadable(),
  'fee-above-refund': () => m.problems_fee_above_refund(),
  'fee-in-total': () => m.problems_fee_in_total(),
  'fee-in-other-currency': () => m.problems_fee_in_other_currency(),
  'vat-unreadable': () => m.problems_vat_unreadable(),
  'vat-ambiguous': () => m.problems_vat_ambiguous(),
  'rate-unreadable': () => m.problems_rate_unreadable(),
  'rate-ambiguous': () => m.problems_rate_ambiguous(),
  'vat-rate-unreadable': () => m.problems_vat_rate_unreadable(),
  'vat-rate-unknown-percent': (p) => m.problems_vat_rate_unknown_percent({ percent: text(p.percent) }),
  'account-unreadable': () => m.problems_account_unreadable(),
  'text-shortened': (p) => m.problems_text_shortened({ field: fieldName(p.field), most: text(p.most) }),
  'texts-shortened': (p) => m.problems_texts_shortened({ field: fieldName(p.field), most: text(p.most) }),
  'date-ahead': (p) => m.problems_date_ahead({ date: text(p.date) }),
  'due-before-invoice': (p) => m.problems_due_before_invoice({ date: text(p.date) }),
  'ocr-unreadable': () => m.problems_ocr_unreadable(),
  'supplier-part': (p) => m.problems_supplier_part({ supplier: text(p.supplier), names: text(p.names) }),
  'supplier-not-in-register': (p) => m.problems_supplier_not_in_register({ supplier: text(p.supplier) }),
  'vat-exceeds-total': () => m.problems_vat_exceeds_total(),
  'header-not-expected': (p) => m.problems_header_not_expected({ place: placeText(p) }),
  'header-row-empty': (p) => m.problems_header_row_empty({ place: placeText(p) }),
  'header-row-one-cell': (p) => m.problems_header_row_one_cell({ place: placeText(p) }),
  'header-row-is-data': (p) => m.problems_header_row_is_data({ place: placeText(p) }),
  'sheet-missing': (p) => m.problems_sheet_missing({ sheet: text(p.sheet), sheets: text(p.sheets) }),
  'header-not-found': (p) =>
    p.names === undefined ? m.problems_header_not_found_row() : m.problems_header_not_found({ names: text(p.names) }),
  'column-missing': (p) => m.problems_column_missing({ column: text(p.column) }),
  'field-not-mapped': (p) => m.problems_field_not_mapped({ field: fieldName(p.field) }),
  'number-format-differs': (p) => m.problems_number_format_differs({ field: fieldName(p.field) }),
  'amounts-three-decimals': (p) => m.problems_amounts_three_decimals({ figure: text(p.figure) }),
  'amounts-in-minor-units': (p) => m.problems_amounts_in_minor_units({ column: text(p.column) }),
  'number-format-mixed': (p) => m.problems_number_format_mixed({ field: fieldName(p.field) }),
  'date-order-differs': (p) => m.problems_date_order_differs({ field: fieldName(p.field) }),
  'sheet-without-header': (p) => m.problems_sheet_without_header({ sheet: text(p.sheet) }),
  'table-beside-left-out': (p) => {
    const columns = text(p.columns)
    if (p.rows === 1) return m.problems_table_beside_left_out_one({ columns })
    return m.problems_table_beside_left_out({ columns, rows: text(p.rows) })
  },
  'source-sum-differs': (p) =>
    m.problems_source_sum_differs({ label: text(p.label), printed: amount(p.printed), counted: amount(p.counted) }),
  'source-rows-hidden': (p) => m.problems_source_rows_hidden({ sheet: text(p.sheet), rows: text(p.rows) }),
  'fees-left-out': (p) => m.problems_fees_left_out({ column: text(p.column), rows: text(p.rows) }),
  'card-cost-read': (p) => m.problems_card_cost_read({ text: text(p.text), rows: text(p.rows) }),
  'cash-left-out': (p) => m.problems_cash_left_out({ text: text(p.text), rows: text(p.rows) }),
  'account-or-card': (p) => m.problems_account_or_card({ rows: text(p.rows) }),
  'card-or-account': (p) => m.problems_card_or_account({ rows: text(p.rows) }),
  'card-cost-left-out': (p) => m.problems_card_cost_left_out({ type: text(p.type), rows: text(p.rows) }),
  'amounts-in-row-currency': (p) =>
    m.problems_amounts_in_row_currency({ column: text(p.column), rows: text(p.rows), currency: text(p.currency) }),
  'ids-name-nothing': () => m.problems_ids_name_nothing(),
  'type-left-out': (p) => m.problems_type_left_out({ type: text(p.type), rows: text(p.rows) }),
  'rows-without-type': (p) => m.problems_rows_without_type({ rows: text(p.rows) }),
  'hidden-rows-read': (p) => m.problems_hidden_rows_read({ sheet: text(p.sheet), rows: text(p.rows) }),
  'hidden-sheet-left-out': (p) => m.problems_hidden_sheet_left_out({ sheet: text(p.sheet) }),
  'sheet-not-read': (p) =>
    p.rows === 1
      ? m.problems_sheet_not_read_one({ sheet: text(p.sheet) })
      : m.problems_sheet_not_read({ sheet: text(p.sheet), rows: text(p.rows) }),
  'chosen-sheet-missing': (p) => m.problems_chosen_sheet_missing({ sheet: text(p.sheet), sheets: text(p.sheets) }),
  'no-sheet-chosen': () => m.problems_no_sheet_chosen(),
  'sheet-of-source': () => m.problems_sheet_of_source(),
  'double-encoding-repaired': (p) =>
    p.cells === 1
      ? m.problems_double_encoding_repaired_one()
      : m.problems_double_encoding_repaired({ cells: text(p.cells) }),
  'characters-unreadable': (p) => {
    const encoding = encodingName(text(p.encoding))
    return p.cells === 1
      ? m.problems_characters_unreadable_one({ encoding })
      : m.problems_characters_unreadable({ cells: text(p.cells), encoding })
  },
  'characters-lost': (p) =>
    p.cells === 1 ? m.problems_characters_lost_one() : m.problems_characters_lost({ cells: text(p.cells) }),
  'vat-in-other-currency': (p) =>
    p.rows === 1 ? m.problems_vat_in_other_currency_one() : m.problems_vat_in_other_currency({ rows: text(p.rows) }),
  'digits-lost': (p) => (p.rows === 1 ? m.problems_digits_lost_one() : m.problems_digits_lost({ rows: text(p.rows) })),
  'long-cells-cut': (p) =>
    p.cells === 1 ? m.problems_long_cells_cut_one() : m.problems_long_cells_cut({ cells: text(p.cells) }),
  'same-file': (p) => m.problems_same_file({ at: day(p.at), fileName: text(p.fileName) }),
  'sheet-repeats': (p) =>
    m.problems_sheet_repeats({ sheet: text(p.sheet), repeated: text(p.repeated), rows: text(p.rows) }),
  'no-purchases': () => m.problems_no_purchases(),
  'account-signs-turned': () => m.problems_account_signs_turned(),
  'mostly-refunds': (p) => m.problems_mostly_refunds({ refunds: text(p.refunds), rows: text(p.rows) }),
  empty: () => m.problems_empty(),
  'empty-but-hidden': (p) => m.problems_empty_but_hidden({ sheets: text(p.sheets) }),
  'too-large': (p) => m.problems_too_large({ limit: text(p.limit) }),
  'too-many-rows': (p) => m.problems_too_many_rows({ limit: groupDigits(text(p.limit)) }),
  'too-many-columns': (p) => m.problems_too_many_columns({ row: text(p.row), limit: text(p.limit) }),
  'unzipped-too-large': (p) => m.problems_unzipped_too_large({ limit: text(p.limit) }),
  unreadable: () => m.problems_unreadable(),
  encrypted: () => m.problems_encrypted(),
  'timed-out': (p) => m.problems_timed_out({ seconds: text(p.seconds) }),
  'out-of-memory': () => m.problems_out_of_memory(),
  unsupported: (p) =>
    p.kind === undefined ? m.problems_unsupported() : m.problems_unsupported_kind({ kind: text(p.kind) }),
  'reading-failed': () => m.problems_reading_failed(),
  'no-room': () => m.problems_no_room(),
  'file-gone': () => m.problems_file_gone(),
  'sample-gone': () => m.problems_sample_gone(),
  'template-gone': () => m.problems_template_gone(),
  'template-not-mapped': () => m.problems_template_not_mapped(),
  'not-connected': () => m.problems_not_connected(),
  'connection-lost': (p) =>
    p.name === undefined ? m.problems_connection_lost() : m.problems_connection_lost_named({ name: text(p.name) }),
  'scope-missing': (p) => m.problems_scope_missing({ name: text(p.name), area: areaName(p.area) }),
  'licence-missing': (p) => m.problems_licence_missing({ name: text(p.name), area: areaName(p.area) }),
  'approval-invoice': (p) => m.problems_approval_invoice({ name: text(p.name) }),
  'approval-likely': (p) =>
    p.invoices === 1
      ? m.problems_approval_likely_one({ name: text(p.name) })
      : m.problems_approval_likely({ name: text(p.name), invoices: text(p.invoices) }),
  'approval-payment': (p) => m.problems_approval_payment({ name: text(p.name) }),
  'period-locked-there': (p) => m.problems_period_locked_there({ name: text(p.name), until: text(p.until) }),
  'goods-not-in-stock': (p) => m.problems_goods_not_in_stock({ account: text(p.account) }),
  'payment-account-inactive': (p) => {
    const [mode, account] = [text(p.mode), text(p.account)]
    return p.year === undefined
      ? m.problems_payment_account_inactive({ mode, account })
      : m.problems_payment_account_inactive_year({ mode, account, year: text(p.year) })
  },
  'accounting-system-unavailable': () => m.problems_accounting_system_unavailable(),
  'row-fixed': () => m.problems_row_fixed(),
  'supplier-needed': () => m.problems_supplier_needed(),
  'supplier-inactive': (p) => m.problems_supplier_inactive({ supplier: text(p.supplier) }),
  'supplier-unknown': () => m.problems_supplier_unknown(),
  'supplier-exists': () => m.problems_supplier_exists(),
  'supplier-being-created': () => m.problems_supplier_being_created(),
  'designation-taken': () => m.problems_designation_taken(),
  'merged-with-itself': () => m.problems_merged_with_itself(),
  'designation-too-short': () => m.problems_designation_too_short(),
  'food-rate-changed': (p) =>
    m.problems_food_rate_changed({ from: text(p.from), percent: text(p.percent), supplier: text(p.supplier) }),
  'vat-type-missing': (p) => m.problems_vat_type_missing({ supplier: text(p.supplier) }),
  'account-missing': (p) => m.problems_account_missing({ supplier: text(p.supplier) }),
  'account-unknown': (p) =>
    p.year === undefined
      ? m.problems_account_unknown({ account: text(p.account) })
      : m.problems_account_unknown_year({ account: text(p.account), year: text(p.year) }),
  'account-inactive': (p) =>
    p.year === undefined
      ? m.problems_account_inactive({ account: text(p.account) })
      : m.problems_account_inactive_year({ account: text(p.account), year: text(p.year) }),
  'booked-in-later-month': (p) => m.problems_booked_in_later_month({ date: text(p.date) }),
  'debt-account-pays': (p) => m.problems_debt_account_pays({ account: text(p.account) }),
  'debt-account-differs': (p) =>
    m.problems_debt_account_differs({ account: text(p.account), predefined: text(p.predefined), name: text(p.name) }),
  'chart-not-read': (p) =>
    p.year === undefined ? m.problems_chart_not_read_kind() : m.problems_chart_not_read({ year: text(p.year) }),
  'financial-year-missing': (p) => m.problems_financial_year_missing({ date: days(p) }),
  'period-locked': (p) => m.problems_period_locked({ until: text(p.until) }),
  'payment-year-missing': (p) => m.problems_payment_year_missing({ date: days(p) }),
  'payment-period-locked': (p) =>
    p.lastDate === undefined
      ? m.problems_payment_period_locked({ date: text(p.date) })
      : m.problems_payments_period_locked({ first: text(p.date), last: text(p.lastDate) }),
  'payment-before-invoice': (p) => m.problems_payment_before_invoice({ date: days(p) }),
  'mode-of-payment-missing': () => m.problems_mode_of_payment_missing(),
  'mode-of-payment-gone': (p) => m.problems_mode_of_payment_gone({ mode: text(p.mode) }),
  'mode-of-payment-moved': (p) =>
    m.problems_mode_of_payment_moved({ mode: text(p.mode), account: text(p.account), wanted: text(p.wanted) }),
  'payment-account-without-mode': (p) => m.problems_payment_account_without_mode({ account: text(p.account) }),
  'payment-without-dimensions': (p) => m.problems_payment_without_dimensions({ account: text(p.account) }),
  'predefined-account-missing': (p) =>
    m.problems_predefined_account_missing({ purpose: purposeName(p.purpose), name: text(p.name) }),
  'predefined-reverse-missing': (p) => m.problems_predefined_reverse_missing({ name: text(p.name) }),
  'currency-unknown': (p) => m.problems_currency_unknown({ currency: text(p.currency) }),
  'exchange-rate-unknown': (p) => m.problems_exchange_rate_unknown({ currency: text(p.currency), date: days(p) }),
  'rate-not-near': (p) =>
    m.problems_rate_not_near({
      rate: decimal(p.rate),
      known: decimal(p.known),
      currency: text(p.currency),
      day: text(p.day),
    }),
  'rate-unchecked': (p) =>
    m.problems_rate_unchecked({ rate: decimal(p.rate), currency: text(p.currency), date: text(p.date) }),
  'representation-refund-untied': () => m.problems_representation_refund_untied(),
  'persons-missing': () => m.problems_persons_missing(),
  'persons-unreadable': () => m.problems_persons_unreadable(),
  'import-vat-by-customs': () => m.problems_import_vat_by_customs(),
  'amount-zero': () => m.problems_amount_zero(),
  'amounts-disagree': (p) => m.problems_amounts_disagree({ currency: text(p.currency) }),
  'vat-rate-unknown': (p) => m.problems_vat_rate_unknown({ date: text(p.date) }),
  'vat-implausible': (p) => m.problems_vat_implausible({ stated: amount(p.stated), most: amount(p.most) }),
  'vat-stated-on-reverse-charge': (p) => m.problems_vat_stated_on_reverse_charge({ stated: amount(p.stated) }),
  'account-not-for-costs': (p) => m.problems_account_not_for_costs({ account: text(p.account) }),
  'cost-on-paying-account': (p) => m.problems_cost_on_paying_account({ account: text(p.account) }),
  'vat-above-rate': (p) => m.problems_vat_above_rate({ stated: amount(p.stated), percent: text(p.percent) }),
  'vat-not-limited': (p) => m.problems_vat_not_limited({ account: text(p.account) }),
  'account-of-other-vat': (p) => m.problems_account_of_other_vat({ account: text(p.account) }),
  'vat-deducted-not-stated': () => m.problems_vat_deducted_not_stated(),
  'vat-stated-not-deducted': () => m.problems_vat_stated_not_deducted(),
  'cost-center-unknown': (p) => m.problems_cost_center_unknown({ costCenter: text(p.costCenter) }),
  'cost-center-missing': (p) => m.problems_cost_center_missing({ account: text(p.account) }),
  'cost-center-not-allowed': (p) => m.problems_cost_center_not_allowed({ account: text(p.account) }),
  'project-unknown': (p) => m.problems_project_unknown({ project: text(p.project) }),
  'project-missing': (p) => m.problems_project_missing({ account: text(p.account) }),
  'project-not-allowed': (p) => m.problems_project_not_allowed({ account: text(p.account) }),
  'cash-method': () => m.problems_cash_method(),
  'turned-to-cash-method': () => m.problems_turned_to_cash_method(),
  'accounting-system-refused': (p) => {
    const [told, answer] = [
      refusalText(text(p.serviceCode)),
      m.problems_accounting_system_refused({ message: text(p.message) }),
    ]
    return told === null ? answer : `${told} ${answer}`
  },
  'export-failed': () => m.problems_export_failed(),
  'export-lacks': (p) => {
    const [numbers, message] = [text(p.numbers), text(p.message).replace(/\.$/, '')]
    return p.count === 1
      ? m.problems_export_lacks_one({ numbers, message })
      : m.problems_export_lacks({ count: text(p.count), numbers, message })
  },
  'store-away': () => m.problems_store_away(),
  'awaits-accounting-system': () => m.problems_awaits_accounting_system(),
  'awaits-source': () => m.problems_awaits_source(),
  'awaits-store': () => m.problems_awaits_store(),
  'export-too-large': (p) => m.problems_export_too_large({ limit: groupDigits(text(p.limit)) }),
  ...closedProblemTexts,
  ...duplicateProblemTexts,
  ...sourceProblemTexts,
  'receipt-there-already': () => m.problems_receipt_there_already(),
  'receipt-unsupported': () => m.problems_receipt_unsupported(),
  'file-too-large': () => m.problems_file_too_large(),
  'too-many-files': () => m.problems_too_many_files(),
  'purchase-unknown': () => m.problems_purchase_unknown(),
  'template-exports': () => m.problems_template_exports(),
  'template-imports': () => m.problems_template_imports(),
  'to-before-from': () => m.problems_to_before_from(),
  'template-is-shared': (p) => m.problems_template_is_shared({ firm: text(p.firm) }),
  'company-has-no-clients': () => m.problems_company_has_no_clients(),
  'already-member': () => m.problems_already_member(),
  'invited-above': ({ role }) => m.problems_invited_above({ role: roleName(role) }),
  'too-many-invitations': ({ maximum = 0 }) => m.problems_too_many_invitations({ maximum }),
  'last-owner': () => m.problems_last_owner(),
  'invitation-spent': () => m.problems_invitation_spent(),
  'company-gone': () => m.problems_company_gone(),
  'invitation-for-another': () => m.problems_invitation_for_another(),
  'company-has-clients': () => m.problems_company_has_clients(),
  'company-is-client': () => m.problems_company_is_client(),
  'drift-changed': () => m.problems_drift_changed(),
  'group-waits': (p) => m.problems_group_waits({ row: text(p.row) }),
}

export function hasProblemText(code: string): boolean {
  return code in texts
}

/** What is wrong with a row or a file, or why a row was skipped, in words. */
export function problemText({ code, params = {} }: Pick<RowProblem, 'code' | 'params'>): string {
  return texts[code]?.(params) ?? m.problems_other({ code })
}

/** These have words for many rows that differ in particulars. */
const asKinds = new Set([
  'date-missing',
  'invoice-number-twice',
  'invoice-number-claimed',
  'invoice-number-used',
  'perhaps-imported',
  'left-out-before',
  'credited-there',
  'chart-not-read',
])

/** What many rows have in common, of which this is one: its own words, where they tell particulars as those of one of them. */
export function problemKindText({ code, params }: Pick<RowProblem, 'code' | 'params'>): string {
  const bare = problemText({ code, params: {} })
  const own = problemText({ code, params })
  return asKinds.has(code) || own === bare ? bare : m.problems_among_others({ problem: own })
}

/** What a call threw, as particular as its answer says. */
export function faultText(error: unknown): string {
  const [fault] = error instanceof ApiProblem ? error.errors : []
  return fault && hasProblemText(fault.code) ? problemText(fault) : problemTitle(error)
}
