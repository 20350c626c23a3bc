import { readdirSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { readSpreadsheet, type Spreadsheet } from '#spreadsheets/index.ts'
import { today } from '../../testing/sheets.ts'
import { suggestMapping } from '../suggest/suggest-mapping.ts'
import { readSource } from './read-source.ts'

const folder = new URL('../../../../test/fixtures/golden/', import.meta.url)

vi.doMock('./read-alike.ts', () => ({ createAlikeReader: () => ({ read: () => null, learn: () => undefined }) }))
vi.resetModules()
const { readSource: readEachWhole } = await import('./read-source.ts')

/** The same numbers every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** The file, and its rows many times over with cells of other rows in place of their own. */
function shuffled(spreadsheet: Spreadsheet, below: (most: number) => number): Spreadsheet {
  const sheets = spreadsheet.sheets.map(({ name, rows }) => {
    const more = Array.from({ length: 200 }, (_, i) => {
      const one = rows[below(rows.length)]!
      const other = below(3) > 0 ? rows[below(rows.length)]! : one
      const cells = one.cells.map((cell, column) => (below(4) === 0 ? (other.cells[column] ?? cell) : cell))
      return { ...one, number: rows.at(-1)!.number + i + 1, cells }
    })
    return { name, rows: [...rows, ...more] }
  })
  return { ...spreadsheet, sheets }
}

test.each(readdirSync(folder))('%s: what is read like an earlier row is what reading it whole gives', (layout) => {
  const home = new URL(`${layout}/`, folder)
  const fileName = readdirSync(home).find((name) => name !== 'expected.json')!
  const spreadsheet = readSpreadsheet(new Uint8Array(readFileSync(new URL(encodeURIComponent(fileName), home))))
  const { mapping } = suggestMapping(spreadsheet, { today })!
  const long = shuffled(spreadsheet, numbers(layout.length))
  expect(readSource(long, mapping, { today })).toEqual(readEachWhole(long, mapping, { today }))
})
