import type { FieldError } from '#kernel/errors.ts'
import type { FieldSource, TargetField, TemplateMapping } from '../contract.ts'

/** Fields that no invoice can be made without, under the template's sign rule. */
export function requiredFields({ signRule }: Pick<TemplateMapping, 'signRule'>): TargetField[] {
  const amounts: TargetField[] =
    signRule === 'two-columns' ? ['amountOut'] : signRule === 'direction' ? ['total', 'direction'] : ['total']
  return ['merchant', 'invoiceDate', ...amounts]
}

/** Fields that may stay empty once the user has seen that they do. */
export const optionalFields = [
  'currency',
  'foreignAmount',
  'rate',
  'vatAmount',
  'dueDate',
  'invoiceNumber',
  'providerId',
  'account',
  'costCenter',
  'project',
  'comments',
  'ourReference',
  'yourReference',
  'rowText',
  'card',
] as const satisfies readonly TargetField[]

export function missingFields(mapping: TemplateMapping): TargetField[] {
  return requiredFields(mapping).filter((field) => mapping.fields[field] === undefined)
}

export function emptyFields(mapping: TemplateMapping): TargetField[] {
  return optionalFields.filter((field) => mapping.fields[field] === undefined)
}

/** What keeps a mapping from being saved. */
export function checkMapping(mapping: TemplateMapping): FieldError[] {
  const errors: FieldError[] = missingFields(mapping).map((field) => ({ path: `fields.${field}`, code: 'required' }))
  for (const [field, source] of Object.entries(mapping.fields) as [TargetField, FieldSource | undefined][]) {
    if (source?.kind === 'constant' && source.value.trim() === '')
      errors.push({ path: `fields.${field}`, code: 'missing-value' })
  }
  if (mapping.signRule === 'direction' && mapping.outgoingDirections.length === 0)
    errors.push({ path: 'outgoingDirections', code: 'required' })
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
