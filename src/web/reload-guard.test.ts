import { expect, test } from 'vitest'
import { mayReload } from './reload-guard.ts'

const stored = JSON.stringify({ path: '/app/imports', at: 1_000_000 })

test('a path is reloaded the first time', () => {
  expect(mayReload(null, '/app/imports', 1_000_000)).toBe(true)
})

test('the same path is not reloaded again within ten seconds', () => {
  expect(mayReload(stored, '/app/imports', 1_009_999)).toBe(false)
  expect(mayReload(stored, '/app/imports', 1_010_000)).toBe(true)
})

test('another path is reloaded at once', () => {
  expect(mayReload(stored, '/app/events', 1_000_001)).toBe(true)
})
