import { expect, test } from 'vitest'
import * as m from '#messages'
import { missingIn, missingText, previewMissingText } from './use-faults.ts'

test('fields that lack a source while suggestions stand at them: it says to use those', () => {
  const missing = missingIn(['merchant', 'total'], [{ field: 'total' }, { field: 'merchant' }])
  const fields = `${m.templates_target_field_merchant()} och ${m.templates_target_field_total()}`
  expect(missingText(missing)).toBe(m.templates_missing_suggested({ fields }))
  expect(previewMissingText(missing)).toBe(m.templates_preview_missing_suggested({ fields }))
})

test('where one of them has no suggestion a source is to be chosen', () => {
  const missing = missingIn(['merchant', 'total'], [{ field: 'total' }])
  expect(missingText(missing)).toContain(m.templates_target_field_merchant())
  expect(missing.areSuggested).toBe(false)
})
