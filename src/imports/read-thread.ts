/**
 * The thread that files are read in: bytes → rows → checked drafts → text for COPY. It knows pure rules only; what needs
 * the database is asked of the process (read-in-thread.ts). Lives on between files, since starting it takes longer than
 * reading ten thousand rows.
 */
import { isMainThread, parentPort } from 'node:worker_threads'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { RateBook } from '#rates/rules/rate-book.ts'
import { bytesOnDisk, openRows, SpreadsheetError } from '#spreadsheets/index.ts'
import { createSupplierFinder } from '#suppliers/rules/find-supplier.ts'
import { normaliseMerchant } from '#suppliers/rules/normalise-merchant.ts'
import { type BookEntry, buildSupplierBook } from '#suppliers/rules/supplier-book.ts'
import type { ControlSum, Granularity, TemplateMapping } from '#templates/contract.ts'
import { openSource } from '#templates/rules/read-source.ts'
import type { ImportTotals } from './contract.ts'
import type { Assessment } from './rules/assess-rows.ts'
import { createQuickCheck } from './rules/check-quickly.ts'
import { createRecogniser } from './rules/choose-supplier.ts'
import { createRowWriter } from './rules/copy-line.ts'
import { createOccurrenceCounter } from './rules/count-occurrences.ts'
import { createLocator, type FoundRow } from './rules/locate-rows.ts'
import type { PostingGround } from './rules/posting-ground.ts'
import { createAdder } from './rules/totals.ts'

export type ReadRequest = {
  path: string
  companyId: string
  importId: string
  mapping: TemplateMapping
  granularity: Granularity
  today: string
  ground: PostingGround
  entries: readonly BookEntry[]
  register: Parameters<typeof createSupplierFinder>[0]
  mapped: Parameters<typeof createSupplierFinder>[1]
}
export type ReadResult = {
  totals: ImportTotals
  purchases: number
  controlSums: ControlSum[]
  warnings: RowProblem[]
  /** Currencies of purchases without an amount in SEK. */
  rateCurrencies: string[]
}
/** Of the next rows: which purchases were imported before, and what do these currencies cost that were not met before? */
export type Question = { fingerprints: string[]; currencies: string[] }
/** What the thread says: a question about the next rows. Here are rows. That was all. */
export type ThreadMessage =
  | ({ kind: 'ask' } & Question)
  | { kind: 'rows'; text: Uint8Array }
  | { kind: 'done'; result: ReadResult }
  | {
      kind: 'failed'
      code: string
      params: Record<string, string | number>
      isOfFile: boolean
      stack?: string | undefined
    }
/** occurrenceKey of each that was. */
export type ThreadAnswer = { imported: string[]; rates: RateBook }

const batchSize = 4000
const encoder = new TextEncoder()

type Asking = {
  ask(question: Question): Promise<ThreadAnswer>
  give(text: Uint8Array): void
}

/** The rows of the next batch are read while the process looks up which purchases of this one were imported before. */
async function readFile(request: ReadRequest, { ask, give }: Asking): Promise<ReadResult> {
  const { encoding } = request.mapping
  const file = openRows(bytesOnDisk(request.path), encoding ? { encoding } : {})
  const source = openSource(file.sheets, request.mapping, { today: request.today })
  const locate = createLocator(request.mapping.currency)
  const { next } = createOccurrenceCounter()
  const assessment = prepareAssessment(request)
  const check = createQuickCheck(assessment)
  const met = new Set<string>()
  const write = createRowWriter(request, normaliseMerchant)
  const sums = createAdder()
  let purchases = 0

  async function store(rows: readonly NumberedRow[], answer: Promise<ThreadAnswer>): Promise<void> {
    const { imported: before, rates } = await answer
    const imported = new Set(before)
    Object.assign(assessment.ground.rates, rates)
    const lines: string[] = []
    for (const { found, occurrence } of rows) {
      const { toAssess } = found
      const { state, amount, line } = write(found, toAssess && check(toAssess, occurrence, imported))
      sums.add(state, amount)
      lines.push(line)
    }
    give(encoder.encode(lines.join('')))
  }

  let waiting: (() => Promise<void>) | null = null
  for (const batch of inBatches(source.rows)) {
    const rows = batch.map((row): NumberedRow => {
      const found = locate(row)
      const fingerprint = found.toAssess?.fingerprint ?? null
      if (fingerprint !== null) purchases++
      return { found, occurrence: fingerprint === null ? null : next(fingerprint) }
    })
    const answer = ask({
      fingerprints: rows.flatMap(({ found }) => found.toAssess?.fingerprint ?? []),
      currencies: newCurrencies(rows, met),
    })
    if (waiting) await waiting()
    waiting = () => store(rows, answer)
  }
  if (waiting) await waiting()
  const { controlSums, warnings } = source.finish()
  return {
    totals: sums.finish(),
    purchases,
    controlSums,
    warnings: [...file.warnings(), ...warnings],
    rateCurrencies: [...met],
  }
}

/** Currencies that rows are booked in by the rate of the day, and that no row before had. */
function newCurrencies(rows: readonly NumberedRow[], met: Set<string>): string[] {
  const found = new Set<string>()
  for (const { found: row } of rows) {
    const fields = row.toAssess?.reading?.fields
    if (fields && fields.amountSek === null && !met.has(fields.currency)) found.add(fields.currency)
  }
  for (const currency of found) met.add(currency)
  return [...found]
}

type NumberedRow = { found: FoundRow; occurrence: number | null }

function prepareAssessment({ ground, granularity, entries, register, mapped }: ReadRequest): Assessment {
  return {
    ground,
    granularity,
    recognise: createRecogniser(buildSupplierBook(entries)),
    findSupplier: createSupplierFinder(register, mapped),
    referenceFor: () => '', // an invoice gets its reference when it is confirmed
    imported: new Set(),
  }
}

function* inBatches<Row>(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = []
  for (const row of rows) {
    if (batch.push(row) < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

if (!isMainThread && parentPort) {
  const port = parentPort
  const say = (message: ThreadMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
  const answers: ((answer: ThreadAnswer) => void)[] = []
  const asking: Asking = {
    ask: (question) => {
      say({ kind: 'ask', ...question })
      return new Promise((resolve) => answers.push(resolve))
    },
    give: (text) => say({ kind: 'rows', text }, [text.buffer as ArrayBuffer]),
  }
  port.on('message', (message: ReadRequest | ThreadAnswer) => {
    if ('imported' in message) return answers.shift()?.(message)
    readFile(message, asking).then(
      (result) => say({ kind: 'done', result }),
      (error: unknown) => {
        const { code, params } = error instanceof SpreadsheetError ? error : { code: 'reading-failed', params: {} }
        const stack = error instanceof Error ? error.stack : String(error)
        say({ kind: 'failed', code, params, isOfFile: error instanceof SpreadsheetError, stack })
      },
    )
  })
}
