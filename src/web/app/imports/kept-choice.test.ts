import { expect, test } from 'vitest'
import { choiceFor } from './kept-choice.ts'

test('a template that is chosen before the file stays, whatever the file is taken for', () => {
  expect(choiceFor({ chosen: 'seb', named: null, hadFile: false })).toBe('seb')
})

test('another file is recognised anew: the template of the file before goes with it', () => {
  expect(choiceFor({ chosen: 'seb', named: null, hadFile: true })).toBeNull()
  expect(choiceFor({ chosen: 'seb', named: 'amex', hadFile: true })).toBe('amex')
})
