import { AppError } from '#kernel/errors.ts'
import { rowFileColumns } from '#kernel/row-file.ts'
import { cellName } from '#kernel/row-problem.ts'
import * as m from '#messages'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import { holdsNumbers, type TableCell, writeCsv, writeXlsx } from '#spreadsheets/index.ts'
import { listPage } from './change-store.ts'
import { getImport } from './check-import.ts'
import { mostInWorkbook, type RowFilter } from './contract.ts'
import type { Neighbours } from './neighbours.ts'
import { problemWords } from './problem-words.ts'
import { countRows, findHeader, fits, isToMendOrAround } from './row-filter.ts'
import type { StoredRow } from './row-store.ts'
import { createContext } from './rules/rows-in-context.ts'

type Asked = {
  companyId: string
  importId: string
  format: 'csv' | 'xlsx'
  language: 'sv' | 'en'
  /** What the file is called after the import's own: rows to mend, or all rows. */
  name: 'problems' | 'all'
}

const batchSize = 2000

/**
 * Rows of an import as they stand in the file, with their number, their state and what is to be mended in words, the
 * cells concerned marked (XLSX). Formulas are defused by the writers. Rows to mend have with them the titles that they stand
 * under, so that the file can be mended and imported as it is (templates/rules/layout/own-file.ts).
 */
export async function exportRows(
  deps: Neighbours,
  asked: Asked,
): Promise<{ name: string; type: 'csv' | 'xlsx'; bytes: Uint8Array | ReadableStream<Uint8Array> }> {
  const { companyId, importId, format, language } = asked
  const isToMend = asked.name === 'problems'
  const filter: RowFilter = isToMend ? { state: 'attention' } : {}
  const record = await getImport(deps, companyId, importId)
  const of = { companyId, importId }
  const inCompany = <T>(read: (tx: CompanyDatabase) => Promise<T>) => withCompany(deps.db, companyId, read)
  const { count, header, width } = await inCompany(async (tx) => ({
    ...(await countRows(tx, of, filter)),
    header: await findHeader(tx, of),
  }))
  const names = record.state === 'confirmed' ? { ...stateNames, ready: m.imports_confirmed } : stateNames
  const columns = columnsOf(header, Math.max(width, header.length), language)
  const part = asked.name === 'problems' ? m.imports_file_problems : m.imports_file_all
  const name = `${record.fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '')} ${part({}, { locale: language })}.${format}`
  const ownWidth = columns.length - rowFileColumns[language].length
  const wanted = isToMend ? isToMendOrAround : fits(filter)
  const hasNumbers = await deps.files.locate(record.fileKey).then(holdsNumbers, () => false) // of a file that is gone: texts
  const batches = async function* () {
    const inContext = createContext<StoredRow>(header)
    for (let after = 0; ; ) {
      const from = after
      const rows = await inCompany((tx) => listPage(tx, of, wanted, { after: from, limit: batchSize }))
      const given = isToMend ? rows.flatMap(inContext) : rows
      if (given.length > 0) yield given.map((row) => cellsOf(row, ownWidth, { language, names, hasNumbers }))
      const last = rows.at(-1)
      if (!last || rows.length < batchSize) return
      after = last.id
    }
  }
  if (format === 'csv') return { name, type: 'csv', bytes: streamCsv(columns, batches()) }
  if (count > mostInWorkbook)
    throw new AppError('invalid-input', 'too many rows for a workbook', {
      errors: [{ path: 'format', code: 'workbook-too-large', params: { limit: mostInWorkbook } }],
    })
  const rows: TableCell[][] = []
  for await (const batch of batches()) rows.push(...batch)
  return { name, type: 'xlsx', bytes: await writeXlsx([{ name: part({}, { locale: language }), columns, rows }]) }
}

function streamCsv(
  columns: readonly { title: string }[],
  batches: AsyncGenerator<TableCell[][]>,
): ReadableStream<Uint8Array> {
  let isBegun = false
  return new ReadableStream({
    async pull(controller) {
      if (!isBegun) {
        isBegun = true
        return controller.enqueue(writeCsv({ name: '', columns, rows: [] }))
      }
      const { value, done } = await batches.next()
      if (done) return controller.close()
      // Without the byte order mark and the empty line of a table that has no titles.
      controller.enqueue(writeCsv({ name: '', columns: [], rows: value }).subarray(5))
    },
    async cancel() {
      await batches.return(undefined)
    },
  })
}

/** The sheet's name, row number, state and message stand before what the file has; by them it is known when it comes back. */
function columnsOf(header: readonly string[], width: number, locale: 'sv' | 'en') {
  const own = Array.from({ length: width }, (_, i) => ({
    title: header[i]?.trim() || cellName(i, 0).slice(0, -1),
    width: 18,
  }))
  return [...rowFileColumns[locale].map((title, i) => ({ title, width: ownWidths[i] ?? 18 })), ...own]
}

const ownWidths = [14, 7, 14, 60]

function cellsOf(
  { sheet, number, state, problems, cells, amount }: StoredRow,
  width: number,
  { language: locale, names, hasNumbers }: { language: 'sv' | 'en'; names: typeof stateNames; hasNumbers: boolean },
): TableCell[] {
  const concerned = new Set(problems.map(({ cell }) => cell))
  const isTroubled = state === 'attention'
  const messages = problems.map((problem) => problemWords(problem, locale)).join('. ')
  return [
    { kind: 'text', value: sheet },
    { kind: 'text', value: String(number) },
    { kind: 'text', value: (isPostedHere(problems) ? m.imports_state_confirmed : names[state])({}, { locale }) },
    { kind: 'text', value: messages, marked: isTroubled },
    ...Array.from({ length: width }, (_, i): TableCell => {
      const marked = isTroubled && concerned.has(cellName(i, number))
      const value = cells[i] ?? ''
      return { kind: hasNumbers && wasNumber(value, amount) ? 'number' : 'text', value, ...(marked && { marked }) }
    }),
  ]
}

/**
 * Whether a workbook's cell was a number with decimals. It is given back as one, so that it stands beside what a person types:
 * as text `50.5` and a new `1250,5` would contradict each other. Three decimals may be thousands in a text: the amount that
 * the row was read as tells.
 */
function wasNumber(value: string, amount: number | null): boolean {
  if (!/^-?(?:0|[1-9]\d*)\.\d*[1-9]$/.test(value)) return false
  if (!/\.\d{3}$/.test(value)) return true
  return amount !== null && Math.abs(amount) !== Math.round(Math.abs(Number(value)) * 100_000)
}

/** Sent in an earlier run of the import, and no duplicate of anything. */
const isPostedHere = ([first]: StoredRow['problems']) => first?.code === 'posted-here'

const stateNames = {
  ready: m.imports_ready,
  attention: m.imports_attention,
  duplicate: m.imports_duplicates,
  skipped: m.imports_skipped,
}
