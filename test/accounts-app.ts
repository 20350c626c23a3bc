import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { type Accounts, createAccounts } from '#accounts/index.ts'
import { createActivity } from '#activity/index.ts'
import { events } from '#activity/tables.ts'
import { AppError } from '#kernel/errors.ts'
import { createClientAddress } from '#platform/client-address.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { createEncryption } from '#platform/encryption.ts'
import { type Api, createApi } from '#platform/http.ts'
import { createLog, type Log } from '#platform/log.ts'
import { createMailer, type Mailer } from '#platform/mailer.ts'
import { holdJobs } from '#platform/testing/hold-jobs.ts'
import { openTestDatabase } from './database.ts'

export type AccountsApp = {
  database: OpenDatabase
  app: Api
  accounts: Accounts
  /** What waits to be done. */
  held: ReturnType<typeof holdJobs>
  /** What is queued now is worked off: tells the letters sent so far, oldest first, without their transfer encoding. */
  letters(): Promise<string[]>
  /** A company's log, oldest first. */
  eventsOf(companyId: string): Promise<(typeof events.$inferSelect)[]>
}

/** The accounts' routes on a database of their own; AppErrors answer with their code, as http-server.ts does. */
export async function openAccountsApp(given: { mailer?: Mailer; log?: Log; clock?: Clock } = {}): Promise<AccountsApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'radvis-accounts-'))
  const database = await openTestDatabase()
  const { db } = database
  const held = holdJobs()
  const accounts = createAccounts({
    ...{ jobs: held.jobs, encryption: createEncryption('k'.repeat(40)) },
    ...{ db, clock: given.clock ?? systemClock, secret: 's'.repeat(40), publicUrl: 'http://localhost:3000' },
    mailer: given.mailer ?? createMailer({ dataDir }),
    log: given.log ?? createLog('silent'),
    addressOf: createClientAddress(0),
    record: createActivity({ db, clock: systemClock }).record,
  })
  const app = createApi()
  app.onError((error, c) =>
    error instanceof AppError
      ? c.json({ code: error.code, errors: error.errors }, 400)
      : c.json({ code: String(error), stack: error.stack }, 500),
  )
  app.use('*', accounts.authenticate)
  app.route('/', accounts.routes)
  const outbox = join(dataDir, 'outbox')
  const letters = async () => {
    await held.workOff(accounts.jobs.handlers)
    return (existsSync(outbox) ? readdirSync(outbox) : [])
      .sort()
      .map((name) => readFileSync(join(outbox, name), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '='))
  }
  const eventsOf = (companyId: string) =>
    db.select().from(events).where(eq(events.companyId, companyId)).orderBy(asc(events.at), asc(events.id))
  return { database, app, accounts, held, letters, eventsOf }
}
