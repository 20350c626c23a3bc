import { expect, test } from 'vitest'
import { xlsxLibrary } from './xlsx-library.ts'

test('of an odd number of bytes the last is no letter of UTF-16, and is not copied', () => {
  xlsxLibrary()
  const bytes = Buffer.from('xKöp och sälj', 'utf16le').subarray(1)
  expect(bytes.toString('utf16le', 1)).toBe('Köp och sälj')
  expect(bytes.toString('utf16le', 1, 8)).toBe('Köp')
  expect(bytes.toString('utf16le', 30)).toBe('')
  expect(Buffer.from('Köp').toString()).toBe('Köp')
  for (let length = 1; length < 20_000; length += 2)
    expect(
      Buffer.alloc(length + 1)
        .subarray(1)
        .toString('utf16le'),
    ).toHaveLength((length - 1) / 2)
})
