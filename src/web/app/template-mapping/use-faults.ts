import { useEffect, useState } from 'react'
import type { FieldError } from '#kernel/errors.ts'
import * as m from '#messages'
import { getLocale } from '#runtime'
import type { TargetField, TemplateMapping } from '#templates/contract.ts'
import { checkMapping } from '#templates/rules/mapping/check-mapping.ts'
import { fieldProblemText } from '../../field-problems.ts'
import { closeToast } from '../../ui/toasts.tsx'
import type { MappingQuestion } from './mapping-questions.ts'
import { targetFieldName } from './target-fields.ts'

/** The toast about the mapping as a whole. */
export const mappingToast = 'mapping'
const ofField = 'fields.'

/** What keeps the mapping from being saved, from the first try on: each is gone as soon as it is mended. */
export function useFaults(mapping: TemplateMapping, isExport: boolean, questions: readonly MappingQuestion[]) {
  const [isTried, setIsTried] = useState(false)
  const wrong: readonly FieldError[] = [
    ...checkMapping({ ...mapping, emptyFieldsConfirmed: true }, isExport ? 'export' : 'import'),
    ...questions,
  ]
  const isMended = isTried && wrong.length === 0
  useEffect(() => {
    if (isMended) closeToast(mappingToast)
  }, [isMended])
  const inFields = isTried ? wrong.filter(({ path }) => path.startsWith(ofField)) : []
  return {
    wrong,
    faults: new Map(
      inFields.map(({ path, code }) => [
        fieldOf(path),
        fieldProblemText({ code }, targetFieldName(fieldOf(path), isExport)),
      ]),
    ),
    outgoingFault:
      isTried && wrong.some(({ path }) => path === 'outgoingDirections')
        ? m.shell_required_name({ name: m.templates_outgoing() })
        : null,
    tellFaults: () => setIsTried(true),
  }
}

export function fieldOf(path: string): TargetField {
  return path.slice(ofField.length) as TargetField
}

type Missing = { fields: readonly TargetField[]; areSuggested: boolean }

/** Fields that lack a source, and whether a suggestion stands at each of them. */
export function missingIn(fields: readonly TargetField[], open: readonly { field: TargetField }[]): Missing {
  return { fields, areSuggested: fields.every((field) => open.some((one) => one.field === field)) }
}

export function missingText({ fields, areSuggested }: Missing, isExport = false): string {
  const names = listOf(fields, isExport)
  return areSuggested ? m.templates_missing_suggested({ fields: names }) : m.templates_missing_fields({ fields: names })
}

export function previewMissingText({ fields, areSuggested }: Missing, isExport = false): string {
  const names = listOf(fields, isExport)
  return areSuggested
    ? m.templates_preview_missing_suggested({ fields: names })
    : m.templates_preview_missing({ fields: names })
}

const listOf = (fields: readonly TargetField[], isExport: boolean) =>
  new Intl.ListFormat(getLocale()).format(fields.map((field) => targetFieldName(field, isExport)))
