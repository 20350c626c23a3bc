import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSpreadsheet, type Spreadsheet } from '#spreadsheets/index.ts'
import { locateTable } from './rules/layout/locate-table.ts'
import type { ReadRow } from './rules/mapping/reading.ts'
import { readSource } from './rules/rows/read-source.ts'
import { suggestMapping } from './rules/suggest/suggest-mapping.ts'
import { brief, today } from './testing/sheets.ts'

const folder = new URL('../../test/fixtures/golden/', import.meta.url)

/** Rows that say what was paid, came in or waits: a file of one month may hold one of them and nothing else. */
const ofMoney: readonly string[] = ['pending', 'incoming', 'other-movement', 'payment-to-card', 'zero-amount']
const isOfMoney = ({ outcome }: ReadRow) => outcome.kind !== 'skipped' || ofMoney.includes(outcome.reason)

test.each(readdirSync(folder))('each row of %s is found and read alone as it is among the others', (layout) => {
  const home = new URL(`${layout}/`, folder)
  const fileName = readdirSync(home).find((name) => name !== 'expected.json')!
  const whole = readSpreadsheet(new Uint8Array(readFileSync(new URL(encodeURIComponent(fileName), home))))
  const { mapping, format } = suggestMapping(whole, { today })!
  const { rows } = readSource(whole, mapping, { today })
  for (const kept of rows.filter(isOfMoney)) {
    const lone = without(whole, rows, kept)
    expect(locateTable(lone), `row ${kept.number}`).not.toBeNull()
    const found = suggestMapping(lone, { today })!
    expect(found.format?.id, `row ${kept.number}`).toBe(format!.id)
    const read = readSource(lone, mapping, { today }).rows.find(({ number }) => number === kept.number)!
    expect(`${kept.number}: ${brief(read.outcome)}`).toBe(`${kept.number}: ${brief(kept.outcome)}`)
  }
})

/** The file with what stands around its rows, and of them the one. */
function without({ sheets, ...file }: Spreadsheet, rows: readonly ReadRow[], kept: ReadRow): Spreadsheet {
  const others = new Set(
    rows.filter((row) => row !== kept && row.sheet === kept.sheet && isOfMoney(row)).map(({ number }) => number),
  )
  const ofSheet = sheets.filter(({ name }) => name === kept.sheet)
  return {
    ...file,
    sheets: ofSheet.map((sheet) => ({ ...sheet, rows: sheet.rows.filter(({ number }) => !others.has(number)) })),
  }
}
