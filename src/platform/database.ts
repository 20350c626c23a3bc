import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle as drizzleNodePostgres, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { type PgDatabase, PgDialect, type PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import pg from 'pg'
import { checkServer } from './check-server.ts'
import { type Clock, systemClock } from './clock.ts'
import { lockDataFolder } from './data-folder.ts'
import { askNow, openDatabaseClock } from './database-clock.ts'
import { failUndone, isRefusedSinceFailed, isRefusedSinceReading } from './database-faults.ts'
import type { Log } from './log.ts'
import { keepTended } from './tend-embedded.ts'
import { type DatabaseWatch, watchDatabase } from './watch-database.ts'

/** A database or a transaction in it, whichever of the two databases stands behind. */
// biome-ignore lint/complexity/noBannedTypes: drizzle's own default for "no relational schema"
export type Database = PgDatabase<PgQueryResultHKT, {}, {}>

declare const companyScope: unique symbol
/** A transaction in which row-level security shows one company only. Stores that touch tenant tables take this. */
export type CompanyDatabase = Database & { readonly [companyScope]: string }

/** The rows of a statement in SQL, whose shape only the statement tells: both drivers answer so, drizzle's common type does not say it. */
export async function rowsOf<Row>(answer: PromiseLike<unknown>): Promise<Row[]> {
  return ((await answer) as { rows: Row[] }).rows
}

export type OpenDatabase = {
  /** Sees every company: for accounts, sweeps over companies, and the queue. */
  db: Database
  /** The same, by connections of its own: what must be written in time (leases, paces) waits behind no other work. */
  promptDb: Database
  kind: 'pglite' | 'postgres'
  /** The driver itself, for pg-boss and the migrations. */
  driver:
    | { kind: 'pglite'; pglite: PGlite }
    | { kind: 'postgres'; pool: pg.Pool; connectionString: string; stream: DatabaseWatch['openSocket'] }
  /** What every process on this database calls now (database-clock.ts). */
  clock: Clock
  /** Whether a server has answered nothing for long: whoever asks for something waits in vain. */
  isSilent(): boolean
  close(): Promise<void>
}

/** A new connection costs as much as dozens of queries: sign-in, a process of the server, and tables that it has to learn. */
const keptIdleSeconds = 600
const promptConnections = 2
/** Besides a process's pool: those, the watch's, four of the queue and one by which it listens, and one for notices. */
const connectionsBeside = promptConnections + 7

/**
 * The server looks after whoever has gone without a word, and lets go of what they hold within the minute: by TCP, and where
 * a process stands still in a transaction that nobody goes on with. What only waits, as an ear for notices does, is ended by
 * nobody, whatever the server's own limit. PostgreSQL's manual, 19.3 and 19.11; over a socket of the machine's own the first
 * have no effect.
 */
export const ofSession = `select set_config('tcp_keepalives_idle', '20', false), set_config('tcp_keepalives_interval', '10', false),
  set_config('tcp_keepalives_count', '3', false), set_config('idle_in_transaction_session_timeout', '60s', false),
  set_config('idle_session_timeout', '0', false)`

/**
 * Opens PostgreSQL at `databaseUrl`, else the embedded PGlite in `dataDir` (in memory when that is absent too). Throws
 * ConfigError where the server is none that Radvis can work on (check-server.ts), or another process has `dataDir` open.
 */
export async function openDatabase(options: {
  databaseUrl?: string | undefined
  dataDir?: string | undefined
  poolSize?: number
  /** Told while another process is waited for, which is for `waitMs` at most. */
  log?: Pick<Log, 'warn'>
  waitMs?: number
}): Promise<OpenDatabase> {
  return options.databaseUrl ? openServer(options.databaseUrl, options) : openEmbedded(options)
}

async function openServer(
  connectionString: string,
  { poolSize = 12, log }: { poolSize?: number; log?: Pick<Log, 'warn'> },
): Promise<OpenDatabase> {
  const watch = watchDatabase(log)
  const stream = watch.openSocket
  const poolOf = (max: number) => {
    const made = new pg.Pool({
      ...{ connectionString, max, stream, pipeline: true },
      idleTimeoutMillis: keptIdleSeconds * 1000,
      onConnect: (client) => client.query(ofSession), // waited for, though its type does not say so
    })
    made.on('error', () => undefined) // an idle connection that dies is replaced by the pool; queries report their own errors
    made.on('connect', (client) => client.on('error', () => undefined)) // and so do those of a transaction whose connection dies
    return made
  }
  const pools = { main: poolOf(poolSize), prompt: poolOf(promptConnections), watch: poolOf(1) }
  const close = async () => {
    watch.stop()
    await Promise.all(Object.values(pools).map((pool) => pool.end()))
  }
  const clock = openDatabaseClock(log)
  const setClock = () => clock.set(() => askNow(pools.watch))
  const checked = checkServer(pools, { connections: poolSize + connectionsBeside, log })
  await checked.then(setClock).catch(async (error: unknown) => {
    await close()
    throw error
  })
  watch.start(setClock)
  return {
    db: drizzleNodePostgres({ client: pools.main }) as unknown as Database,
    promptDb: drizzleNodePostgres({ client: pools.prompt }) as unknown as Database,
    kind: 'postgres',
    driver: { kind: 'postgres', pool: pools.main, connectionString, stream },
    ...{ clock, isSilent: watch.isSilent, close },
  }
}

async function openEmbedded({
  dataDir,
  ...lockOptions
}: {
  dataDir?: string | undefined
  log?: Pick<Log, 'warn'>
  waitMs?: number
}): Promise<OpenDatabase> {
  const lock = dataDir ? await lockDataFolder(dataDir, lockOptions) : undefined
  const pglite = await (dataDir ? openDirectory(join(dataDir, 'database')) : PGlite.create()).catch(
    (error: unknown) => {
      lock?.release()
      throw error
    },
  )
  const db = drizzlePglite({ client: pglite }) as unknown as Database
  const stopTending = dataDir ? keepTended(pglite, lockOptions.log) : undefined
  return {
    ...{ db, promptDb: db },
    kind: 'pglite',
    driver: { kind: 'pglite', pglite },
    ...{ clock: systemClock, isSilent: () => false },
    async close() {
      await stopTending?.()
      await pglite.close().finally(() => lock?.release())
    },
  }
}

/** An empty database made by the build: unpacking it takes a third of the time of making one. */
const emptyDatabase = new URL('../../build/empty-database.tar.gz', import.meta.url)

async function openDirectory(directory: string): Promise<PGlite> {
  if (!existsSync(directory)) await makeDirectory(directory)
  return PGlite.create(directory)
}

/** Made beside its place and moved there when whole, so that a process killed meanwhile leaves nothing half made. */
async function makeDirectory(directory: string): Promise<void> {
  const unfinished = `${directory}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const packed = existsSync(emptyDatabase) ? { loadDataDir: new Blob([readFileSync(emptyDatabase)]) } : {}
  const made = await PGlite.create(unfinished, packed)
  await made.close()
  renameSync(unfinished, directory)
}

export type CompanyTransaction = {
  /**
   * It commits without waiting for the disk: what it did stands there with the next one that waits, or within the second.
   * Only for what is done anew by itself should the server lose it.
   */
  isLosable?: boolean
  /** All that it reads is as of one instant. Only for what writes nothing: a row that was changed meanwhile cannot be. */
  isSnapshot?: boolean
  /**
   * All that it looks for is found by an index, and never by going through a table, however short the table is: a prepared
   * statement that was planned while there was little is used when there is much.
   */
  looksUp?: boolean
}

/**
 * Runs `work` in a transaction that can see and change one company's rows only: the role `radvis_company` stands under
 * the policies of migrations/row-level-security.sql, and `app.company_id` names the company to them.
 */
export async function withCompany<T>(
  db: Database,
  companyId: string,
  work: (tx: CompanyDatabase) => Promise<T>,
  options: CompanyTransaction = {},
): Promise<T> {
  const first = enter(companyId, options)
  const { $client: client } = db as unknown as { $client?: unknown }
  if (client instanceof pg.Pool)
    return inTransaction(client, `${beginning(options)}; ${first}`, (tx) => {
      if (options.looksUp) lookingUp.add(tx)
      return work(tx as CompanyDatabase)
    })
  return db.transaction(async (tx) => {
    await tx.execute(sql.raw(first)) // embedded, one transaction is carried out at a time
    return work(tx as unknown as CompanyDatabase)
  })
}

/**
 * As `withCompany`, for short look-ups that write nothing, which the database refuses here. What is looked up for a company while
 * such a transaction is being begun goes into the same one, and nobody waits for its end: half the ways there and back.
 * They wait for each other there, so that what goes over many rows is none for here.
 */
export async function readCompany<T>(
  db: Database,
  companyId: string,
  work: (tx: CompanyDatabase) => Promise<T>,
): Promise<T> {
  const { $client: client } = db as unknown as { $client?: unknown }
  if (client instanceof pg.Pool) return readTogether(client, companyId, (tx) => work(tx as CompanyDatabase))
  return withCompany(db, companyId, work)
}

/** For what is only a copy of what another system tells, kept with when it was read: what is lost of it is read anew. */
export const asCopy: CompanyTransaction = { isLosable: true }

const beginning = ({ isSnapshot = false }: CompanyTransaction): string =>
  isSnapshot ? 'begin isolation level repeatable read' : 'begin'

/**
 * One statement, which travels alone where the database takes no two at once. A text that the server could not take apart
 * would keep BEGIN, which it travels with elsewhere, from being carried out: nothing else does than this character.
 */
function enter(companyId: string, { isLosable = false, looksUp = false }: CompanyTransaction = {}): string {
  if (companyId.includes('\0')) throw new Error('no company has such an id')
  const losable = isLosable ? "set_config('synchronous_commit', 'off', true), " : ''
  // What is forbidden counts as so dear that a server before 18 would compile the statement each time.
  const byIndex = looksUp ? "set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true), " : ''
  return `select ${losable}${byIndex}set_config('app.company_id', ${pg.escapeLiteral(companyId)}, true), set_config('role', 'radvis_company', true)`
}

const dialect = new PgDialect()

/** The server keeps each for each connection, so that none is made of texts that differ from time to time. */
const mostPrepared = 50
const preparedNames = new Map<string, string>()

function preparedName(text: string): string | undefined {
  const known = preparedNames.get(text)
  if (known !== undefined || preparedNames.size >= mostPrepared) return known
  const name = `radvis_${preparedNames.size + 1}`
  preparedNames.set(text, name)
  return name
}

/** Those that look up. */
const lookingUp = new WeakSet<Database>()

/**
 * What is asked again and again in the same words. Each connection of the server takes the text apart and plans it once,
 * which is three tenths of what a short statement costs it; but only in a transaction that `looksUp`, where one plan is right
 * whatever the tables hold. In any other it is planned as all else.
 */
export function executePrepared(tx: Database, statement: SQL): Promise<unknown> {
  const { session } = tx as unknown as { session: Session } // drizzle's own, which its types leave out
  const query = dialect.sqlToQuery(statement)
  const name = lookingUp.has(tx) ? preparedName(query.sql) : undefined
  const prepared = session.prepareQuery(query, undefined, name, false)
  // A turn later, as what drizzle makes itself: what was asked for before it leaves before it.
  return Promise.resolve().then(() => prepared.execute())
}
type Session = {
  prepareQuery(
    query: { sql: string; params: unknown[] },
    fields: undefined,
    name: string | undefined,
    isResponseInArrayMode: boolean,
  ): { execute(): Promise<unknown> }
}

/**
 * A transaction on the server. `begin`, `first` and what `work` asks for first leave together, and so does what it asks for
 * at once: what short transactions of a company take is the way there and back. What fails behind BEGIN leaves a transaction
 * that takes nothing more. What `work` asks for when it has failed is refused: it would run outside.
 */
async function inTransaction<T>(pool: pg.Pool, begin: string, work: (tx: Database) => Promise<T>): Promise<T> {
  const transaction = await openTransaction(pool, begin).catch(failUndone)
  try {
    const result = await workIn(transaction, work).catch(failUndone)
    await transaction.commit()
    return result
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}

type Transaction = {
  tx: Database
  begun: Promise<unknown>
  commit(): Promise<void>
  rollback(): Promise<void>
}

async function openTransaction(pool: pg.Pool, begin: string): Promise<Transaction> {
  const client = await pool.connect()
  let isOver = false
  const query = (...given: Parameters<typeof client.query>) => {
    if (isOver) return Promise.reject(new Error('the transaction is over'))
    gatherWrites(client)
    return client.query(...given)
  }
  const inside: pg.PoolClient = Object.create(client, { query: { value: query } })
  const session = new NodePgSession(inside, dialect, undefined)
  gatherWrites(client)
  return {
    begun: client.query(begin),
    tx: new NodePgTransaction(dialect, session, undefined) as unknown as Database,
    async commit() {
      isOver = true
      const { command } = await client.query('commit')
      if (command !== 'COMMIT')
        throw new Error('a statement failed and was passed over: nothing of the transaction was kept')
      client.release()
    },
    async rollback() {
      isOver = true
      const broken = await client.query('rollback').then(
        () => undefined,
        (failure: Error) => failure,
      )
      client.release(broken)
    },
  }
}

async function workIn<T>({ tx, begun }: Transaction, work: (tx: Database) => Promise<T>): Promise<T> {
  const working = (async () => work(tx))() // a query of drizzle's is carried out each time that it is awaited
  await Promise.allSettled([begun, working])
  await begun
  return working
}

type Reading = { opened: Promise<Transaction>; readers: number }
/** Of each company the one that the database has not answered yet. */
const begunReadings = new WeakMap<pg.Pool, Map<string, Reading>>()

async function readTogether<T>(pool: pg.Pool, companyId: string, work: (tx: Database) => Promise<T>): Promise<T> {
  const begin = `begin read only; ${enter(companyId)}`
  const reading = begunReadings.get(pool)?.get(companyId) ?? beginReading(pool, companyId, begin)
  reading.readers++
  try {
    return await workIn(await reading.opened, work)
  } catch (error) {
    // No fault of the database's, as it would be on a standby, so that nobody tries it again.
    if (isRefusedSinceReading(error)) throw new Error('what looks up may not write')
    if (!isRefusedSinceFailed(error)) throw error
  } finally {
    if (--reading.readers === 0) void endReading(reading)
  }
  return inTransaction(pool, begin, work) // it is another's statement that failed
}

function beginReading(pool: pg.Pool, companyId: string, begin: string): Reading {
  const reading = { opened: openTransaction(pool, begin), readers: 0 }
  const open = begunReadings.get(pool) ?? new Map<string, Reading>()
  begunReadings.set(pool, open.set(companyId, reading))
  const close = () => void open.delete(companyId)
  reading.opened.then(({ begun }) => begun).then(close, close)
  return reading
}

/** Its readers have what they asked for and wait for it no longer. */
async function endReading({ opened }: Reading): Promise<void> {
  const transaction = await opened.catch(() => null)
  await transaction?.commit().catch(transaction.rollback)
}

/** What is written until this turn is over leaves in one piece: each piece wakes the server's process by itself. */
function gatherWrites(client: pg.PoolClient): void {
  const socket = socketOf(client)
  if (!socket || socket.writableCorked > 0) return
  socket.cork()
  process.nextTick(() => socket.uncork())
}

/** pg's own, which it tells nobody of. */
export function socketOf(client: pg.PoolClient): Socket | null {
  return (client as unknown as { connection?: { stream?: Socket } }).connection?.stream ?? null
}

/** What of a transaction may go together. It ends when all of it has ended, with the failure that came first. */
export async function together<Answers extends readonly Promise<unknown>[]>(
  ...asked: Answers
): Promise<{ [Index in keyof Answers]: Awaited<Answers[Index]> }> {
  const begun = asked.map((one) => Promise.resolve(one))
  const answers = Promise.all(begun)
  await Promise.allSettled([answers, ...begun])
  return answers as Promise<{ [Index in keyof Answers]: Awaited<Answers[Index]> }>
}
