/**
 * The thread that files are read in: bytes → rows → checked drafts → rows for COPY. It knows pure rules only; what needs
 * the database is asked of the process (read-in-thread.ts). Lives on between files, since starting it takes longer than
 * reading ten thousand rows.
 */
import { flushCompileCache } from 'node:module'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { RateBook } from '#rates/rules/rate-book.ts'
import { bytesOnDisk, openRows, type ReadLimits, SpreadsheetError } from '#spreadsheets/index.ts'
import { createSupplierFinder } from '#suppliers/rules/find-supplier.ts'
import { normaliseMerchant } from '#suppliers/rules/normalise-merchant.ts'
import { type BookEntry, buildSupplierBook } from '#suppliers/rules/supplier-book.ts'
import type { ControlSum, Granularity, TemplateMapping } from '#templates/contract.ts'
import { asInOriginal } from '#templates/rules/layout/own-file.ts'
import type { ReadRow } from '#templates/rules/mapping/reading.ts'
import { openSource } from '#templates/rules/rows/read-source.ts'
import type { ImportTotals } from './contract.ts'
import { holdFunctions } from './hold-functions.ts'
import type { Assessment, ImportedAs } from './rules/assess-rows.ts'
import { createQuickCheck } from './rules/check-quickly.ts'
import { createRecogniser } from './rules/choose-supplier.ts'
import { createRowWriter } from './rules/copy-row.ts'
import { createOccurrenceCounter } from './rules/count-occurrences.ts'
import { createLocator, type FoundRow } from './rules/locate-rows.ts'
import { createNeeds, type Needs } from './rules/needs-of-rows.ts'
import type { Chart, PostingGround } from './rules/posting-ground.ts'
import { createSheetComparison } from './rules/repeated-sheets.ts'
import { createAdder } from './rules/totals.ts'
import { isPaidAlike } from './rules/turned-signs.ts'
import type { UsedNumbers } from './rules/used-numbers.ts'
import { createWithoutIds, type ImportedWithoutId } from './rules/without-ids.ts'

/** Given to the thread once, when it is started. */
export type ThreadData = { limits: ReadLimits }
/** What a file is opened with. */
export type ReadRequest = {
  path: string
  companyId: string
  importId: string
  mapping: TemplateMapping
  granularity: Granularity
  today: string
  /** All rows are looked at before the first is read. */
  isSurveyed: boolean
}
/** What its rows are checked with, which may come a little later. */
export type CheckRequest = {
  ground: PostingGround
  /**
   * Nothing was imported over the connection before, or by others into its books, and no row has a number of its own, so
   * nothing is asked about.
   */
  isFirst: boolean
  entries: readonly BookEntry[]
  register: Parameters<typeof createSupplierFinder>[0]
  mapped: Parameters<typeof createSupplierFinder>[1]
}
export type ReadResult = {
  totals: ImportTotals
  purchases: number
  /** Rows that pay money back. */
  refunds: number
  /** Payments to the card that have the sign of purchases. */
  paidAlike: number
  /** Rows that say their supplier's own number. */
  numbered: number
  /** How many rows each supplier was found for. */
  supplierRows: Record<string, number>
  controlSums: ControlSum[]
  warnings: RowProblem[]
  /** Currencies of purchases without an amount in SEK. */
  rateCurrencies: string[]
  /** Months that purchases and payments lie in. */
  months: string[]
  /** The rows were read by what the first of them said, and the others say something else: none of them counts. */
  isMisjudged: boolean
}
/** A purchase as it is looked for among those imported before, several of them side by side. */
export type Asked = { fingerprints: readonly string[]; occurrences: readonly number[] }
/**
 * Of the next rows: which purchases were imported before, by their fingerprints or by those without their ids, which numbers are
 * used, and what else is needed for them?
 */
export type Question = { asked: Asked; withoutIds: readonly string[]; numbers: readonly string[] } & Needs
export type Answer = {
  /** Of the purchases asked about: those that were imported before, and by other companies into the same books. */
  places: readonly number[]
  placesOfOthers: readonly number[]
  withoutIds: readonly ImportedWithoutId[]
  usedNumbers: UsedNumbers
  rates: RateBook
  charts: ReadonlyMap<string, Chart>
}
/** What the thread says: a question about the next rows. Here are rows. That was all. */
export type ThreadMessage =
  | ({ kind: 'ask' } & Question)
  | { kind: 'rows'; rows: Uint8Array<ArrayBuffer> }
  | { kind: 'done'; result: ReadResult }
  | {
      kind: 'failed'
      code: string
      params: Record<string, string | number>
      isOfFile: boolean
      stack?: string | undefined
    }
/** What to check with; an answer; bytes that were stored, to be written over. */
export type ThreadAnswer =
  | ({ kind: 'check' } & CheckRequest)
  | ({ kind: 'answer' } & Answer)
  | { kind: 'stored'; space: ArrayBuffer }

const batchSize = 2000
/**
 * Rows are handed on in pages of bytes, of which so many go round, so that memory does not grow. With three the thread stood
 * still before nearly every page: what takes them in has other work between them.
 */
const pageBytes = 2 ** 18
const pageCount = 8
/** The first is handed on when it holds so much, so that the database begins early. */
const firstPageBytes = 2 ** 15
/** Rows, a character a byte, are written into a page so many characters at a time. */
const textLength = 2 ** 13

type Asking = {
  /** Resolves when it is known what to check with. */
  checkRequest(): Promise<CheckRequest>
  ask(question: Question): Promise<Answer>
  /** Takes a row, a character a byte; true when it is time to `give` what was taken. */
  add(row: string): boolean
  /** Hands on what was taken; resolves when there is room for more. */
  give(): Promise<void>
}
type NumberedRow = { found: FoundRow; occurrence: number | null }

async function readFile(request: ReadRequest, limits: ReadLimits, asking: Asking): Promise<ReadResult> {
  const { path, mapping, today, isSurveyed } = request
  const file = openRows(bytesOnDisk(path), { limits, ...(mapping.encoding && { encoding: mapping.encoding }) })
  const source = openSource(asInOriginal(file.sheets), mapping, { today, ...(isSurveyed && { firstRows: null }) })
  const rows = begin(source.rows)
  const { isFirst, ...given } = await asking.checkRequest()
  const locate = createLocator(mapping.currency, { isFirst })
  const { next } = createOccurrenceCounter()
  const numbers = new Map<string, string>()
  const charts = new Map(given.ground.charts)
  const ground = { ...given.ground, charts }
  const assessment = { ...prepareAssessment({ ...given, ground }, request.granularity), usedNumbers: numbers }
  const check = createQuickCheck(assessment)
  const needs = createNeeds(ground)
  const write = createRowWriter(request, normaliseMerchant)
  const sums = createAdder()
  const sheets = createSheetComparison()
  let [purchases, refunds, paidAlike, numbered] = [0, 0, 0, 0]
  const supplierRows: Record<string, number> = {}

  function number(row: ReadRow): NumberedRow {
    const found = locate(row)
    if (isPaidAlike(row)) paidAlike++
    const fingerprint = found.toAssess?.fingerprint ?? null
    if (fingerprint === null) return { found, occurrence: null }
    purchases++
    const occurrence = next(fingerprint)
    sheets.add(row.sheet, fingerprint, occurrence)
    return { found, occurrence }
  }
  function store({ found, occurrence }: NumberedRow, importedAs: ImportedAs | null): boolean {
    const { toAssess } = found
    const checked = toAssess && check(toAssess, occurrence, importedAs)
    const { state, amount, bytes } = write(found, checked)
    sums.add(state, amount)
    if (occurrence !== null && amount !== null && amount < 0) refunds++
    if (checked && checked.invoiceNumber !== null) numbered++
    const supplier = checked?.supplierNumber ?? null
    if (supplier !== null) supplierRows[supplier] = (supplierRows[supplier] ?? 0) + 1
    return asking.add(bytes)
  }

  const learn = ({ rates, usedNumbers, charts: read }: Answer) => {
    Object.assign(ground.rates, rates)
    for (const [year, chart] of read) charts.set(year, chart)
    for (const [key, number] of usedNumbers) numbers.set(key, number)
  }

  if (isFirst) {
    for (const row of rows) {
      const placed = number(row)
      if (needs.look(placed.found))
        learn(await asking.ask({ asked: nobody, withoutIds: [], numbers: [], ...needs.take() }))
      if (store(placed, null)) await asking.give()
    }
  } else await storeAsked(rows, { ...asking, number, store, learn, needs })
  await asking.give()
  const { warnings, ...judged } = source.finish()
  const totals = sums.finish()
  holdFunctions(totals, [file, source, rows, locate, next, check, needs, write, sums, sheets, number, store])
  return {
    ...judged,
    totals,
    ...{ purchases, refunds, paidAlike, numbered },
    supplierRows,
    warnings: [...file.warnings(), ...warnings.filter((one) => !isAnswered(one, assessment)), ...sheets.finish()],
    rateCurrencies: needs.currencies(),
    months: needs.months(),
  }
}

/** The rows of the next batch are read while the process looks up which purchases of this one were imported before. */
async function storeAsked(
  source: Iterable<ReadRow>,
  work: Asking & {
    number(row: ReadRow): NumberedRow
    store(row: NumberedRow, importedAs: ImportedAs | null): boolean
    learn(answer: Answer): void
    needs: ReturnType<typeof createNeeds>
  },
): Promise<void> {
  const known = createWithoutIds()
  let waiting: (() => Promise<void>) | null = null
  for (const batch of inBatches(source)) {
    const rows = batch.map(work.number)
    const purchases = rows.filter(({ occurrence }) => occurrence !== null)
    const asked = {
      fingerprints: purchases.map(({ found }) => found.toAssess?.fingerprint ?? ''),
      occurrences: purchases.map(({ occurrence }) => occurrence ?? 0),
    }
    for (const { found } of rows) work.needs.look(found)
    const answer = work.ask({
      asked,
      withoutIds: [...new Set(rows.flatMap(({ found }) => found.withoutId ?? []))],
      numbers: rows.flatMap(({ found }) => found.toAssess?.reading?.fields.invoiceNumber ?? []),
      ...work.needs.take(),
    })
    if (waiting) await waiting()
    waiting = async () => {
      const answered = await answer
      const imported = new Map<NumberedRow | undefined, ImportedAs>()
      for (const place of answered.placesOfOthers) imported.set(purchases[place], 'imported-by-other')
      for (const place of answered.places) imported.set(purchases[place], 'imported-before')
      work.learn(answered)
      known.learn(answered.withoutIds)
      for (const row of rows) {
        const before = imported.get(row) ?? null
        const same = before === null ? asImportedWithoutId(row, known) : null
        if (work.store(same ?? row, same ? 'imported-before' : before)) await work.give()
      }
    }
  }
  if (waiting) await waiting()
}

/** The row as the purchase that was imported without its id; null where none was. */
function asImportedWithoutId(
  { found }: NumberedRow,
  { meet }: ReturnType<typeof createWithoutIds>,
): NumberedRow | null {
  const { toAssess, withoutId } = found
  const occurrence = withoutId === null ? null : meet(withoutId)
  return toAssess && occurrence !== null
    ? { found: { ...found, toAssess: { ...toAssess, fingerprint: withoutId } }, occurrence }
    : null
}

/** What the issuer charges has a supplier, by which a person has said that it is a purchase. */
function isAnswered({ code, params }: RowProblem, { recognise }: Pick<Assessment, 'recognise'>): boolean {
  return code === 'card-cost-read' && recognise(String(params?.text ?? '')) !== null
}

const nobody: Asked = { fingerprints: [], occurrences: [] }

/** Takes the first row at once: what the others are read by is settled before it. */
function begin<Row>(rows: Iterable<Row>): Iterable<Row> {
  const iterator = rows[Symbol.iterator]()
  let first: IteratorResult<Row> | null = iterator.next()
  const next = () => {
    const row = first ?? iterator.next()
    first = null
    return row
  }
  return { [Symbol.iterator]: () => ({ next, return: () => iterator.return?.() ?? { done: true, value: undefined } }) }
}

function prepareAssessment(
  { ground, entries, register, mapped }: Omit<CheckRequest, 'isFirst'>,
  granularity: Granularity,
): Omit<Assessment, 'imported' | 'importedByOthers' | 'usedNumbers'> {
  return {
    ground,
    granularity,
    recognise: createRecogniser(buildSupplierBook(entries)),
    findSupplier: createSupplierFinder(register, mapped),
    referenceFor: () => '', // an invoice gets its reference when it is confirmed
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
  const { limits } = workerData as ThreadData
  const say = (message: ThreadMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
  const answers: ((answer: Answer) => void)[] = []
  let checking = Promise.withResolvers<CheckRequest>()
  const pages = createPages((rows) => say({ kind: 'rows', rows }, [rows.buffer]))
  const asking: Asking = {
    checkRequest: () => checking.promise,
    ask(question) {
      say({ kind: 'ask', ...question })
      return new Promise((resolve) => answers.push(resolve))
    },
    add: pages.add,
    give: pages.give,
  }
  port.on('message', (message: ReadRequest | ThreadAnswer) => {
    if (!('kind' in message)) return void read(message)
    if (message.kind === 'check') checking.resolve(message)
    else if (message.kind === 'answer') answers.shift()?.(message)
    else pages.takeBack(message.space)
  })
  const read = (request: ReadRequest) => {
    pages.begin()
    checking = Promise.withResolvers()
    return readFile(request, limits, asking).then(
      (result) => {
        say({ kind: 'done', result })
        flushCompileCache() // kept for the next start, where Node.js was told to; nothing is written a second time
      },
      (error: unknown) => {
        const { code, params } = error instanceof SpreadsheetError ? error : { code: 'reading-failed', params: {} }
        const stack = error instanceof Error ? error.stack : String(error)
        say({ kind: 'failed', code, params, isOfFile: error instanceof SpreadsheetError, stack })
      },
    )
  }
}

/** Rows as bytes, in pages that come back when what they held is stored. */
function createPages(send: (rows: Uint8Array<ArrayBuffer>) => void) {
  const free = Array.from({ length: pageCount - 1 }, () => new ArrayBuffer(pageBytes))
  let page = Buffer.from(new ArrayBuffer(pageBytes))
  let used = 0
  let isFirst = true
  let text = ''
  let wake: (() => void) | null = null

  function encode(): void {
    const needed = used + text.length
    if (needed > page.length) {
      const larger = Buffer.from(new ArrayBuffer(needed))
      larger.set(page.subarray(0, used))
      page = larger
    }
    used += page.write(text, used, 'latin1')
    text = ''
  }

  return {
    begin(): void {
      isFirst = true
    },
    add(row: string): boolean {
      text += row
      if (text.length >= textLength) encode()
      return used + textLength * 2 > pageBytes || (isFirst && used >= firstPageBytes)
    },
    async give(): Promise<void> {
      if (text !== '') encode()
      if (used === 0) return
      send(page.subarray(0, used))
      used = 0
      isFirst = false
      if (free.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      page = Buffer.from(free.pop() ?? new ArrayBuffer(pageBytes))
    },
    takeBack(space: ArrayBuffer): void {
      free.push(space.byteLength === pageBytes ? space : new ArrayBuffer(pageBytes))
      wake?.()
      wake = null
    },
  }
}
