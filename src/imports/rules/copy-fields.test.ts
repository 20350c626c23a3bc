import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bigInteger, integer, jsonb, nothing, text } from './copy-fields.ts'

/** What PostgreSQL's receive function is given; null for null. */
function received(field: string): Buffer | null {
  const bytes = Buffer.from(field, 'latin1')
  const length = bytes.readInt32BE(0)
  if (length === -1) return null
  expect(bytes.length).toBe(4 + length)
  return bytes.subarray(4)
}

test('whole numbers stand there in four or eight bytes, the highest first', () => {
  fc.assert(
    fc.property(fc.integer(), (value) => {
      expect(received(integer(value))?.readInt32BE(0)).toBe(value)
    }),
  )
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(received(bigInteger(value))?.readBigInt64BE(0)).toBe(BigInt(value))
    }),
  )
})

test('a number that does not fit is refused, never cut', () => {
  expect(() => integer(2 ** 31)).toThrow(RangeError)
  expect(() => integer(0.5)).toThrow(RangeError)
  expect(() => bigInteger(2 ** 53)).toThrow(RangeError)
  expect(() => bigInteger(Number.NaN)).toThrow(RangeError)
})

test('texts stand there in UTF-8, without the NUL that PostgreSQL has no place for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (value) => {
      expect(received(text(value))?.toString('utf8')).toBe(value.replaceAll('\0', '').toWellFormed())
    }),
  )
  expect(received(text(''))).toHaveLength(0)
})

test('JSON stands there behind the number of its version', () => {
  const bytes = received(jsonb([{ code: 'skål' }]))
  expect(bytes?.[0]).toBe(1)
  expect(bytes?.subarray(1).toString('utf8')).toBe('[{"code":"skål"}]')
})

test('what is absent is null', () => {
  expect([integer(null), bigInteger(null), text(null)]).toEqual([nothing, nothing, nothing])
  expect(received(nothing)).toBeNull()
})
