import { expect, test } from 'vitest'
import { scopes } from '#connectors/fortnox/limits.ts'
import { scopeName } from './missing-scopes.tsx'

test('every scope that Fortnox is asked for has a name of its own, with the one in Fortnox beside it', () => {
  const told = scopes.map(scopeName)
  expect(new Set(told).size).toBe(scopes.length)
  for (const [index, scope] of scopes.entries()) expect(told[index]).toMatch(new RegExp(`^[^(]+ \\(${scope}\\)$`))
})
