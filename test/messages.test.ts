import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()

test('every text stands in both languages with the same placeholders', () => {
  const swedish = globSync('messages/sv/*.json')
  expect(swedish.length).toBeGreaterThan(5)
  for (const path of swedish) {
    const [sv, en] = [read(path), read(path.replace('/sv/', '/en/'))]
    expect([path, Object.keys(en).sort()]).toEqual([path, Object.keys(sv).sort()])
    for (const key of Object.keys(sv))
      if (typeof sv[key] === 'string') expect([key, placeholders(en[key]!)]).toEqual([key, placeholders(sv[key]!)])
  }
})

test('every text is shown somewhere', () => {
  const code = globSync('src/**/*.{ts,tsx}', { exclude: ['src/paraglide/**'] }).map((path) =>
    readFileSync(path, 'utf8'),
  )
  const used = new Set(code.flatMap((text) => text.match(/\b[a-z]+_\w+\b/g) ?? []))
  const texts = globSync('messages/sv/*.json').flatMap((path) => Object.keys(read(path)))
  expect(texts.filter((key) => !key.startsWith('$') && !used.has(key))).toEqual([])
})

test('what is required is told in one wording', () => {
  const texts = globSync('messages/*/*.json').flatMap((path) => Object.entries(read(path)))
  const required = texts.filter(([, text]) => /(krävs|måste fyllas i|is required)\.?$/.test(text)).map(([key]) => key)
  expect([...new Set(required)].sort()).toEqual(['shell_required_name'])
})
