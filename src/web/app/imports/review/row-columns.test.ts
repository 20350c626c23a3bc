import { expect, test } from 'vitest'
import { rowColumns, sumsOfSections } from './row-columns.tsx'

const [gutter, boxes] = [44, 32]
const least = (width: string) => Number(/\d+/.exec(width)?.[0])
const shownColumns = (width: number, isSent: boolean, ids: readonly string[], hasSheets: boolean) => {
  const sent = isSent ? () => ({ mark: 'done' as const, word: '' }) : null
  return rowColumns({ onSelect: () => undefined, sent, places: new Map(), width, hasSheets }).filter(
    ({ id, isExtra, from = 0 }) => from <= width && (!isExtra || ids.includes(id)),
  )
}
const leastOf = (width: number, isSent: boolean, ids: readonly string[], hasSheets: boolean) => {
  const shown = shownColumns(width, isSent, ids, hasSheets)
  return shown.reduce((sum, column) => sum + least(column.width), gutter + (isSent ? 0 : boxes))
}

test('the columns that are shown have room beside each other, however little the panel leaves to them', () => {
  for (const hasSheets of [false, true])
    for (const isSent of [false, true])
      for (const extra of [[], ['section'], ['number'], ['section', 'number']])
        for (let width = 340; width <= 1300; width++)
          expect([width, leastOf(width, isSent, extra, hasSheets)]).toEqual([
            width,
            expect.toSatisfy((sum) => sum <= width),
          ])
})

test('rows of several sheets say in which they stand, others do not', () => {
  const idsOf = (hasSheets: boolean) => shownColumns(1200, false, [], hasSheets).map(({ id }) => id)
  expect(idsOf(true).slice(0, 2)).toEqual(['state', 'sheet'])
  expect(idsOf(false)).toEqual(idsOf(true).filter((id) => id !== 'sheet'))
})

test('each section has the sum that is printed for it, though another sheet has one in the same row', () => {
  const row = (sheet: string, number: number, code: string) => ({
    sheet,
    number,
    section: '1234',
    problems: [{ code }],
  })
  const sum = (printed: number, sheet?: string) => ({
    ...(sheet && { sheet }),
    ...{ cell: 'F9', label: 'Summa', printed, counted: printed, agrees: true },
  })
  const rows = ['Mars', 'April'].flatMap((sheet) => [row(sheet, 2, 'heading'), row(sheet, 9, 'printed-total')])
  const of = (sums: ReturnType<typeof sum>[]) =>
    rows.map(sumsOfSections(rows, sums)).flatMap((found) => found?.printed ?? [])
  expect(of([sum(100, 'Mars'), sum(200, 'April')])).toEqual([100, 200])
  expect(of([sum(100, 'Mars')])).toEqual([100])
  expect(of([sum(300)])).toEqual([300, 300]) // of an import that was made before sheets were told
})
