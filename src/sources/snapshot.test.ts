import { expect, test } from 'vitest'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { snapshotOf } from './snapshot.ts'

test('a tab of very many rows becomes a file', async () => {
  const rows = Array.from({ length: 150_000 }, (_, index) => ({
    number: index + 1,
    cells: index % 75_000 === 0 ? ['Text', `${index}`] : [],
    kinds: 'tt',
    recordId: null,
  }))
  const { sheets } = readSpreadsheet(await snapshotOf('Kort', rows, () => false))
  expect(sheets[0]?.rows.map(({ number, cells }) => [number, ...cells])).toEqual([
    [1, 'Text', '0'],
    [75_001, 'Text', '75000'],
  ])
}, 30_000)
