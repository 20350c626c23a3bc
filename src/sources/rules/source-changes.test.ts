import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SourceRow } from '#connectors/source-connector.ts'
import { findChanges, nothingSeen, type SeenRows } from './source-changes.ts'

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
const changes = (rows: SourceRow[], before: SeenRows) => {
  const steps = findChanges(rows, before, contents)
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
