import type { ImportRow, ImportRowDetail, Origin } from '#imports/contract.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import * as m from '#messages'
import { problemText } from '../../../problem-text.ts'
import { formatAmount } from '../../../ui/amount.tsx'

/** Why a row stands as it does, or whom it is from: what its supplier's cell says. */
export function rowReason(row: ImportRow): string | null {
  if (row.duplicateOf) return duplicateText(row.duplicateOf)
  if (row.state === 'ready') return null
  const [problem] = row.problems
  return problem ? problemText(problem) : null
}

function duplicateText({ invoiceNumber, fileName, row }: NonNullable<ImportRow['duplicateOf']>): string {
  return invoiceNumber
    ? m.imports_duplicate_of_invoice({ number: invoiceNumber })
    : m.imports_duplicate_of_row({ fileName, row: String(row) })
}

/** That equal purchases are several, where this is not the first: of the file, or of what was imported before it. */
export function equalText({ occurrence, decision, state }: ImportRow): string | null {
  if (occurrence === null || occurrence < 2) return null
  if (decision !== 'import-anyway') return m.imports_nth_equal_text({ n: String(occurrence) })
  return state === 'duplicate' ? null : m.imports_anyway_text()
}

/** Rows that title a part of the file stand as bands across the table. */
export function isBand({ state, problems, section }: ImportRow): boolean {
  const code = problems[0]?.code
  return state === 'skipped' && (code === 'section-title' || (code === 'heading' && section !== null))
}

/** Problems that are mended by saying who the merchant is and how it is booked. */
const mendedByMapping = new Set([
  'supplier-needed',
  'vat-type-missing',
  'account-missing',
  'account-inactive',
  'account-unknown',
  'account-not-for-costs',
  'account-of-other-vat',
  'cost-on-paying-account',
  'supplier-inactive',
])
const mendedBySettings = new Set([
  'mode-of-payment-missing',
  'mode-of-payment-gone',
  'mode-of-payment-moved',
  'payment-account-without-mode',
  'payment-account-inactive',
  'debt-account-pays',
])
/** The accounts of VAT and debt are nobody's choice in the row. */
const isMendedByMapping = ({ code, params }: RowProblem) => mendedByMapping.has(code) && params?.use === undefined

export function mending(row: Pick<ImportRow, 'state' | 'problems'>): 'mapping' | 'settings' | null {
  if (row.state !== 'attention') return null
  if (row.problems.some(isMendedByMapping)) return 'mapping'
  return row.problems.some(({ code }) => mendedBySettings.has(code)) ? 'settings' : null
}

const fieldNames: Record<string, () => string> = {
  supplier: m.imports_field_supplier,
  invoiceDate: m.imports_field_invoice_date,
  dueDate: m.imports_field_due_date,
  invoiceNumber: m.imports_field_invoice_number,
  total: m.imports_field_total,
  currency: m.imports_field_currency,
  vat: m.imports_field_vat,
  vatType: m.imports_field_vat_type,
  account: m.imports_field_account,
  costCenter: m.imports_field_cost_center,
  project: m.imports_field_project,
  comments: m.imports_field_comments,
  rowText: m.imports_field_row_text,
  ocr: m.imports_field_ocr,
  modeOfPayment: m.imports_field_mode_of_payment,
  ourReference: m.imports_field_our_reference,
  yourReference: m.imports_field_your_reference,
  paymentDate: m.imports_field_payment_date,
  paymentAccount: m.imports_field_payment_account,
}

export function draftFieldName(field: string): string {
  return fieldNames[field]?.() ?? field
}

type RuleOrigin = Exclude<Origin, { kind: 'cell' } | { kind: 'riksbank' }>

const originNames: Record<RuleOrigin['kind'], () => string> = {
  edited: m.imports_origin_edited,
  template: m.imports_origin_template,
  learned: m.imports_origin_learned,
  supplier: m.imports_origin_supplier,
  setting: m.imports_origin_setting,
  option: m.imports_origin_option,
  'accounting-system': m.imports_origin_accounting_system,
  derived: m.imports_origin_derived,
}

export function originName(origin: Exclude<Origin, { kind: 'cell' }>): string {
  return origin.kind === 'riksbank' ? m.imports_origin_riksbank({ day: origin.day }) : originNames[origin.kind]()
}

/** Where the day it is paid and the account it is paid from came from. */
export function paymentOrigins({ fields }: Pick<ImportRowDetail, 'fields'>): Origin[] {
  const found = fields.filter(({ field }) => field === 'paymentDate' || field === 'paymentAccount')
  return [...new Map(found.flatMap(({ origins }) => origins.map((one) => [JSON.stringify(one), one]))).values()]
}

/** A rate as it is written in Swedish: `11,521938`. */
export function rateText(rate: string): string {
  return rate.replace('.', ',')
}

/** `EUR 129,00 × 11,521938` for a purchase abroad. */
export function foreignText({ fields }: Pick<ImportRowDetail, 'fields'>): string | null {
  const [currency, rate] = fields.find(({ field }) => field === 'currency')?.value.split(' ') ?? []
  const total = fields.find(({ field }) => field === 'total')?.value
  if (!currency || !rate || total === undefined) return null
  const [whole = '0', decimals = ''] = total.split('.')
  return `${currency} ${formatAmount(BigInt(`${whole}${decimals}`), currency)} × ${rateText(rate)}`
}
