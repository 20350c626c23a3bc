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

test('numbers keep what they are shown in, whatever that is', async () => {
  const units = ['kr', '€', 'A$', 'PLN', '₪', 'Rs', '%']
  const rows = [
    { number: 1, cells: units.map((unit) => `I ${unit}`), kinds: 't'.repeat(units.length), recordId: null },
    { number: 2, cells: units.map(() => '12.5'), kinds: 'n'.repeat(units.length), units: { ...units }, recordId: null },
    { number: 3, cells: ['7'], kinds: 'n', recordId: null },
  ]
  const { sheets } = readSpreadsheet(await snapshotOf('Kort', rows, () => false))
  expect(sheets[0]?.rows.map((row) => row.units)).toEqual([undefined, { ...units }, undefined])
})

test.each([
  ['t', 'a_x0041_b', 'a_x0041_b'],
  ['t', 'Café\u000bÄlv', 'Café Älv'],
  ['d', '0206-01-31', '0206-01-31'],
  ['d', '2026-01-31 08:15:00', '2026-01-31 08:15:00'],
])('of kind %s %j stays what it was', async (kinds, text, kept) => {
  const { sheets } = readSpreadsheet(
    await snapshotOf('Kort', [{ number: 1, cells: [text], kinds, recordId: null }], () => false),
  )
  expect(sheets[0]?.rows[0]?.cells).toEqual([kept])
})
