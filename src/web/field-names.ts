import * as m from '#messages'
import type { TargetField } from '#templates/contract.ts'

const fieldNames: Record<TargetField, () => string> = {
  merchant: () => m.problems_field_merchant(),
  supplier: () => m.problems_field_supplier(),
  place: () => m.templates_target_field_place(),
  invoiceDate: () => m.problems_field_invoice_date(),
  total: () => m.problems_field_total(),
  amountIn: () => m.problems_field_amount_in(),
  amountOut: () => m.problems_field_amount_out(),
  direction: () => m.problems_field_direction(),
  currency: () => m.problems_field_currency(),
  fee: () => m.problems_field_fee(),
  accountCurrency: () => m.problems_field_account_currency(),
  foreignAmount: () => m.problems_field_foreign_amount(),
  rate: () => m.problems_field_rate(),
  vatAmount: () => m.problems_field_vat_amount(),
  vatRate: () => m.problems_field_vat_rate(),
  persons: () => m.problems_field_persons(),
  dueDate: () => m.problems_field_due_date(),
  paymentDate: () => m.problems_field_payment_date(),
  modeOfPayment: () => m.problems_field_mode_of_payment(),
  ocr: () => m.problems_field_ocr(),
  invoiceNumber: () => m.problems_field_invoice_number(),
  providerId: () => m.problems_field_provider_id(),
  account: () => m.problems_field_account(),
  costCenter: () => m.problems_field_cost_center(),
  project: () => m.problems_field_project(),
  comments: () => m.problems_field_comments(),
  ourReference: () => m.problems_field_our_reference(),
  yourReference: () => m.problems_field_your_reference(),
  rowText: () => m.problems_field_row_text(),
  status: () => m.problems_field_status(),
  type: () => m.problems_field_type(),
  card: () => m.problems_field_card(),
}

/** What a field of the target system is called. */
export function fieldName(field: string | number | undefined): string {
  return fieldNames[field as TargetField]?.() ?? String(field ?? '')
}
