import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonbText } from './jsonb-text.ts'

test('every text comes back but for NUL and halves of surrogate pairs', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const isSound = !text.includes('\0') && text.isWellFormed()
      expect(JSON.parse(jsonbText([text]))).toEqual([isSound ? text : text.replaceAll('\0', '').toWellFormed()])
    }),
  )
})

test('an emoji that was cut in two, and a NUL, leave nothing that jsonb refuses', () => {
  expect(jsonbText({ name: 'Kvitto 📎'.slice(0, -1), text: 'a\0b', at: null })).toBe(
    '{"name":"Kvitto \uFFFD","text":"ab","at":null}',
  )
})
