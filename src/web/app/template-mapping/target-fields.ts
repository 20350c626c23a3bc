import * as m from '#messages'
import type { FieldSource, TargetField, TemplateMapping } from '#templates/contract.ts'
import { optionalFields, requiredFields } from '#templates/rules/check-mapping.ts'

const names: Record<TargetField, () => string> = {
  merchant: m.templates_target_field_merchant,
  invoiceDate: m.templates_target_field_invoice_date,
  total: m.templates_target_field_total,
  fee: m.templates_target_field_fee,
  amountIn: m.templates_target_field_amount_in,
  amountOut: m.templates_target_field_amount_out,
  direction: m.templates_target_field_direction,
  currency: m.templates_target_field_currency,
  accountCurrency: m.templates_target_field_account_currency,
  foreignAmount: m.templates_target_field_foreign_amount,
  rate: m.templates_target_field_rate,
  vatAmount: m.templates_target_field_vat_amount,
  dueDate: m.templates_target_field_due_date,
  invoiceNumber: m.templates_target_field_invoice_number,
  providerId: m.templates_target_field_provider_id,
  account: m.templates_target_field_account,
  costCenter: m.templates_target_field_cost_center,
  project: m.templates_target_field_project,
  comments: m.templates_target_field_comments,
  ourReference: m.templates_target_field_our_reference,
  yourReference: m.templates_target_field_your_reference,
  rowText: m.templates_target_field_row_text,
  status: m.templates_target_field_status,
  type: m.templates_target_field_type,
  card: m.templates_target_field_card,
}

/** What a field is called where it is mapped. */
export function targetFieldName(field: TargetField): string {
  return names[field]()
}

const helps: Partial<Record<TargetField, () => string>> = {
  merchant: m.templates_target_help_merchant,
  dueDate: m.templates_target_help_due_date,
  vatAmount: m.templates_target_help_vat_amount,
  currency: m.templates_target_help_currency,
  fee: m.templates_target_help_fee,
  accountCurrency: m.templates_target_help_account_currency,
  account: m.templates_target_help_account,
  providerId: m.templates_target_help_provider_id,
  card: m.templates_target_help_card,
  rate: m.templates_target_help_rate,
  status: m.templates_target_help_status,
  type: m.templates_target_help_type,
  amountIn: m.templates_target_help_amount_in,
}

/** What happens without the field, or what it is for. */
export function targetFieldHelp(field: TargetField): string {
  return helps[field]?.() ?? ''
}

/** The fields in the order and groups of the page. */
export function fieldGroups(mapping: TemplateMapping): {
  required: TargetField[]
  optional: TargetField[]
  rows: TargetField[]
} {
  const amountIn: TargetField[] = mapping.signRule === 'two-columns' ? ['amountIn'] : []
  return {
    required: [...requiredFields(mapping), ...amountIn],
    optional: [...optionalFields],
    rows: ['status', 'type', 'fee', 'accountCurrency'],
  }
}

/** The same mapping with another source for a field, or none. What stays empty has then to be confirmed anew. */
export function withSource(mapping: TemplateMapping, field: TargetField, source: FieldSource | null): TemplateMapping {
  const { [field]: _, ...rest } = mapping.fields
  return { ...mapping, fields: source ? { ...rest, [field]: source } : rest, emptyFieldsConfirmed: false }
}

export function isSameSource(a: FieldSource | undefined, b: FieldSource | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
