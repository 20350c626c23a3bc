import { expect, test } from 'vitest'
import type { FieldSource } from '#templates/contract.ts'
import { contentsOf, editKeysOf, findsAll } from './row-contents.ts'

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

test('a row is known by its day and shop, or its day and amount, whatever is noted beside them', () => {
  const names = ['Datum', 'Text', 'Belopp', 'Anteckning']
  const column = (index: number): FieldSource => ({
    kind: 'source',
    from: { kind: 'column', name: names[index] ?? '', occurrence: 0, index },
  })
  const fields = { invoiceDate: column(0), merchant: column(1), total: column(2), comments: column(3) }
  const keysIn = (...cells: string[]) =>
    editKeysOf([{ number: 1, cells: names, kinds: 'tttt', recordId: null }], { fields })({
      ...{ number: 2, cells, kinds: 'dtnt', recordId: null },
    })
  const [shop, amount] = keysIn('2026-03-01', 'Hetzner', '12.5', '') ?? []
  expect(keysIn('2026-03-01', 'Hetzner', '13', 'rättat')?.[0]).toBe(shop)
  expect(keysIn('2026-03-01', 'Hetzner GmbH', '12.5', 'rättat')?.[1]).toBe(amount)
  expect(keysIn('2026-03-02', 'Hetzner', '12.5', '')).not.toContain(shop)
  expect(keysIn('2026-03-02', 'Hetzner', '12.5', '')).not.toContain(amount)
  expect(keysIn('', 'Hetzner', '12.5', '')).toBe(null)
  const { invoiceDate: _, ...withoutDay } = fields
  expect(editKeysOf([], { fields: withoutDay })({ number: 2, cells: [], kinds: '', recordId: null })).toBe(null)
})
