import { expect, test } from 'vitest'
import { gravestOf, roomFor, seenOf } from './toast-room.ts'

test('the page of a phone makes room for the toasts that are seen, and none when all are closed', () => {
  expect(roomFor([])).toBe(0)
  expect(roomFor([70])).toBe(86)
  expect(roomFor([50, 70])).toBe(8 + 68 + 70 + 8)
  expect(roomFor([999, 50])).toBe(roomFor([70, 50]))
})

test('what failed is seen beside what is told of the state it failed in, and has room on a phone', () => {
  const [away, failed, done] = [{ type: 'warn', isOfState: true }, { type: 'error' }, { type: 'success' }]
  expect([seenOf([]), seenOf([away]), seenOf([failed, away]), seenOf([away, done, failed])]).toEqual([1, 1, 1, 1])
  expect(seenOf([away, failed, done])).toBe(2)
  expect(roomFor([999, 50, 70], 2)).toBe(8 + 68 + 50 + 12 + 70 + 8)
})

test('toasts that are all seen have no bar above them, and give it no room', () => {
  expect(roomFor([50, 70], 2)).toBe(8 + 50 + 12 + 70 + 8)
})

test('of the toasts that are not seen the gravest is marked', () => {
  expect(gravestOf([])).toBe(null)
  expect(gravestOf(['success', 'info', undefined])).toBe(null)
  expect(gravestOf(['success', 'warn', 'success'])).toBe('warn')
  expect(gravestOf(['warn', 'error'])).toBe('error')
})
