import { exportableFields } from '#exports/rules/lay-out-invoices.ts'
import * as m from '#messages'
import type { FieldSource, TargetField, TemplateMapping } from '#templates/contract.ts'
import { emptyFields, requiredFields } from '#templates/rules/mapping/check-mapping.ts'
import { groupDigits } from '../../ui/amount.tsx'
import { rowStateText } from './row-states.ts'

const texts: Record<TargetField, { name: () => string; help: () => string; example: () => string }> = {
  merchant: {
    name: m.templates_target_field_merchant,
    help: m.templates_target_help_merchant,
    example: m.templates_target_example_merchant,
  },
  supplier: {
    name: m.templates_target_field_supplier,
    help: m.templates_target_help_supplier,
    example: m.templates_target_example_supplier,
  },
  invoiceDate: {
    name: m.templates_target_field_invoice_date,
    help: m.templates_target_help_invoice_date,
    example: m.templates_target_example_invoice_date,
  },
  total: {
    name: m.templates_target_field_total,
    help: m.templates_target_help_total,
    example: m.templates_target_example_total,
  },
  fee: {
    name: m.templates_target_field_fee,
    help: m.templates_target_help_fee,
    example: m.templates_target_example_fee,
  },
  amountIn: {
    name: m.templates_target_field_amount_in,
    help: m.templates_target_help_amount_in,
    example: m.templates_target_example_amount_in,
  },
  amountOut: {
    name: m.templates_target_field_amount_out,
    help: m.templates_target_help_amount_out,
    example: m.templates_target_example_amount_out,
  },
  direction: {
    name: m.templates_target_field_direction,
    help: m.templates_target_help_direction,
    example: m.templates_target_example_direction,
  },
  currency: {
    name: m.templates_target_field_currency,
    help: m.templates_target_help_currency,
    example: m.templates_target_example_currency,
  },
  accountCurrency: {
    name: m.templates_target_field_account_currency,
    help: m.templates_target_help_account_currency,
    example: m.templates_target_example_account_currency,
  },
  foreignAmount: {
    name: m.templates_target_field_foreign_amount,
    help: m.templates_target_help_foreign_amount,
    example: m.templates_target_example_foreign_amount,
  },
  rate: {
    name: m.templates_target_field_rate,
    help: m.templates_target_help_rate,
    example: m.templates_target_example_rate,
  },
  vatAmount: {
    name: m.templates_target_field_vat_amount,
    help: m.templates_target_help_vat_amount,
    example: m.templates_target_example_vat_amount,
  },
  vatRate: {
    name: m.templates_target_field_vat_rate,
    help: m.templates_target_help_vat_rate,
    example: m.templates_target_example_vat_rate,
  },
  persons: {
    name: m.problems_field_persons,
    help: m.templates_target_help_persons,
    example: m.templates_target_example_persons,
  },
  dueDate: {
    name: m.templates_target_field_due_date,
    help: m.templates_target_help_due_date,
    example: m.templates_target_example_due_date,
  },
  paymentDate: {
    name: m.templates_target_field_payment_date,
    help: m.templates_target_help_payment_date,
    example: m.templates_target_example_payment_date,
  },
  modeOfPayment: {
    name: m.templates_target_field_mode_of_payment,
    help: m.templates_target_help_mode_of_payment,
    example: m.templates_target_example_mode_of_payment,
  },
  invoiceNumber: {
    name: m.templates_target_field_invoice_number,
    help: m.templates_target_help_invoice_number,
    example: m.templates_target_example_invoice_number,
  },
  ocr: {
    name: m.templates_target_field_ocr,
    help: m.templates_target_help_ocr,
    example: m.templates_target_example_ocr,
  },
  providerId: {
    name: m.templates_target_field_provider_id,
    help: m.templates_target_help_provider_id,
    example: m.templates_target_example_provider_id,
  },
  account: {
    name: m.templates_target_field_account,
    help: m.templates_target_help_account,
    example: m.templates_target_example_account,
  },
  costCenter: {
    name: m.templates_target_field_cost_center,
    help: m.templates_target_help_cost_center,
    example: m.templates_target_example_cost_center,
  },
  project: {
    name: m.templates_target_field_project,
    help: m.templates_target_help_project,
    example: m.templates_target_example_project,
  },
  comments: {
    name: m.templates_target_field_comments,
    help: m.templates_target_help_comments,
    example: m.templates_target_example_comments,
  },
  ourReference: {
    name: m.templates_target_field_our_reference,
    help: m.templates_target_help_our_reference,
    example: m.templates_target_example_our_reference,
  },
  yourReference: {
    name: m.templates_target_field_your_reference,
    help: m.templates_target_help_your_reference,
    example: m.templates_target_example_your_reference,
  },
  place: {
    name: m.templates_target_field_place,
    help: m.templates_target_help_place,
    example: m.templates_target_example_place,
  },
  rowText: {
    name: m.templates_target_field_row_text,
    help: m.templates_target_help_row_text,
    example: m.templates_target_example_row_text,
  },
  status: {
    name: m.templates_target_field_status,
    help: m.templates_target_help_status,
    example: m.templates_target_example_status,
  },
  type: {
    name: m.templates_target_field_type,
    help: m.templates_target_help_type,
    example: m.templates_target_example_type,
  },
  card: {
    name: m.templates_target_field_card,
    help: m.templates_target_help_card,
    example: m.templates_target_example_card,
  },
}

/** Of an invoice that is written, where a field is about a card's row when one is read. */
const writtenTexts: Partial<typeof texts> = {
  merchant: {
    ...texts.merchant,
    name: m.templates_written_field_merchant,
    example: m.templates_written_example_merchant,
  },
  supplier: { ...texts.supplier, name: m.templates_written_field_supplier },
  providerId: {
    ...texts.providerId,
    name: m.templates_written_field_provider_id,
    example: m.templates_written_example_provider_id,
  },
  status: { ...texts.status, name: m.templates_written_field_status, example: m.exports_state_paid },
  type: { ...texts.type, name: m.templates_written_field_type, example: m.exports_kind_invoice },
}
const textsOf = (field: TargetField, isExport: boolean) => (isExport && writtenTexts[field]) || texts[field]

/** What a field is called where it is mapped. */
export function targetFieldName(field: TargetField, isExport = false): string {
  return textsOf(field, isExport).name()
}

/** What happens without the field, or what it is for. */
export function targetFieldHelp(field: TargetField): string {
  return texts[field].help()
}

export function targetFieldExample(field: TargetField, isExport = false): string {
  return textsOf(field, isExport).example()
}

export type FieldGroup = { id: keyof typeof groupTitles; title: string; fields: TargetField[] }
const groupTitles = {
  invoice: m.templates_group_invoice,
  amounts: m.templates_group_amounts,
  posting: m.templates_group_posting,
  texts: m.templates_group_texts,
  payment: m.templates_group_payment,
  identity: m.templates_group_identity,
} as const

const optionalGroups: Record<FieldGroup['id'], TargetField[]> = {
  invoice: ['place', 'supplier', 'invoiceNumber', 'dueDate', 'ocr'],
  amounts: ['currency', 'accountCurrency', 'foreignAmount', 'rate', 'fee', 'vatAmount', 'vatRate', 'persons'],
  posting: ['account', 'costCenter', 'project', 'rowText'],
  texts: ['comments', 'ourReference', 'yourReference'],
  payment: ['paymentDate', 'modeOfPayment'],
  identity: ['card', 'providerId', 'status', 'type'],
}

/** Fields that an export leaves empty, unless the template has them already: it may have been made for reading. */
const isOfUse = (field: TargetField, { fields }: TemplateMapping, isExport: boolean) =>
  !isExport || exportableFields.has(field) || fields[field] !== undefined

/** What stays empty, and is to be confirmed before the template is saved. */
export const emptyFieldsOf = (mapping: TemplateMapping, isExport: boolean): TargetField[] =>
  emptyFields(mapping).filter((field) => isOfUse(field, mapping, isExport))

/** What no invoice can be made without, then the rest by what it is about. */
export function fieldGroups(
  mapping: TemplateMapping,
  isExport = false,
): { required: TargetField[]; optional: FieldGroup[] } {
  const amountIn: TargetField[] = mapping.signRule === 'two-columns' ? ['amountIn'] : []
  const groups = Object.entries(optionalGroups) as [FieldGroup['id'], TargetField[]][]
  return {
    required: [...requiredFields(mapping), ...amountIn],
    optional: groups
      .map(([id, fields]) => ({
        ...{ id, title: isExport && id === 'identity' ? m.templates_written_group_identity() : groupTitles[id]() },
        fields: fields.filter((field) => isOfUse(field, mapping, isExport)),
      }))
      .filter(({ fields }) => fields.length > 0),
  }
}

/** The same mapping with another source for a field, or none. What stays empty has then to be confirmed anew. */
export function withSource(mapping: TemplateMapping, field: TargetField, source: FieldSource | null): TemplateMapping {
  const { [field]: _, ...rest } = mapping.fields
  return { ...mapping, fields: source ? { ...rest, [field]: source } : rest, emptyFieldsConfirmed: false }
}

/** The mapping as far as it can be read: a replacement that says nothing to look for yet replaces nothing. */
export function withoutUnfinished(mapping: TemplateMapping): TemplateMapping {
  const finished = Object.entries(mapping.fields).map(([field, source]) => [field, finishedSource(source)])
  return { ...mapping, fields: Object.fromEntries(finished) }
}

function finishedSource(source: FieldSource): FieldSource {
  if (!('replace' in source)) return source
  const { replace = [], ...rest } = source
  const finished = replace.filter(({ find }) => find !== '')
  return finished.length > 0 ? { ...source, replace: finished } : rest
}

export function isSameSource(a: FieldSource | undefined, b: FieldSource | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

const decimalFields = new Set<TargetField>([
  ...(['total', 'amountIn', 'amountOut', 'fee', 'foreignAmount', 'vatAmount', 'vatRate', 'rate'] as const),
])

/** What was read into a field: numbers with a decimal comma in both languages, as the books are. `isByTemplate`: its rule gave the value, not the file. */
export function fieldValueText(field: TargetField, value: string, isByTemplate: boolean): string {
  if (field === 'status' && isByTemplate) return rowStateText(value)
  if (!decimalFields.has(field)) return value
  const [whole = '', ...decimals] = value.replace('-', '\u2212').split('.')
  return [groupDigits(whole), ...decimals].join(',')
}
