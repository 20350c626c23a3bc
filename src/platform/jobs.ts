import { sql } from 'drizzle-orm'
import { fromDrizzle, fromPglite, PgBoss, type QueueResult } from 'pg-boss'
import type { ZodType } from 'zod'
import { type Database, type OpenDatabase, rowsOf } from './database.ts'
import { asError, type Log } from './log.ts'
import { createAwayTelling } from './tell-away.ts'
import { createUntilBack } from './until-back.ts'

/** What a queued job is called, carries (ids only) and how often it is tried. Its handler is bound in `handleJob`. */
export type JobDefinition<Payload> = {
  /** capability.use-case, e.g. `posting.run-lane` */
  name: string
  payload: ZodType<Payload>
  /** Tries after the first; the handler must be idempotent by looking at the state. */
  retries: number
  /** Between two tries; each wait is twice as long as the one before, up to this. */
  longestWaitSeconds?: number
  /** A job that has not ended by then is taken for dead and may be handed out again. */
  expireInSeconds: number
  /** Runs by itself as well; five-field cron in UTC, payload `{}`. */
  schedule?: string
  /** How many at once in one process. */
  concurrency?: number
  /** Whose turn it takes, a company's: of each one job at a time in a process, so that others need not wait until it has all of its. */
  turnOf?(payload: Payload): string
  /**
   * The job has ended when its work has begun, so that hundreds may be at work without one asking the queue for each. What
   * fails, or goes down with its process, is found by a sweep of the capability's own.
   */
  isHandedOver?: boolean
}

export type JobHandler = {
  definition: JobDefinition<unknown>
  run(payload: unknown, signal: AbortSignal): Promise<void>
}

export function defineJob<Payload>(definition: JobDefinition<Payload>): JobDefinition<Payload> {
  return definition
}

/** Binds a definition to what runs it. `signal` aborts when the process is asked to stop. */
export function handleJob<Payload>(
  definition: JobDefinition<Payload>,
  run: (payload: Payload, signal: AbortSignal) => Promise<void>,
): JobHandler {
  return {
    definition: definition as JobDefinition<unknown>,
    run: (payload, signal) => run(definition.payload.parse(payload), signal),
  }
}

export type Jobs = {
  /** Queues a job inside the caller's transaction: it exists if and only if that commits. One job at a time waits per `key`. */
  enqueue<Payload>(
    tx: Database,
    definition: JobDefinition<Payload>,
    payload: Payload,
    options: { key: string; afterSeconds?: number },
  ): Promise<void>
  /** The same of many at once, in as few statements as their number allows. */
  enqueueAll<Payload>(
    tx: Database,
    definition: JobDefinition<Payload>,
    items: readonly { payload: Payload; key: string }[],
  ): Promise<void>
  /** Makes the queues, checks that each has a handler, and starts working them off. */
  work(definitions: readonly JobDefinition<unknown>[], handlers: readonly JobHandler[]): Promise<void>
  /** Throws with the reason while nothing can be queued: stopped, the database away, or a queue that is not there. */
  requireReady(): Promise<void>
  /** Lets running jobs finish (their signal is aborted), then stops. */
  stop(): Promise<void>
}

type QueuedJob = { id: string; data: unknown }

/**
 * Opens pg-boss on our database. Queues for every definition are made, whether this process works them or not, and follow
 * what is defined now. Those of other names are left, with their schedules: they may be a newer process's.
 */
export async function openJobs(
  database: OpenDatabase,
  definitions: readonly JobDefinition<unknown>[],
  log: Log,
): Promise<Jobs> {
  const { driver } = database
  const common = { useListenNotify: true, schema: 'queue' }
  const boss = new PgBoss(
    driver.kind === 'pglite'
      ? { db: fromPglite(driver.pglite), backend: 'pglite', ...common }
      : { ...queueConnections(driver), backend: 'postgres', ...common },
  )
  const tellAway = createAwayTelling()
  boss.on('error', (error) => {
    const telling = tellAway(asError(error))
    if (telling) log.error({ err: error, ...telling }, 'queue error')
  })
  await boss.start()
  const names = definitions.map(({ name }) => name)
  const known = new Map((await boss.getQueues(names)).map((queue) => [queue.name, queue]))
  for (const definition of definitions) await makeQueue(boss, definition, known.get(definition.name))
  let isStarted = true
  const stopping = new AbortController()
  const handedOver = new Set<Promise<void>>()
  const untilBack = createUntilBack(database.db)
  return {
    ...enqueueing(boss),
    async work(all, handlers) {
      requireHandlers(all, handlers)
      for (const { definition, run } of handlers) {
        if (definition.schedule) await boss.schedule(definition.name, definition.schedule, {})
        const { concurrency = 1, isHandedOver = false } = definition
        const perform = async (job: QueuedJob): Promise<void> => {
          const startedAt = Date.now()
          try {
            await run(job.data, stopping.signal)
            log.debug({ job: definition.name, id: job.id, ms: Date.now() - startedAt }, 'job done')
          } catch (error) {
            log.error({ err: error, job: definition.name, id: job.id }, 'job failed')
            // pg-boss tells once that a job failed: where nobody hears it the job counts as being worked on until it expires.
            await untilBack(error, stopping.signal)
            throw error
          }
        }
        if (!isHandedOver) await startWorkers(boss, definition, { concurrency, perform })
        else {
          const handOver = createHandOver(concurrency, handedOver)
          const batch = { ...lookedFor, batchSize: handOverBatch, burstWhenBatchFull: true }
          await boss.work(definition.name, batch, async (jobs) => {
            for (const job of jobs) await handOver(() => perform(job))
          })
        }
      }
    },
    async requireReady() {
      if (!isStarted) throw new Error('the queue is stopped')
      const found = new Set((await boss.getQueues(names)).map(({ name }) => name))
      const missing = names.filter((name) => !found.has(name))
      if (missing.length > 0) throw new Error(`the queue lacks ${missing.join(', ')}`)
    },
    async stop() {
      isStarted = false
      stopping.abort()
      await boss.stop({ graceful: true, timeout: stopSeconds * 1000 })
      const isLate = new Promise((resolve) => setTimeout(resolve, stopSeconds * 1000).unref())
      await Promise.race([Promise.all(handedOver), isLate])
    },
  }
}

/** pg-boss hands on to pg what it has no name for itself. */
const queueConnections = ({ connectionString, stream }: Extract<OpenDatabase['driver'], { kind: 'postgres' }>) => ({
  ...{ connectionString, stream, max: 4 },
})

/** pg-boss makes one that is there no second time, and changes nothing of it then. */
async function makeQueue(
  boss: PgBoss,
  { name, retries, longestWaitSeconds, expireInSeconds }: JobDefinition<unknown>,
  known: QueueResult | undefined,
): Promise<void> {
  const settings = { notify: true, retryLimit: retries, retryBackoff: true, expireInSeconds }
  const longest = longestWaitSeconds ?? null
  if (!known)
    return boss.createQueue(name, { policy: 'short', ...settings, ...(longest !== null && { retryDelayMax: longest }) })
  const wanted = { ...settings, retryDelayMax: longest }
  const isSame = (Object.keys(wanted) as (keyof typeof wanted)[]).every((key) => wanted[key] === known[key])
  if (!isSame) await boss.updateQueue(name, wanted)
}

const workOptions = { pollingIntervalSeconds: 0.5, includeMetadata: false as const }
/**
 * Nobody is told of a job that falls due by the time (a try after the first, one that was to wait), nor of one queued while
 * the database was away: of each queue one worker looks so often. The others look when they are told, and twice a minute.
 */
const lookedFor = { ...workOptions, notifyPollingIntervalSeconds: 3 }
const handOverBatch = 50
const stopSeconds = 20

const insertedAtOnce = 1000

function enqueueing(boss: PgBoss): Pick<Jobs, 'enqueue' | 'enqueueAll'> {
  return {
    async enqueue(tx, definition, payload, options) {
      await outsideCompany(tx, () =>
        boss.send(definition.name, payload as object, {
          singletonKey: options.key,
          ...groupOf(definition, payload),
          ...(options.afterSeconds && { startAfter: options.afterSeconds }),
          db: fromDrizzle(tx as never, sql),
        }),
      )
    },
    async enqueueAll(tx, definition, items) {
      const jobs = items.map(({ payload, key }) => ({
        data: payload as object,
        singletonKey: key,
        ...groupOf(definition, payload),
      }))
      await outsideCompany(tx, async () => {
        for (let start = 0; start < jobs.length; start += insertedAtOnce)
          await boss.insert(definition.name, jobs.slice(start, start + insertedAtOnce), {
            db: fromDrizzle(tx as never, sql),
          })
      })
    },
  }
}

/** Jobs that take turns are told apart by whose turn it is. */
function groupOf<Payload>({ turnOf }: JobDefinition<Payload>, payload: Payload): { group?: { id: string } } {
  return turnOf ? { group: { id: turnOf(payload) } } : {}
}

type Work = { concurrency: number; perform(job: QueuedJob): Promise<void> }

/**
 * A queued job wakes each worker once: one that is busy then, or that gave a job back since it was not its company's turn,
 * would look for the next half a minute later. So all of them look when a job has ended.
 */
async function startWorkers(
  boss: PgBoss,
  { name, turnOf }: JobDefinition<unknown>,
  { concurrency, perform }: Work,
): Promise<void> {
  const turns = turnOf ? { localGroupConcurrency: 1 } : {}
  const ids: string[] = []
  const wake = () => {
    for (const id of ids) boss.notifyWorker(id)
  }
  for (let worker = 0; worker < concurrency; worker++)
    ids.push(
      await boss.work(name, { ...(worker === 0 ? lookedFor : workOptions), ...turns }, async ([job]) => {
        if (job) await perform(job).finally(wake)
      }),
    )
}

/** Begins work and does not wait for its end; where there is too much of it, waits until some has ended. */
function createHandOver(most: number, all: Set<Promise<void>>): (work: () => Promise<void>) => Promise<void> {
  const underWay = new Set<Promise<void>>()
  return async (work) => {
    while (underWay.size >= most) await Promise.race(underWay)
    const begun: Promise<void> = work()
      .catch(() => undefined) // told by whoever performs it
      .finally(() => {
        underWay.delete(begun)
        all.delete(begun)
      })
    underWay.add(begun)
    all.add(begun)
  }
}

/** The queue is no company's: within a transaction of `withCompany` its role is laid down for the one statement. */
async function outsideCompany(tx: Database, work: () => Promise<unknown>): Promise<void> {
  const result = await rowsOf<{ role: string }>(
    tx.execute(sql`select current_setting('role') as role, set_config('role', 'none', true)`),
  )
  await work()
  await tx.execute(sql`select set_config('role', ${result[0]?.role ?? 'none'}, true)`)
}

/** A queued name that nobody works off would wait for ever without a sign: refuse to start instead. */
export function requireHandlers(definitions: readonly JobDefinition<unknown>[], handlers: readonly JobHandler[]): void {
  const handled = new Set(handlers.map((handler) => handler.definition.name))
  const missing = definitions.map((definition) => definition.name).filter((name) => !handled.has(name))
  if (missing.length > 0) throw new Error(`no handler for the queued job(s) ${missing.join(', ')}`)
}
