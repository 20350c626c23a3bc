import { expect, test } from 'vitest'
import { gravestOf, roomFor } from './toast-room.ts'

test('the page of a phone makes room for the toasts that are seen, and none when all are closed', () => {
  expect(roomFor([])).toBe(0)
  expect(roomFor([70])).toBe(86)
  expect(roomFor([50, 70])).toBe(8 + 68 + 70 + 8)
  expect(roomFor([999, 50])).toBe(roomFor([70, 50]))
})

test('of the toasts that are not seen the gravest is marked', () => {
  expect(gravestOf([])).toBe(null)
  expect(gravestOf(['success', 'info', undefined])).toBe(null)
  expect(gravestOf(['success', 'warn', 'success'])).toBe('warn')
  expect(gravestOf(['warn', 'error'])).toBe('error')
})
