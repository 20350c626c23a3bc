import { expect, test } from 'vitest'
import { cpuMs } from '../../../test/cpu-ms.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

const rows = 120
const wideFile = (columns: number) => ({
  kind: 'csv' as const,
  sheets: [
    {
      name: '',
      rows: Array.from({ length: rows + 1 }, (_, row) => ({
        number: row + 1,
        cells: [...ordinary(row), ...figuresOf(row, columns)],
      })),
    },
  ],
  warnings: [],
})

const ordinary = (row: number) =>
  row === 0 ? ['Datum', 'Text', 'Valuta'] : ['2026-03-01', `Butik ${row}`, row % 2 ? 'SEK' : 'EUR']

function figuresOf(row: number, columns: number): string[] {
  return Array.from({ length: columns }, (_, column) =>
    row === 0 ? `Belopp ${column}` : `${(row * 7919 + column * 104_729) % 99_991},${10 + (row % 90)}`,
  )
}

function suggestMs(columns: number): number {
  const file = wideFile(columns)
  return cpuMs(() => expect(suggestMapping(file, { today: '2026-04-30' })).not.toBeNull())
}

test('six times as many columns take about as many times as long, not as many times squared', () => {
  suggestMs(60) // compiled
  const pairs = Array.from({ length: 3 }, () => [suggestMs(60), suggestMs(360)] as const)
  const [few, many] = [Math.min(...pairs.map(([one]) => one)), Math.min(...pairs.map(([, other]) => other))]
  expect(many / few).toBeLessThan(24)
}, 120_000)
