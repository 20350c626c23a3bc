import { readFileSync } from 'node:fs'
import { readSpreadsheet, type Spreadsheet } from '#spreadsheets/index.ts'
import type { FieldSource, TargetField, TemplateMapping } from '../contract.ts'
import type { RowOutcome, SourceReading } from '../rules/mapping/reading.ts'
import { readSource } from '../rules/rows/read-source.ts'
import { suggestMapping } from '../rules/suggest/suggest-mapping.ts'

export const today = '2026-08-01'

/** A text file of `;`-separated lines, as if read; empty lines keep their number. */
export function sheetOf(...lines: string[]): Spreadsheet {
  const rows = lines
    .map((line, index) => ({ number: index + 1, cells: line.split(';') }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  return { kind: 'csv', delimiter: ';', sheets: [{ name: '', rows }], warnings: [] }
}

/** A workbook of such sheets by name, as if read. */
export function workbookOf(sheets: Record<string, readonly string[]>): Spreadsheet {
  const read = Object.entries(sheets).map(([name, lines]) => ({ name, rows: sheetOf(...lines).sheets[0]?.rows ?? [] }))
  return { kind: 'xlsx', sheets: read, warnings: [] }
}

export async function sample(name: string): Promise<Spreadsheet> {
  return readSpreadsheet(
    new Uint8Array(readFileSync(new URL(`../../../test/fixtures/samples/${name}`, import.meta.url))),
  )
}

/** Reads as somebody would who takes every suggestion. */
export function readSuggested(spreadsheet: Spreadsheet, change: Partial<TemplateMapping> = {}): SourceReading {
  const found = suggestMapping(spreadsheet, { today })
  if (!found) throw new Error('no table was found')
  return readSource(spreadsheet, { ...found.mapping, ...change }, { today })
}

export function column(index: number, name: string, occurrence = 0): FieldSource {
  return { kind: 'source', from: { kind: 'column', index, name, occurrence } }
}

/** A mapping of a plain file: date, text and amount, and what a test adds. */
export function plainMapping(
  fields: Partial<Record<TargetField, FieldSource>> = {},
  change: Partial<TemplateMapping> = {},
): TemplateMapping {
  return {
    header: ['Datum', 'Text', 'Belopp'],
    fields: { invoiceDate: column(0, 'Datum'), merchant: column(1, 'Text'), total: column(2, 'Belopp'), ...fields },
    numberFormat: 'comma',
    dateOrder: 'ymd',
    signRule: 'as-is',
    outgoingDirections: [],
    currency: 'SEK',
    notInvoices: ['Inbetalning'],
    emptyFieldsConfirmed: true,
    ...change,
  }
}

/** An outcome in one line: what most tests ask. */
export function brief(outcome: RowOutcome): string {
  if (outcome.kind === 'skipped') return outcome.reason
  if (outcome.kind === 'unreadable')
    return outcome.problems.map(({ code, cell }) => (cell ? `${code}@${cell}` : code)).join(' ')
  const { invoiceDate, merchant, amountSek, currency, foreignAmount } = outcome.fields
  return [invoiceDate, merchant, amountSek, ...(foreignAmount === null ? [] : [currency, foreignAmount])].join(' ')
}

export function outcomes({ rows }: Pick<SourceReading, 'rows'>): string[] {
  return rows.map(({ number, outcome }) => `${number}: ${brief(outcome)}`)
}
