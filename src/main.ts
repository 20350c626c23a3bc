import { fileURLToPath } from 'node:url'
import { createAccounts } from '#accounts/index.ts'
import { createActivity } from '#activity/index.ts'
import { createConnections } from '#connections/index.ts'
import { createConnectors, createSourceConnectors } from '#connectors/registry.ts'
import { createExports } from '#exports/index.ts'
import { createImports } from '#imports/index.ts'
import { timeIdsBy } from '#kernel/ids.ts'
import { createClientAddress } from '#platform/client-address.ts'
import { type Config, ConfigError, readConfig } from '#platform/config.ts'
import { makeDataFolder } from '#platform/data-folder.ts'
import { type OpenDatabase, openDatabase } from '#platform/database.ts'
import { createEncryption, loadSecretKey } from '#platform/encryption.ts'
import { createDiskFiles } from '#platform/files.ts'
import { type Jobs, openJobs } from '#platform/jobs.ts'
import { createLog, type Log } from '#platform/log.ts'
import { createMailer } from '#platform/mailer.ts'
import { migrate, requireMigrated } from '#platform/migrate.ts'
import { type Notices, openNotices } from '#platform/notices.ts'
import { createPosting, type PostingDeps } from '#posting/index.ts'
import { createRates } from '#rates/index.ts'
import { createReceipts, freeReceipts, freeReturned } from '#receipts/index.ts'
import { createSources } from '#sources/index.ts'
import type { ReadLimits } from '#spreadsheets/index.ts'
import { createSuppliers } from '#suppliers/index.ts'
import { createTemplates } from '#templates/index.ts'
import { demoUser, seedDemoCompany } from './demo-company.ts'
import { createApp, listen } from './http-server.ts'
import { findOtherSystems, type OtherSystems } from './other-systems.ts'
import { collectDefinitions, startWorker } from './worker.ts'

export type Running = { url: string; sandboxUrl: string | null; stop(): Promise<void> }

/** Opens everything and starts the services asked for. Nothing runs before the schema is up to date. */
export async function startRadvis(config: Config): Promise<Running> {
  const log = createLog(config.LOG_LEVEL)
  makeDataFolder(config.DATA_DIR)
  // First of all: until it is open, another process may be at work on all that lies in the folder.
  const database = await openDatabase({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    log,
    waitMs: config.DATA_DIR_WAIT_SECONDS * 1000,
  })
  timeIdsBy(() => database.clock.now().getTime())
  const systems = await findOtherSystems(config)
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
  await migrate(database)
  const notices = openNotices(database.driver)

  const secretKey = loadSecretKey(config.SECRET_KEY, config.DATA_DIR)
  let jobs: Jobs | undefined
  const capabilities = wire({
    config,
    log,
    database,
    notices,
    secretKey,
    publicUrl,
    systems,
    jobs: () => jobs ?? notStarted(),
  })
  const work = [capabilities.accounts, ...capabilities.working].map(({ jobs }) => jobs)
  jobs = await openJobs(database, collectDefinitions(work), log)
  const stopping: (() => Promise<unknown>)[] = []

  if (config.services.has('web')) {
    const { renderedWeb } = await import('./rendered-web.ts')
    await capabilities.accounts.prepare()
    const web = await renderedWeb(config.NODE_ENV === 'development' ? 'development' : 'production')
    const app = createApp({
      accounts: capabilities.accounts,
      routes: capabilities.working.map(({ routes }) => routes),
      ...{ web, log, isDatabaseSilent: database.isSilent },
      largestFile: fileLimits(config).bytes,
      metricsToken: config.METRICS_TOKEN,
      checkReady: () => checkReady(database, jobs),
    })
    const server = await listen(app, { port: config.PORT, host: config.HOST, graceMs: 10_000 })
    stopping.push(server.close)
  }
  if (config.services.has('web') && config.MAIL_IN_PORT !== undefined) {
    const receiver = await capabilities.receipts.startMailReceiver({ port: config.MAIL_IN_PORT, host: config.HOST })
    stopping.push(receiver.close)
  }
  if (config.services.has('worker')) stopping.push((await startWorker(jobs, work)).stop)
  const sandboxUrl = systems.sandboxUrls.fortnox ?? null
  if (sandboxUrl && config.services.has('web') && config.NODE_ENV === 'development') await seedDemoCompany(capabilities)
  log.info({ services: [...config.services], database: database.kind, url: publicUrl }, 'ready')

  return {
    url: publicUrl,
    sandboxUrl,
    stop: stopInOrder(
      [
        ...stopping,
        () => jobs.stop(),
        () => capabilities.connections.stop(),
        () => notices.close(),
        () => systems.close(),
        () => database.close(), // last: the next process begins where it is closed
      ],
      log,
    ),
  }
}

type Wiring = {
  config: Config
  log: Log
  database: OpenDatabase
  notices: Notices
  secretKey: string
  publicUrl: string
  systems: OtherSystems
  jobs: () => Jobs
}

/** What becomes of purchases that posting gives up, and of their receipts. */
function leavingPosting(
  imports: ReturnType<typeof createImports>,
): Pick<PostingDeps, 'releasePurchases' | 'returnRows'> {
  return {
    async releasePurchases(tx, taken) {
      await imports.releasePurchases(tx, taken)
      await freeReceipts(tx, taken)
    },
    async returnRows(tx, given) {
      await imports.returnRows(tx, given)
      await freeReturned(tx, given)
    },
  }
}

/** Each capability gets what it needs and the ones before it; nothing is found by magic. */
function wire({ config, log, database, notices, secretKey, publicUrl, systems, jobs }: Wiring) {
  const { db, clock } = database
  const encryption = createEncryption(secretKey, config.SECRET_KEYS_BEFORE)
  const files = createDiskFiles(config.DATA_DIR)
  const mailer = createMailer({ smtpUrl: config.SMTP_URL, mailFrom: config.MAIL_FROM, dataDir: config.DATA_DIR })
  const timed = { now: () => clock.now().getTime() }
  const connectors = createConnectors(systems, timed)
  const limits = fileLimits(config)

  const activity = createActivity({ db, clock, nameOf: (userId) => accounts.nameOf(userId) })
  const { record } = activity
  const accounts = createAccounts({
    ...{ db, clock, log, jobs, encryption, secret: encryption.derive('sessions'), publicUrl, mailer, record },
    addressOf: createClientAddress(config.PROXIES),
  })
  const rates = createRates({
    ...{ db, clock, log },
    file: config.EXCHANGE_RATES_FILE ?? null,
    source: { url: systems.ratesUrl, apiKey: config.EXCHANGE_RATES_KEY ?? null, fetch },
  })
  const connections = createConnections({
    ...{ db, clock, log, encryption, connectors },
    promptDb: database.promptDb,
    sources: createSourceConnectors(systems, timed),
    activity,
    jobs,
    notices,
    publicUrl,
    sandboxUrls: systems.sandboxUrls,
    nameOf: accounts.nameOf,
    isSignedInMember: accounts.isSignedInMember,
    listCompanies: accounts.listCompanies,
  })
  const { nameOf } = accounts
  const shared = { db, clock, log, files, jobs, activity, connections }
  const suppliers = createSuppliers({ ...shared, settleMs: config.POSTING_SETTLE_SECONDS * 1000 })
  const templates = createTemplates({ db, clock, files, activity, accounts, limits })
  const exports = createExports({ ...shared, templates, nameOf })
  const imports = createImports({ ...shared, notices, limits, rates, suppliers, templates, nameOf })
  const sources = createSources({ ...shared, templates, imports })
  const posting = createPosting({
    ...shared,
    notices,
    promptDb: database.promptDb,
    nameOf,
    ...leavingPosting(imports),
    ...{ listPeople: accounts.listPeople, holdRole: accounts.holdRole },
    ...{ foreseeConfirmation: imports.foreseeConfirmation, checkRun: imports.prepareCheck },
    listRefundTies: imports.listRefundTies,
    isOnlyProcess: database.kind === 'pglite',
    settleSeconds: config.POSTING_SETTLE_SECONDS,
  })
  const receipts = createReceipts({ ...shared, posting, mailDomain: config.MAIL_IN_DOMAIN ?? null })
  imports.onConfirmed(posting.startRun)
  imports.onDuplicate(posting.findInvoiceNumbers)
  imports.onRefund(posting)
  posting.onMadeAnew(receipts.followPurchases)
  return {
    accounts,
    connections,
    templates,
    receipts,
    working: [activity, connections, suppliers, templates, exports, imports, sources, posting, receipts],
  }
}

function fileLimits(config: Config): Omit<ReadLimits, 'cellCharacters'> {
  return {
    bytes: config.FILE_MAX_MB * 2 ** 20,
    unzippedBytes: config.FILE_MAX_UNPACKED_MB * 2 ** 20,
    rows: config.FILE_MAX_ROWS,
    columns: config.FILE_MAX_COLUMNS,
    seconds: config.FILE_MAX_SECONDS,
    heapMegabytes: config.FILE_MAX_HEAP_MB,
  }
}

async function checkReady(database: OpenDatabase, jobs: Jobs | undefined): Promise<void> {
  if (database.isSilent()) throw new Error('the database answers nothing')
  await requireMigrated(database.db)
  await (jobs ?? notStarted()).requireReady()
}

function notStarted(): never {
  throw new Error('a job was queued before the queue was started')
}

/** Requests end before jobs, jobs before the database. A step that fails does not keep the next from being stopped. */
function stopInOrder(steps: readonly (() => Promise<unknown>)[], log: Log): () => Promise<void> {
  return async () => {
    for (const step of steps) await step().catch((error: unknown) => log.error({ err: error }, 'stopping'))
    log.info('stopped')
  }
}

/** Starts by the environment and stops on SIGTERM or SIGINT; prints what is wrong and exits when it cannot start. */
export async function main(): Promise<void> {
  try {
    await startAndWait()
  } catch (given) {
    const error = portTaken(given) ?? given
    process.stderr.write(
      `${error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    )
    process.exit(1)
  }
}

/** Null where it is another failure. */
function portTaken(error: unknown): ConfigError | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') return null
  return new ConfigError([
    `PORT, SANDBOX_PORT or MAIL_IN_PORT: another program listens there already (${error.message})`,
  ])
}

async function startAndWait(): Promise<void> {
  const running = await startRadvis(readConfig())
  const stop = () => void running.stop().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.stdout.write(`\nRadvis: ${running.url}\n`)
  if (running.sandboxUrl)
    process.stdout.write(
      `Sandbox ledger: ${running.sandboxUrl}\nDemo sign-in: ${demoUser.email} / ${demoUser.password}\n\n`,
    )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
