import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { activityTexts } from './activity-text.ts'

test('every activity that the source records has a text', () => {
  const source = fileURLToPath(new URL('../../..', import.meta.url))
  const files = globSync('**/*.ts', { cwd: source }).filter(
    (file) => !file.endsWith('.test.ts') && !file.startsWith('paraglide'),
  )
  const recorded = new Set(
    files.flatMap((file) =>
      [...readFileSync(`${source}/${file}`, 'utf8').matchAll(/activity: '([a-z-]+)'/g)].map((found) => found[1] ?? ''),
    ),
  )
  expect(recorded.size).toBeGreaterThan(8)
  expect([...recorded].filter((activity) => !activityTexts[activity])).toEqual([])
})
