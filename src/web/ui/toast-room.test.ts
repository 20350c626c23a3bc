import { expect, test } from 'vitest'
import { roomFor } from './toast-room.ts'

test('the page of a phone makes room for the toasts that are seen, and none when all are closed', () => {
  expect(roomFor([])).toBe(0)
  expect(roomFor([70])).toBe(86)
  expect(roomFor([50, 70])).toBe(8 + 68 + 50 + 12 + 70 + 8)
  expect(roomFor([999, 50, 50, 50, 50])).toBe(roomFor([50, 50, 50, 50]))
})
