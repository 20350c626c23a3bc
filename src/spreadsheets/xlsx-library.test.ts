import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { xlsxLibrary } from './xlsx-library.ts'

test('of an odd number of bytes the last is no letter of UTF-16', () => {
  xlsxLibrary()
  const bytes = Buffer.from('xKöp och sälj', 'utf16le').subarray(1)
  expect(bytes.toString('utf16le', 1)).toBe('Köp och sälj')
  expect(bytes.toString('utf16le', 1, 8)).toBe('Köp')
  expect(bytes.toString('utf16le', 30)).toBe('')
  expect(Buffer.from('Köp').toString()).toBe('Köp')
})

/** In a process of its own: one byte too many falls into what lies behind where the room is exactly so large. */
const reading = `
import { xlsxLibrary } from '${new URL('./xlsx-library.ts', import.meta.url).href}'
xlsxLibrary()
const bytes = Buffer.alloc(40_000, 65)
for (let round = 0; round < 20; round++)
  for (let length = 1049; length < 20_000; length += 16) bytes.subarray(1, 1 + length).toString('utf16le')
`

test('nor is it copied, which ends the process', () => {
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', reading]).status).toBe(0)
})
