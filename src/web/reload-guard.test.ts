import { expect, test } from 'vitest'
import { noteReload } from './reload-guard.ts'

const imports = noteReload(null, '/app/imports', 1_000_000)

test('a path is reloaded the first time', () => {
  expect(imports).toBe('{"/app/imports":1000000}')
})

test('the same path is not reloaded again within ten seconds', () => {
  expect(noteReload(imports, '/app/imports', 1_009_999)).toBeNull()
  expect(noteReload(imports, '/app/imports', 1_010_000)).toBe('{"/app/imports":1010000}')
})

test('another path is reloaded at once, and the first is still not', () => {
  const both = noteReload(imports, '/app/events', 1_000_001)
  expect(both).not.toBeNull()
  expect(noteReload(both, '/app/imports', 1_000_002)).toBeNull()
})
