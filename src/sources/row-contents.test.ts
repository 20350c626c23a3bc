import { expect, test } from 'vitest'
import { contentsOf, findsAll } from './row-contents.ts'

const rowIn = (unit?: string) => ({
  ...{ number: 2, cells: ['2026-03-01', 'Hetzner', '12.5'], kinds: 'dtn', recordId: null },
  ...(unit && { units: { 2: unit } }),
})
const columns = [2].map((index) => ({ kind: 'column' as const, name: 'Belopp', occurrence: 0, index }))
const head = [{ number: 1, cells: ['Datum', 'Text', 'Belopp'], kinds: 'ttt', recordId: null }]

test.each([undefined, columns])(
  'an amount in another currency is another, but none for being shown as kronor',
  (now) => {
    const contentIn = (unit?: string) => contentsOf(head, { before: now, now }).now(rowIn(unit))
    expect(contentIn('kr')).toBe(contentIn())
    expect(contentIn('€')).not.toBe(contentIn())
    expect(contentIn('€')).not.toBe(contentIn('$'))
  },
)

test('rows are compared with those seen before only while every mapped column has its name', () => {
  const under = (...cells: string[]) => [{ number: 1, cells, kinds: 'ttt', recordId: null }]
  expect(findsAll(head, columns)).toBe(true)
  expect(findsAll(under('Belopp', 'Datum'), columns)).toBe(true)
  expect(findsAll(under('Datum', 'Text', 'Summa'), columns)).toBe(false)
  expect(findsAll([], columns)).toBe(false)
  // A table without titles is read by place.
  expect(findsAll([], [{ ...{ kind: 'column', name: '', occurrence: 0, index: 2 } }])).toBe(true)
})
