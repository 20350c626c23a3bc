import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import type { ReadRow, SourceReading } from './rules/mapping/reading.ts'
import { readSource } from './rules/rows/read-source.ts'
import { suggestMapping } from './rules/suggest/suggest-mapping.ts'
import { today } from './testing/sheets.ts'

const folder = new URL('../../test/fixtures/golden/', import.meta.url)
/** `UPDATE_GOLDEN=1` writes what is read now; the difference is then read by a person before it is committed. */
const isUpdating = process.env.UPDATE_GOLDEN === '1'

describe.each(readdirSync(folder))('%s', (layout) => {
  const home = new URL(`${layout}/`, folder)
  const fileName = readdirSync(home).find((name) => name !== 'expected.json')!
  const spreadsheet = readSpreadsheet(new Uint8Array(readFileSync(new URL(encodeURIComponent(fileName), home))))
  const found = suggestMapping(spreadsheet, { today })!

  test('is recognised and read row for row as expected', () => {
    expect(found.format).not.toBeNull()
    expect(found.numberFormat.isAmbiguous || found.dateOrder.isAmbiguous).toBe(false)
    const reading = readSource(spreadsheet, found.mapping, { today })
    const read = describeReading(found.format!.id, reading)
    if (isUpdating) writeFileSync(new URL('expected.json', home), `${JSON.stringify(read, null, 2)}\n`)
    expect(read).toEqual(JSON.parse(readFileSync(new URL('expected.json', home), 'utf8')))
    expect(reading.controlSums.filter(({ agrees }) => !agrees)).toEqual([])
    expect(reading.rows.filter(({ outcome }) => outcome.kind === 'unreadable')).toEqual([])
  })

  test('accounts for every row of the file once', () => {
    const { rows } = readSource(spreadsheet, found.mapping, { today })
    expect(rows.map(({ sheet, number }) => `${sheet}!${number}`)).toEqual(
      spreadsheet.sheets.flatMap((sheet) => sheet.rows.map(({ number }) => `${sheet.name}!${number}`)),
    )
  })
})

function describeReading(format: string, { rows, accountCurrency, controlSums }: SourceReading) {
  return {
    format,
    accountCurrency,
    controlSums: controlSums.map(({ cell, printed }) => `${cell} ${printed}`),
    rows: rows.map(describeRow),
  }
}

function describeRow({ number, outcome }: ReadRow): string {
  if (outcome.kind === 'skipped')
    return `${number} skipped ${outcome.reason}${outcome.amountSek === undefined ? '' : ` ${outcome.amountSek} SEK`}`
  if (outcome.kind === 'unreadable') return `${number} unreadable ${outcome.problems.map(({ code }) => code).join(' ')}`
  const { merchant, invoiceDate, amountSek, currency, foreignAmount, rate, vatAmount, card, providerId, account } =
    outcome.fields
  const parts: [string, string | number | null][] = [
    ['sek', amountSek],
    ['foreign', foreignAmount === null ? null : `${foreignAmount} ${currency}`],
    ['rate', rate],
    ['vat', vatAmount],
    ['fee', outcome.cellsOf.fee?.[0] ?? null],
    ['card', card],
    ['id', providerId],
    ['account', account],
  ]
  const known = parts.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
  return [`${number} purchase ${invoiceDate} "${merchant}"`, ...known].join(' ')
}
