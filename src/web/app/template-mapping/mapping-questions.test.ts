import { expect, test } from 'vitest'
import type { Template, TemplateMapping } from '#templates/contract.ts'
import type { MappingPreview, TemplateSample } from '#templates/sample-contract.ts'
import { findAsked, findQuestions, questionText } from './mapping-questions.ts'

const open = { numberFormat: 'auto', dateOrder: 'auto' } as TemplateMapping
const sample = {
  numberFormat: { suggested: 'auto', isAmbiguous: true, examples: ['1.234'] },
  dateOrder: { suggested: 'auto', isAmbiguous: true },
} as unknown as TemplateSample
const previewOf = (questions: MappingPreview['questions']) => ({ questions }) as MappingPreview
const codes = (...asked: Parameters<typeof findQuestions>) => findQuestions(...asked).map(({ code }) => code)
const readsNone = {
  path: 'dateOrder',
  code: 'date-order-reads-none',
  params: { chosen: 'mdy', days: 12, ymd: 0, dmy: 12, mdy: 0 },
}

test('before the rows can be read the sample tells what is open', () => {
  expect(codes(open, sample, undefined)).toEqual(['number-format-open', 'date-order-open'])
  expect(codes({ ...open, dateOrder: 'dmy' }, sample, undefined)).toEqual(['number-format-open'])
})

test('how the rows read tells it then, and what was chosen since is no question any more', () => {
  const preview = previewOf([{ path: 'dateOrder', code: 'date-order-open' }])
  expect(codes(open, sample, preview)).toEqual(['date-order-open'])
  expect(codes({ ...open, dateOrder: 'mdy' }, sample, preview)).toEqual([])
  expect(codes({ ...open, dateOrder: 'mdy' }, sample, previewOf([readsNone]))).toEqual(['date-order-reads-none'])
  expect(codes({ ...open, dateOrder: 'dmy' }, sample, previewOf([readsNone]))).toEqual([])
})

test('what is open stands on top until it was answered and saved', () => {
  const template = { movement: 'import', mapping: { ...open, numberFormat: 'comma' } } as Template
  expect(findAsked(template, sample)).toEqual(['dateOrder'])
  expect(findAsked({ ...template, movement: 'export' }, sample)).toEqual([])
})

test('an order that reads nothing is told by what the others read', () => {
  expect(questionText(readsNone, sample)).toBe(
    '”Månad, dag, år” passar inget datum i provfilen. ”Dag, månad, år” passar 12 av 12. Välj en ordning som passar.',
  )
})
