import writeXlsxFile from 'write-excel-file/node'
import { defuseFormula } from '#kernel/defused-text.ts'
import { lostLetter } from '#kernel/lost-letter.ts'
import { withBreaks } from '#kernel/with-breaks.ts'

/**
 * A cell to write. `date` is `YYYY-MM-DD`, `number` canonical decimal text (`-1234.56`); either may be empty. A `marked`
 * cell is shown as one that needs a person. `unit`: what a number is shown in, as `SheetRow.units` has it.
 */
export type TableCell = { kind: 'text' | 'date' | 'number'; value: string; marked?: boolean; unit?: string | undefined }
export type TableRow = readonly TableCell[]
/** `width` in characters. Rows may be made as they are asked for. */
export type Table = {
  name: string
  columns: readonly { title: string; width?: number }[]
  rows: Iterable<TableRow>
}

/** Some 20 ms of work at the most, written or handed to a thread: between two of them others get their turn. */
const cellsInPart = 2000

export function* inParts(rows: Iterable<TableRow>): Generator<TableRow[], undefined> {
  let part: TableRow[] = []
  let cells = 0
  for (const row of rows) {
    part.push(row)
    cells += row.length + 1 // an empty row is work, too
    if (cells < cellsInPart) continue
    yield part
    part = []
    cells = 0
  }
  if (part.length > 0) yield part
  return undefined
}

type CsvOptions = { decimalMark?: string }

/** As Excel in Swedish opens it without asking: BOM, `;`, CRLF, and a decimal comma unless told otherwise. */
export function writeCsv(table: Table, options?: CsvOptions): Uint8Array {
  const parts = csvParts(table, options)
  for (;;) {
    const { done, value } = parts.next()
    if (done) return value
  }
}

/** The same of a table of any length, without holding up anybody else. */
export function writeLongCsv(table: Table, options?: CsvOptions): Promise<Uint8Array> {
  return withBreaks(csvParts(table, options))
}

function* csvParts({ columns, rows }: Table, { decimalMark = ',' }: CsvOptions = {}): Generator<undefined, Uint8Array> {
  const encoder = new TextEncoder()
  const encode = (records: readonly (readonly string[])[]) =>
    encoder.encode(records.map((record) => `${record.map(quote).join(';')}\r\n`).join(''))
  const written = [encoder.encode('\uFEFF'), encode([columns.map(({ title }) => defuseFormula(title))])]
  for (const part of inParts(rows)) {
    written.push(encode(part.map((row) => row.map((cell) => csvText(cell, decimalMark)))))
    yield
  }
  return new Uint8Array(Buffer.concat(written))
}

function csvText({ kind, value }: TableCell, decimalMark: string): string {
  if (kind === 'number') return value.replace('.', decimalMark)
  return kind === 'date' ? value : defuseFormula(value)
}

function quote(text: string): string {
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A sheet before its rows. With `columns` it is one for people: their titles are its header, kept in sight. Without, it is
 * exactly its rows, empty ones keeping their place, with every text as it is: for what is read again by us and never opened
 * by a spreadsheet program.
 */
export type SheetPlan = { name: string; columns?: Table['columns'] }

/** A workbook whose rows come in parts. */
export function openWorkbook(plans: readonly SheetPlan[]): {
  add(sheet: number, rows: readonly (readonly TableCell[])[]): void
  end(): Promise<Uint8Array<ArrayBuffer>>
} {
  const sheets = plans.map(({ name, columns }) => ({
    sheet: sheetName(name),
    ...(columns && { columns: columns.map(({ width }) => (width === undefined ? {} : { width })), stickyRowsCount: 1 }),
    data: (columns ? [columns.map(titleCell)] : []) as WrittenCell[][],
  }))
  return {
    add(sheet, rows) {
      const toCell = plans[sheet]?.columns ? xlsxCell : rawCell
      for (const row of rows) sheets[sheet]?.data.push(row.map(toCell))
    },
    end: async () => new Uint8Array(await writeXlsxFile(sheets).toBuffer()),
  }
}

type WrittenCell = ReturnType<typeof titleCell> | ReturnType<typeof xlsxCell>

function titleCell({ title }: { title: string }) {
  return { value: storedText(defuseFormula(title)), type: String, fontWeight: 'bold' as const }
}

function rawCell(cell: TableCell) {
  return cell.kind === 'text' && cell.value !== '' ? { value: storedText(cell.value), type: String } : xlsxCell(cell)
}

/** Excel's limits: 31 characters, none of `: \ / ? * [ ]`. */
function sheetName(name: string): string {
  return name.replace(/[:\\/?*[\]]/g, ' ').slice(0, 31) || 'Blad1'
}

function xlsxCell({ kind, value, marked, unit }: TableCell) {
  const look = marked ? { backgroundColor: '#FFE3A3' } : {}
  if (value === '') return marked ? { value: ' ', type: String, ...look } : null
  if (kind === 'date') return { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd', ...look }
  if (kind === 'number') return { value: Number(value), type: Number, format: numberFormat(unit), ...look }
  return { value: storedText(defuseFormula(value)), type: String, ...(value.includes('\n') && { wrap: true }), ...look }
}

/** Of a sign only what the brackets around it can hold. */
function numberFormat(unit: string | undefined): string {
  if (unit === undefined) return '#,##0.00'
  return unit === '%' ? '0.00%' : `#,##0.00 [$${unit.replace(/[[\]"\\;-]/g, ' ')}]`
}

/** What XML cannot hold, which would be left out: two words would be one. */
const unholdable = /(?![\t\n\r\u007f-\u009f])\p{Cc}/gu
/** Readers take `_x0041_` for the letter A (ECMA-376 Part 1, 22.9.2.19 ST_Xstring). */
const escapeLike = /_(?=x[0-9A-F]{4}_)/gi

/**
 * write-excel-file 4 keeps its texts in a plain object and so takes `constructor` or `toString` for one it has already;
 * a space behind such a text makes it another, and readers trim it. Of a lost letter it leaves no trace, which would make
 * the text another when it comes back.
 */
function storedText(text: string): string {
  const held = text.replace(unholdable, ' ').replace(escapeLike, '_x005F_').replaceAll(lostLetter, '_xFFFD_')
  return held in {} ? `${held} ` : held
}
