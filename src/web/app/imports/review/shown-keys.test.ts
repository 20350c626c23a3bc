import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shownKeys } from './shown-keys.ts'

const files = ['use-grid-keys.ts', 'row-grid.tsx', 'page.tsx', 'grid-options.tsx', 'use-undo-key.ts', 'cell-editor.tsx']
const ofApp = ['navigation-keys.ts', 'command-palette.tsx']
const spoken: Record<string, string> = { ' ': 'Mellanslag', Escape: 'Esc', PageUp: 'Page Up', PageDown: 'Page Down' }
const nameOf = (key: string) =>
  key.startsWith('Arrow') ? 'Piltangenter' : (spoken[key] ?? (key.length === 1 ? key.toUpperCase() : key))

test('every key that the source answers to is in the list of keys, with Ctrl where it takes that', () => {
  const sources = [...files, ...ofApp.map((file) => `../../${file}`)]
  const answered = sources.flatMap((file) => {
    const source = readFileSync(new URL(file, import.meta.url), 'utf8')
    const compared = [...source.matchAll(/\bkey(?:\.toLowerCase\(\))? [!=]== '([^']+)'/g)]
    const mapped = [...source.matchAll(/^ {2}\['(\w+)', \[/gm)]
    return [...compared, ...mapped].map(([, key = '']) => nameOf(key))
  })
  const listed = shownKeys().map(([key]) => key)
  const words = listed.flatMap((key) => key.split(/ {2}| och /))
  const isListed = (key: string) => words.some((word) => word === key || word === `Ctrl ${key}`)
  expect(answered.length).toBeGreaterThan(15)
  expect([...new Set(answered)].filter((key) => !isListed(key))).toEqual([])
  expect(words).toEqual(expect.arrayContaining(['Ctrl K', 'Ctrl Z', 'Ctrl Home', 'G']))
})
