import { expect, test } from 'vitest'
import { createEncryption } from './encryption.ts'

test('a sealed text opens for its own owner only, and only as it was', () => {
  const { seal, open } = createEncryption('a key')
  const sealed = seal('token åäö', 'row 1')
  expect(open(sealed, 'row 1')).toBe('token åäö')
  expect(sealed).not.toContain('token')
  expect(() => open(sealed, 'row 2')).toThrow()
  const changed = sealed.replace(/(?<=^v1\..)./, (letter) => (letter === 'A' ? 'B' : 'A'))
  expect(() => open(changed, 'row 1')).toThrow()
})

test('with a new key what an earlier one sealed still opens, where that is told, and nothing new needs it', () => {
  const sealed = createEncryption('old key').seal('token', 'row 1')
  expect(() => createEncryption('new key').open(sealed, 'row 1')).toThrow()
  const changed = createEncryption('new key', ['older key', 'old key'])
  expect(changed.open(sealed, 'row 1')).toBe('token')
  expect(() => changed.open(sealed, 'row 2')).toThrow()
  expect(createEncryption('new key').open(changed.seal('token', 'row 1'), 'row 1')).toBe('token')
  expect(changed.derive('sessions')).toBe(createEncryption('new key').derive('sessions'))
})
