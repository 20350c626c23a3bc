import { expect, test } from 'vitest'
import { rowColumns } from './row-columns.tsx'

const [gutter, boxes] = [44, 32]
const least = (width: string) => Number(/\d+/.exec(width)?.[0])
const leastOf = (width: number, isSent: boolean, ids: readonly string[]) => {
  const sent = isSent ? () => ({ mark: 'done' as const, word: '' }) : null
  const shown = rowColumns({ onSelect: () => undefined, sent, places: new Map(), width }).filter(
    ({ id, isExtra, from = 0 }) => from <= width && (!isExtra || ids.includes(id)),
  )
  return shown.reduce((sum, column) => sum + least(column.width), gutter + (isSent ? 0 : boxes))
}

test('the columns that are shown have room beside each other, however little the panel leaves to them', () => {
  for (const isSent of [false, true])
    for (const extra of [[], ['section'], ['number'], ['section', 'number']])
      for (let width = 340; width <= 1300; width++)
        expect([width, leastOf(width, isSent, extra)]).toEqual([width, expect.toSatisfy((sum) => sum <= width)])
})
