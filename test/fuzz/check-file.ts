import iconv from 'iconv-lite'
import { isBlank } from '#kernel/blank-text.ts'
import { findQuote } from '#spreadsheets/find-quote.ts'
import { readSpreadsheet, type Spreadsheet, SpreadsheetError } from '#spreadsheets/index.ts'
import { previewMapping } from '../../src/templates/rules/preview-mapping.ts'
import { readSource } from '../../src/templates/rules/rows/read-source.ts'
import { suggestMapping } from '../../src/templates/rules/suggest/suggest-mapping.ts'
import type { MutatedFile } from './mutate-file.ts'

export type Verdict = { kind: 'read' } | { kind: 'refused'; code: string } | { kind: 'crashed' | 'lost'; why: string }

const today = '2026-08-01'
const bounds = { rows: 100_000, unzippedBytes: 64 * 2 ** 20 }

/** A file through the whole reader: bytes, sheets, a mapping as suggested, rows. */
export function checkFile({ bytes, expected }: MutatedFile): Verdict {
  let spreadsheet: Spreadsheet
  try {
    spreadsheet = readSpreadsheet(bytes, { limits: bounds })
  } catch (error) {
    if (error instanceof SpreadsheetError) return { kind: 'refused', code: error.code }
    return { kind: 'crashed', why: describe(error) }
  }
  const lost = lostInReading(bytes, spreadsheet, expected)
  if (lost) return { kind: 'lost', why: lost }
  try {
    return checkSource(spreadsheet)
  } catch (error) {
    return { kind: 'crashed', why: describe(error) }
  }
}

/** What left the file on its way to the sheets, told without asking the reader. */
function lostInReading(bytes: Uint8Array, spreadsheet: Spreadsheet, expected: string[][] | null): string | null {
  const rows = spreadsheet.sheets.flatMap((sheet) => sheet.rows)
  if (rows.length === 0) return 'no rows and no error'
  if (spreadsheet.kind === 'csv') return lostOfText(bytes, spreadsheet)
  if (!expected || spreadsheet.warnings.length > 0) return null
  const found = rows.map(({ cells }) => cells.filter((cell) => !isBlank(cell)))
  const differs = expected.findIndex((row, index) => row.join('\u0001') !== found[index]?.join('\u0001'))
  if (differs < 0 && expected.length === found.length) return null
  return `row ${differs} of ${expected.length}: ${JSON.stringify(expected[differs])} came out as ${JSON.stringify(found[differs])}`
}

/**
 * Every ASCII character of the text but white space, quotes and the delimiter stands in some cell, in the same order.
 * Others may be mended on the way. How it is quoted is the reader's word: apostrophes quote where one line, damaged or not,
 * holds several cells in them.
 */
function lostOfText(bytes: Uint8Array, { encoding, delimiter, sheets, warnings }: Spreadsheet): string | null {
  if (warnings.some(({ code }) => code === 'long-cells-cut')) return null
  const text = iconv.decode(Buffer.from(bytes), encoding ?? 'utf8').replace(/^"?sep=(.)"?(\r\n|\r|\n|$)/i, '')
  const quotes = new Set(['"', findQuote(text)])
  const bare = (part: string) => {
    let kept = ''
    for (const sign of part) if (sign > ' ' && sign < '\u007f' && !quotes.has(sign) && sign !== delimiter) kept += sign
    return kept
  }
  const before = bare(text)
  const after = sheets.flatMap(({ rows }) => rows.map(({ cells }) => bare(cells.join('\n')))).join('')
  if (before === after) return null
  const at = [...before].findIndex((sign, index) => sign !== after[index])
  return `text at ${at}: ${JSON.stringify(before.slice(at, at + 60))} came out as ${JSON.stringify(after.slice(at, at + 60))}`
}

function checkSource(spreadsheet: Spreadsheet): Verdict {
  const found = suggestMapping(spreadsheet, { today })
  if (!found) return { kind: 'refused', code: 'no-table' }
  const reading = readSource(spreadsheet, found.mapping, { today })
  previewMapping(reading, found.mapping)
  const wanted = spreadsheet.sheets.flatMap(({ name, rows }) => rows.map(({ number }) => `${name}!${number}`))
  const got = reading.rows.map(({ sheet, number }) => `${sheet}!${number}`)
  const missing = wanted.findIndex((place, index) => place !== got[index])
  if (missing >= 0 || wanted.length !== got.length)
    return {
      kind: 'lost',
      why: `row ${wanted[missing]} of ${wanted.length} came out as ${got[missing]} of ${got.length}`,
    }
  for (const { number, outcome } of reading.rows) {
    if (outcome.kind === 'unreadable' && outcome.problems.length === 0)
      return { kind: 'lost', why: `row ${number} is unreadable without a problem` }
    if (outcome.kind !== 'purchase') continue
    const { amountSek, foreignAmount, invoiceDate } = outcome.fields
    const amounts = [amountSek, foreignAmount].filter((amount) => amount !== null)
    if (amounts.length === 0 || !amounts.every(Number.isSafeInteger) || !/^\d{4}-\d\d-\d\d$/.test(invoiceDate))
      return { kind: 'lost', why: `row ${number} has ${invoiceDate} and ${amounts}` }
  }
  return { kind: 'read' }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 4).join(' | ') : String(error)
}
