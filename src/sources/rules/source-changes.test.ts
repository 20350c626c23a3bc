import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SourceRow } from '#connectors/source-connector.ts'
import { type Contents, findChanges, nothingSeen, type SeenRows } from './source-changes.ts'

const rowsOf = (contents: readonly string[], identified = false): SourceRow[] =>
  contents.map((content, index) => ({
    number: index + 2,
    cells: [content],
    kinds: 't',
    recordId: identified ? `rec${content[0]}` : null,
  }))
const contentOf = ({ cells }: SourceRow) => cells.join('|')
const contents = { before: contentOf, now: contentOf }
/** Walked without a break. */
const changes = (rows: SourceRow[], before: SeenRows, given: Contents = contents) => {
  const steps = findChanges(rows, before, given)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

describe('what changed in a source', () => {
  test('is everything the first time and nothing the second', () => {
    const rows = rowsOf(['a', 'b', 'b'])
    const first = changes(rows, nothingSeen)
    expect(first).toMatchObject({ newRows: 3, changed: [] })
    expect(changes(rows, first.seen)).toMatchObject({ newRows: 0, fresh: [] })
  })
  test('without lasting identities is the surplus of each content, wherever the rows have moved', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c')),
        fc.array(fc.constantFrom('a', 'b', 'c', 'd')),
        (before, added) => {
          const { seen } = changes(rowsOf(before), nothingSeen)
          const { fresh } = changes(rowsOf([...added, ...before].toReversed()), seen)
          expect(fresh.map(contentOf).toSorted()).toEqual(added.toSorted())
        },
      ),
    )
  })
  test('with identities is each record that is new or holds something else, and a part of them forgets no other', () => {
    const first = changes(rowsOf(['a1', 'b1', 'c1'], true), nothingSeen)
    const second = changes(rowsOf(['b2', 'd1'], true), first.seen)
    expect(second.fresh.map(contentOf)).toEqual(['b2', 'd1'])
    expect(second).toMatchObject({ newRows: 1, changed: [{}] })
    expect(changes(rowsOf(['a1', 'b2', 'c1', 'd1'], true), second.seen).fresh).toEqual([])
  })
  test('with identities knows a record again that was away for a while, as one that left a view is', () => {
    const { seen } = changes(rowsOf(['a1', 'b1'], true), nothingSeen)
    const without = changes(rowsOf(['a1'], true), seen)
    expect(changes(rowsOf(['a1', 'b1'], true), without.seen).fresh).toEqual([])
  })
  test('counts a row that was taken away and put back as new', () => {
    const { seen } = changes(rowsOf(['a', 'b']), nothingSeen)
    const without = changes(rowsOf(['a']), seen)
    expect(changes(rowsOf(['a', 'b']), without.seen).fresh.map(contentOf)).toEqual(['b'])
  })
  test('is walked in steps, so that many rows, there or gone, need not hold up others', () => {
    const rows = rowsOf(Array.from({ length: 5000 }, (_, index) => `${index}`))
    const stops = (steps: Iterator<undefined, unknown>) => {
      let count = 0
      while (!steps.next().done) count++
      return count
    }
    expect(stops(findChanges(rows, nothingSeen, contents))).toBe(5)
    expect(stops(findChanges([], changes(rows, nothingSeen).seen, contents))).toBe(5)
  })
})

test('more of a row than there were leave none gone, and a source that was empty has not lost all', () => {
  const once = changes(rowsOf(['a', 'c']), nothingSeen).seen
  expect(changes(rowsOf(['a', 'a', 'a']), once)).toMatchObject({
    newRows: 2,
    goneRows: 1,
    gone: ['c'],
    isAllGone: false,
  })
  expect(changes(rowsOf(['b']), once)).toMatchObject({ goneRows: 2, isAllGone: true })
  expect(changes(rowsOf(['b']), nothingSeen)).toMatchObject({ goneRows: 0, isAllGone: false })
})

test('rows are kept as the mapping of today has them, with where they came from, though they are compared as they were seen', () => {
  const mapped = { before: contentOf, now: (row: SourceRow) => `now ${contentOf(row)}` }
  const origin = { keys: ['k'], places: [['import', 2]] as const }
  const before = { contents: { a: 1 }, records: { recr: 'r' }, origins: { a: origin } }
  const { seen, newRows } = changes([...rowsOf(['a', 'b']), ...rowsOf(['r'], true)], before, mapped)
  expect(newRows).toBe(1)
  expect(seen.contents).toEqual({ 'now a': 1, 'now b': 1 })
  expect(seen.records).toEqual({ recr: 'now r' })
  expect(seen.origins).toEqual({ 'now a': origin })
})

test('a row that says nothing yet is neither new nor gone; a record of the same words is a record', () => {
  const open = { ...contents, isOpen: (row: SourceRow) => contentOf(row) === 'FALSE' }
  const first = changes(rowsOf(['a', 'FALSE']), nothingSeen, open)
  expect(first.newRows).toBe(1)
  const more = changes(rowsOf(['a', 'FALSE', 'FALSE', 'FALSE']), first.seen, open)
  expect(more).toMatchObject({ newRows: 0, goneRows: 0 })
  expect(changes(rowsOf(['a', 'FALSE']), more.seen, open)).toMatchObject({ newRows: 0, goneRows: 0 })
  expect(changes(rowsOf(['FALSE'], true), nothingSeen, open)).toMatchObject({ newRows: 1 })
})

test('a row whose day was written beforehand has not gone when it is filled in, and is new then', () => {
  const row = (number: number, kinds: string, ...cells: string[]): SourceRow => ({
    number,
    cells,
    kinds,
    recordId: null,
  })
  const isOpen = ({ cells }: SourceRow) => cells.slice(1).every((cell) => cell === '')
  const waiting = [row(2, 'dtt', '2026-10-01', 'ICA', '10'), row(3, 'dtt', '2026-10-02', '', '')]
  const { seen } = changes(waiting, nothingSeen, { ...contents, isOpen })
  const filled = [...waiting.slice(0, 1), row(3, 'dtt', '2026-10-02', 'SJ', '20')]
  expect(changes(filled, seen, { ...contents, isOpen })).toMatchObject({ newRows: 1, goneRows: 0, isAllGone: false })
  const another = [...waiting.slice(0, 1), row(3, 'dtt', '2026-10-09', 'SJ', '20')]
  expect(changes(another, seen, { ...contents, isOpen })).toMatchObject({ newRows: 1, goneRows: 1 })
})

test('which records were ever edited is remembered over fetches in which none is', () => {
  const first = changes(rowsOf(['a1', 'b1'], true), nothingSeen)
  expect(first.seen.editedRecords).toBeUndefined()
  const second = changes(rowsOf(['a2', 'b1'], true), first.seen)
  const third = changes(rowsOf(['a2', 'b2'], true), second.seen)
  expect([second.seen.editedRecords, third.seen.editedRecords]).toEqual([['reca'], ['reca', 'recb']])
})
