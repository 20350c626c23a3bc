import { accountInText } from '#kernel/account-in-text.ts'
import type { FieldError } from '#kernel/errors.ts'
import type { FieldSource, TargetField, Template, TemplateMapping } from '../../contract.ts'

/** Fields that no invoice can be made without, under the template's sign rule. */
export function requiredFields({ signRule }: Pick<TemplateMapping, 'signRule'>): TargetField[] {
  const amounts: TargetField[] =
    signRule === 'two-columns' ? ['amountOut'] : signRule === 'direction' ? ['total', 'direction'] : ['total']
  return ['merchant', 'invoiceDate', ...amounts]
}

/** Fields that may stay empty once the user has seen that they do. */
export const optionalFields = [
  'supplier',
  'invoiceNumber',
  'dueDate',
  'paymentDate',
  'modeOfPayment',
  'ocr',
  'currency',
  'foreignAmount',
  'rate',
  'vatAmount',
  'vatRate',
  'persons',
  'account',
  'costCenter',
  'project',
  'rowText',
  'comments',
  'ourReference',
  'yourReference',
  'card',
  'providerId',
] as const satisfies readonly TargetField[]

export function missingFields(mapping: TemplateMapping): TargetField[] {
  return requiredFields(mapping).filter((field) => mapping.fields[field] === undefined)
}

export function emptyFields(mapping: TemplateMapping): TargetField[] {
  return optionalFields.filter((field) => mapping.fields[field] === undefined)
}

/** What keeps a mapping from being saved. A file that is written may call an account what it likes. */
export function checkMapping(mapping: TemplateMapping, movement: Template['movement']): FieldError[] {
  const errors: FieldError[] = missingFields(mapping).map((field) => ({ path: `fields.${field}`, code: 'required' }))
  for (const [field, source] of Object.entries(mapping.fields) as [TargetField, FieldSource | undefined][]) {
    if (source && lacksValue(source)) errors.push({ path: `fields.${field}`, code: 'missing-value' })
    else if (source && field === 'account' && movement === 'import' && givesNoAccount(source))
      errors.push({ path: 'fields.account', code: 'account-unreadable' })
  }
  if (mapping.signRule === 'direction' && mapping.outgoingDirections.length === 0)
    errors.push({ path: 'outgoingDirections', code: 'required' })
  if (mapping.sheets?.length === 0) errors.push({ path: 'sheets', code: 'no-sheet-chosen' })
  const empty = emptyFields(mapping)
  if (empty.length > 0 && !mapping.emptyFieldsConfirmed) {
    errors.push({
      path: 'emptyFieldsConfirmed',
      code: 'empty-fields-not-confirmed',
      params: { fields: empty.join(', ') },
    })
  }
  return errors
}

/** A fixed value that is empty, or a rule that gives or asks for nothing. */
function lacksValue(source: FieldSource): boolean {
  if (source.kind === 'constant') return source.value.trim() === ''
  if (source.kind === 'choose')
    return source.rules.some(
      ({ value, match, text }) => value.trim() === '' || (match !== 'equals' && text.trim() === ''),
    )
  return 'replace' in source && (source.replace ?? []).some(({ find }) => find.trim() === '')
}

/** A fixed account that every row would be refused for; those in the file are looked at row by row. */
function givesNoAccount(source: FieldSource): boolean {
  if (source.kind === 'constant') return accountInText(source.value) === null
  return source.kind === 'choose' && source.rules.some(({ value }) => accountInText(value) === null)
}
