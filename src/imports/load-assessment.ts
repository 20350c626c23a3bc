import type { Charts, KnownInvoice, Registers } from '#connections/index.ts'
import { ConnectorError } from '#connectors/accounting-connector.ts'
import { AppError } from '#kernel/errors.ts'
import { referenceOf } from '#kernel/invoice-reference.ts'
import { addDays, dayInSweden, type LocalDate } from '#kernel/local-dates.ts'
import { type CompanyDatabase, readCompany, together } from '#platform/database.ts'
import type { RateBook } from '#rates/index.ts'
import type { SupplierBook } from '#suppliers/index.ts'
import { purchaseName } from './invoice-reference.ts'
import type { Neighbours, UnpostedPurchase } from './neighbours.ts'
import { findClaimed } from './number-store.ts'
import { findImportedByOthers } from './other-company-store.ts'
import { findImported } from './purchase-store.ts'
import { findConfirmedVersions } from './record-versions.ts'
import type { StoredRow } from './row-store.ts'
import type { Assessment, RowToAssess } from './rules/assess-rows.ts'
import { createRecogniser } from './rules/choose-supplier.ts'
import { occurrenceKey } from './rules/duplicates.ts'
import { type Credited, withHandCredits } from './rules/hand-credits.ts'
import {
  type Chart,
  type ConnectionState,
  indexCharts,
  monthOf,
  type PostingGround,
  prepareGround,
  yearsToRead,
} from './rules/posting-ground.ts'
import { applyEdits } from './rules/row-edits.ts'
import { rowText } from './rules/row-text.ts'
import { type ClaimedNumber, findUsedNumbers, noNumbers, type UsedNumbers } from './rules/used-numbers.ts'
import type { ImportRecord } from './store.ts'

/** Everything that rows are assessed with, except what was imported before: that is read in the same transaction. */
export type AssessmentBase = Omit<
  Assessment,
  'imported' | 'importedByOthers' | 'posted' | 'confirmedVersions' | 'lookAlikes' | 'usedNumbers'
> & {
  ledger: Ledger
}

/** What the accounting system has already, whoever made it. */
export type Ledger = {
  usedNumbers(tx: CompanyDatabase, numbers: readonly string[]): Promise<UsedNumbers>
  /** Numbers of confirmed purchases whose invoice the accounting system does not have yet. */
  claimedNumbers(tx: CompanyDatabase, numbers: readonly string[]): Promise<ClaimedNumber[]>
  /** Confirmed purchases of the suppliers whose invoice it does not have, or got after it was read last. */
  unposted(tx: CompanyDatabase, suppliers: readonly string[]): Promise<UnpostedPurchase[]>
  originals(tx: CompanyDatabase, suppliers: readonly string[], since: LocalDate): Promise<Credited<KnownInvoice>[]>
}

/** As far back as purchases are imported: this financial year and the one before it. */
const daysWithRates = 730

/** How old the registers may be, in seconds; ten minutes where nothing is said. */
export type GroundOptions = {
  maxAgeSeconds?: number
  /** How old what was read before may be, in seconds, while the accounting system does not answer; however old where nothing is said. */
  mostAgeWhileAway?: number
}

/** Where a person looks, what the accounting system says now is wanted: a period may have been locked meanwhile. */
export const nearlyNow = { maxAgeSeconds: 20 } satisfies GroundOptions
/**
 * Where a file is read: whatever was changed there before it came counts, since whoever mends something there uploads at once;
 * files that came together share a reading.
 */
export function forFile({ createdAt }: Pick<ImportRecord, 'createdAt'>, now: Date): GroundOptions {
  const age = (now.getTime() - createdAt.getTime()) / 1000
  return { maxAgeSeconds: Math.max(0, Math.min(age, nearlyNow.maxAgeSeconds)) }
}
/** However long ago it was read: to begin with, while it is read anew. */
export const asReadLast = { maxAgeSeconds: Number.MAX_SAFE_INTEGER } satisfies GroundOptions
export const isAsReadLast = ({ maxAgeSeconds }: GroundOptions) => maxAgeSeconds === asReadLast.maxAgeSeconds
/** Right before the first write. A run waits for a system that is away for a moment, and so does what is confirmed into it. */
export const forConfirmation: GroundOptions = { maxAgeSeconds: 0, mostAgeWhileAway: 600 }
/** Where a person says that something was mended there. */
export const asOfNow: GroundOptions = { maxAgeSeconds: 0, mostAgeWhileAway: 0 }

/** Reads settings and registers. Call it outside any transaction: it may ask the accounting system. */
export async function loadGround(
  deps: Pick<Neighbours, 'db' | 'connections' | 'suppliers' | 'rates' | 'clock' | 'log' | 'patienceMs'>,
  record: ImportRecord,
  options: GroundOptions = {},
): Promise<PostingGround> {
  const reading = readRegisters(deps, record, options)
  // Reading them anew may be what shows that the connection is lost.
  const found = (isAsReadLast(options) ? Promise.resolve() : reading).then(() => findConnection(deps, record))
  const [settings, registers, rates, connected] = await Promise.all([
    deps.connections.readSettings(record.companyId, record.connectorId),
    reading,
    loadRates(deps, record.rateCurrencies),
    found,
  ])
  const { refused, awaitingApproval } = registers
  const connection = { ...connected, refused, awaitingApproval: awaitingApproval?.invoices ?? 0 }
  const payment = deps.connections.resolvePayment(settings, registers)
  const today = dayInSweden(deps.clock.now())
  const ground = prepareGround({ settings, options: record.options, registers, payment, rates, connection, today })
  const { paymentDate } = record.options
  const months = paymentDate === null ? record.months : [...record.months, monthOf(paymentDate)]
  return {
    ...ground,
    charts: new Map([...ground.charts, ...(await loadCharts(deps, record, ground, months, options))]),
  }
}

/** Charts of accounts of the years that months lie in, but for those that are there; fresh ones, else the last that were read. */
export async function loadCharts(
  { connections, log, patienceMs }: Pick<Neighbours, 'connections' | 'log' | 'patienceMs'>,
  { companyId, connectionId }: Pick<ImportRecord, 'companyId' | 'connectionId'>,
  ground: PostingGround,
  months: readonly string[],
  options: GroundOptions = {},
): Promise<ReadonlyMap<string, Chart>> {
  const years = yearsToRead(months, ground)
  if (years.length === 0) return new Map()
  const charts = async (how: GroundOptions | 'only-kept'): Promise<Charts> =>
    connections.charts(companyId, connectionId, years, how)
  try {
    return indexCharts(await inTime(charts(options), patienceMs ?? patienceFor(options)))
  } catch (error) {
    if (options.mostAgeWhileAway === 0 && !isDisconnected(error)) throw asAppError(error)
    log.warn({ err: error, connectionId }, 'charts of accounts could not be read; using the last that were')
    return indexCharts(await charts('only-kept'))
  }
}

/** What the currencies cost day by day; nothing is asked of anybody where a file needs none. */
export async function loadRates(
  { rates, clock }: Pick<Neighbours, 'rates' | 'clock'>,
  currencies: readonly string[],
): Promise<RateBook> {
  const today = dayInSweden(clock.now())
  return currencies.length === 0 ? {} : rates.load(currencies, addDays(today, -daysWithRates), today)
}

/** Reads settings, registers and known suppliers. Call it outside any transaction: it may ask the accounting system. */
export async function loadAssessmentBase(
  deps: Neighbours,
  record: ImportRecord,
  options: GroundOptions = {},
): Promise<AssessmentBase & { book: SupplierBook }> {
  const { companyId, connectionId, granularity } = record
  const ground = await loadGround(deps, record, options)
  const book = await deps.suppliers.loadBook(companyId, connectionId)
  return {
    ground,
    granularity,
    book,
    recognise: createRecogniser(book),
    findSupplier: await deps.suppliers.loadFinder(companyId, connectionId),
    ledger: openLedger(deps, record),
    referenceFor: (identities) => purchaseName(connectionId, identities),
  }
}

export function openLedger(
  {
    connections: { knownInvoices },
    findInvoiceNumbers,
    findTakenBack,
    findUnposted,
  }: Pick<Neighbours, 'connections' | 'findInvoiceNumbers' | 'findTakenBack' | 'findUnposted'>,
  key: { companyId: string; connectionId: string },
): Ledger {
  return {
    async usedNumbers(tx, numbers) {
      return numbers.length === 0 ? noNumbers : findUsedNumbers(await knownInvoices.findByNumbers(tx, key, numbers))
    },
    async claimedNumbers(tx, numbers) {
      const claimed = await findClaimed(tx, key, numbers)
      const references = claimed.map(({ reference }) => reference)
      if (references.length === 0) return []
      const made = await findInvoiceNumbers(tx, { ...key, references })
      const suppliers = claimed.map(({ supplierNumber }) => supplierNumber)
      const postedSince = await knownInvoices.findReadAt(tx, key)
      const unread = new Set((await findUnposted(tx, { ...key, suppliers, postedSince })).map((one) => one.reference))
      return claimed.filter(({ reference }) => !made.has(reference) || unread.has(reference))
    },
    unposted: async (tx, suppliers) =>
      findUnposted(tx, { ...key, suppliers, postedSince: await knownInvoices.findReadAt(tx, key) }),
    async originals(tx, suppliers, since) {
      const known = await knownInvoices.listOfSuppliers(tx, key, suppliers, since)
      const takenBack = await findTakenBack(tx, { ...key, references: known.flatMap((one) => one.reference ?? []) })
      return withHandCredits(known, ({ reference }) => reference !== null && takenBack.has(reference))
    },
  }
}

/**
 * A person waits for what is read here; what comes later is there for whoever asks next. Where nothing else will do, long
 * enough for the requests of a run that is being posted to go before.
 */
const patienceFor = ({ mostAgeWhileAway }: GroundOptions) => (mostAgeWhileAway === undefined ? 10_000 : 30_000)

/**
 * Fresh registers, else the last that were read: a file can be looked at while the accounting system is away or hangs. But
 * nothing is confirmed on old ones, and whoever asks anew after mending something is told that there was no answer.
 */
async function readRegisters(
  {
    connections,
    suppliers,
    clock,
    log,
    patienceMs,
  }: Pick<Neighbours, 'connections' | 'suppliers' | 'clock' | 'log' | 'patienceMs'>,
  { companyId, connectionId }: ImportRecord,
  options: GroundOptions,
): Promise<Registers> {
  const read = (how: GroundOptions) => connections.registers(companyId, connectionId, how)
  async function readFresh(): Promise<Registers> {
    const [registers] = await Promise.all([
      read(options),
      connections.knownInvoices.refresh(companyId, connectionId, options),
      suppliers.refreshSuppliers({ companyId, connectionId }, options),
    ])
    return registers
  }
  try {
    return await inTime(isAsReadLast(options) ? read(options) : readFresh(), patienceMs ?? patienceFor(options))
  } catch (error) {
    const { mostAgeWhileAway = Number.POSITIVE_INFINITY } = options
    const last = await read(asReadLast).catch(() => null)
    const isOld = !last || clock.now().getTime() - Date.parse(last.fetchedAt) > mostAgeWhileAway * 1000
    if (!last || (isOld && !isDisconnected(error))) throw asAppError(error)
    log.warn({ err: error, connectionId }, 'registers could not be read; using the last that were')
    return last
  }
}

async function inTime<Result>(work: Promise<Result>, patienceMs: number): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new ConnectorError('unavailable', 'safe')), patienceMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}

/** Then the rows themselves tell it. */
const isDisconnected = (error: unknown) =>
  error instanceof AppError && (error.code === 'connection-lost' || error.code === 'not-connected')

/** A person is told what the accounting system said, not that we failed. */
function asAppError(error: unknown): unknown {
  if (!(error instanceof ConnectorError)) return error
  const code = error.retry === 'never' ? 'accounting-system-refused' : 'accounting-system-unavailable'
  const { serviceCode, serviceMessage: message = error.kind } = error
  return new AppError(code, error.message, { cause: error, params: { message, ...(serviceCode && { serviceCode }) } })
}

async function findConnection(
  { db, connections }: Pick<Neighbours, 'db' | 'connections'>,
  { companyId, connectionId, connectorId }: ImportRecord,
): Promise<Pick<ConnectionState, 'name' | 'isLost' | 'obstacles'>> {
  const [connection, obstacles] = await Promise.all([
    connections.findConnection(companyId, connectorId),
    readCompany(db, companyId, (tx) => connections.obstacles.list(tx, { companyId, connectionId })),
  ])
  const isOpen = connection?.id === connectionId && connection.state === 'connected'
  return { name: connection?.displayName ?? connectorId, isLost: !isOpen, obstacles }
}

export async function withImported(
  tx: CompanyDatabase,
  base: AssessmentBase,
  record: ImportRecord,
  rows: readonly Pick<StoredRow, 'number' | 'fingerprint' | 'reading'>[],
): Promise<Assessment & Required<Pick<Assessment, 'posted' | 'importedByOthers' | 'confirmedVersions'>>> {
  const known = rows.flatMap(({ fingerprint }) => fingerprint ?? [])
  const numbers = rows.flatMap(({ reading }) => reading?.fields.invoiceNumber ?? [])
  const [imported, importedByOthers, confirmedVersions] = await together(
    findImported(tx, record.companyId, record.connectionId, known),
    findImportedByOthers(tx, record.connectionId, known),
    findConfirmedVersions(tx, record, rows),
  )
  const keyOf = ({ fingerprint, occurrence }: (typeof imported)[number]) => occurrenceKey(fingerprint, occurrence)
  const givenBack = new Map(
    imported.flatMap((one) => (one.givenBack > 0 ? [[keyOf(one), one.givenBack] as const] : [])),
  )
  return {
    ...base,
    usedNumbers: await base.ledger.usedNumbers(tx, numbers),
    // An earlier invoice may still stand in the accounting system under its reference: cancelled, credited, or made late.
    // Purchases of one invoice are given back together, so that the most often of them grows each time.
    referenceFor: (identities) =>
      referenceOf(
        base.referenceFor(identities),
        identities.reduce((most, identity) => Math.max(most, givenBack.get(identity) ?? 0), 0),
      ),
    imported: new Set([...imported.filter(({ isReleased }) => !isReleased).map(keyOf), ...importedByOthers]),
    importedByOthers,
    confirmedVersions,
    posted: new Map(
      imported.flatMap(({ importId, rowId, occurrence, isReleased }) =>
        importId === record.id && !isReleased ? [[rowId, occurrence] as const] : [],
      ),
    ),
  }
}

/** The row as it is checked: with what was written by hand in place of what the file says. */
export function toAssess(row: StoredRow): RowToAssess {
  const { id, sheet, number, fingerprint, decision, section, returned, shown } = row
  const text = row.unread ? rowText(row.cells) : shown.text
  const edited = applyEdits(row)
  const { creditOf } = row
  const reading = edited.reading && creditOf ? { ...edited.reading, creditOf } : edited.reading
  return { id, sheet, number, fingerprint, decision, section, returned, text, ...edited, reading }
}
