import { sql } from 'drizzle-orm'
import { createActivity } from '#activity/index.ts'
import type { Obstacles, Registers } from '#connections/index.ts'
import type { AccountingSession } from '#connectors/accounting-connector.ts'
import type { RefundTie } from '#imports/index.ts'
import { newId } from '#kernel/ids.ts'
import type { Role } from '#kernel/roles.ts'
import { type Database, type OpenDatabase, withCompany } from '#platform/database.ts'
import type { Api } from '#platform/http.ts'
import { createLog } from '#platform/log.ts'
import type { Notices } from '#platform/notices.ts'
import { requestAs } from '#platform/testing/call-as.ts'
import { holdJobs } from '#platform/testing/hold-jobs.ts'
import { steps as allSteps, type Step } from '../contract.ts'
import { createPosting } from '../index.ts'
import { runLaneJob } from '../jobs.ts'
import { openLeases } from '../lane/lease.ts'
import { type PostConnectionDeps, postConnection } from '../lane/post-connection.ts'
import type { HoldRole } from '../runs/approval-store.ts'
import type { Foreseen } from '../runs/foresee-approval.ts'
import type { NewRun } from '../runs/run-store.ts'
import type { ReturnRows } from '../runs/settle-postings.ts'
import { invoiceFixture, paymentOf, refundFixture } from './invoice-fixture.ts'

type OpenLine = PostConnectionDeps['connections']['openLine']

const noObstacles: Obstacles = {
  list: async () => [],
  remember: async () => undefined,
  forget: async () => undefined,
}

const nothingForeseen = { needsApproval: false, largest: 0, anyway: 0 }

type Given = {
  companyId?: string
  connectionId?: string
  openLine?: OpenLine
  returnRows?: ReturnRows
  people?: { id: string; name: string; role: Role }[]
  obstacles?: Obstacles
  isFast?: boolean
  checkRun?: PostConnectionDeps['checkRun']
  /** Which references are refunds. */
  refunds?: readonly string[]
  foreseen?: Foreseen
  /** The role held when it is decided, where that is another than the call's. */
  holdRole?: HoldRole
  /** What refunds of other imports are tied to. */
  refundTies?: RefundTie[]
}

/** Told at once, also of what is taken back. */
function noticesInMemory(): PostConnectionDeps['notices'] & Pick<Notices, 'tell'> {
  const heard = new Set<{ topic: string; told: () => void }>()
  return {
    async tell(_tx, topic) {
      for (const one of heard) if (one.topic === topic) one.told()
    },
    onTold(topic, told) {
      const one = { topic, told }
      heard.add(one)
      return () => void heard.delete(one)
    },
  }
}

/** Without a pace. */
export const lineOf = (session: AccountingSession) => ({ session, untilTurn: () => 0 })

const momentMs = 4

const isLane = ({ name }: { name: string }) => name === runLaneJob.name

function openClock() {
  let aheadMs = 0
  const clock = { now: () => new Date(Date.now() + aheadMs) }
  const advance = (ms: number) => {
    aheadMs += ms
  }
  /**
   * Those who sleep at once sleep side by side: thirty seconds of thirty invoices are one. A moment passes in truth, or whoever
   * looks around each fifteen seconds would outrun the lease of a lane before its first request is answered.
   */
  const passTime = async (ms: number) => {
    const until = clock.now().getTime() + ms
    await new Promise((resolve) => setTimeout(resolve, momentMs))
    aheadMs = Math.max(aheadMs, until - Date.now())
  }
  return { clock, passTime, advance }
}

function openConnected(db: Database, key: { companyId: string; connectionId: string }) {
  const listeners: ((tx: never, of: typeof key) => Promise<void>)[] = []
  return {
    connections: {
      onConnected: (listener: (typeof listeners)[number]) => void listeners.push(listener),
      registers: async () => ({ lockedUntil: null }) as unknown as Registers,
    },
    announce: () =>
      withCompany(db, key.companyId, async (tx) => {
        for (const listener of listeners) await listener(tx as never, key)
      }),
  }
}

/** The capability for one new company over a session that a test provides; jobs wait until `work` is called. */
export function openPosting(database: OpenDatabase, session: AccountingSession, given: Given = {}) {
  const { companyId = newId(), connectionId = newId(), openLine = async () => lineOf(session) } = given
  const { obstacles = noObstacles, people = [], foreseen = nothingForeseen } = given
  const { db, promptDb } = database
  const key = { companyId, connectionId }
  const [released, returned]: [string[], Parameters<ReturnRows>[1][]] = [[], []]
  const held = holdJobs()
  const roles = new Map<string, Role>()
  const connected = openConnected(db, key)
  const { clock, passTime, advance } = openClock()
  const deps = {
    // Shorter than a lease, which a clock that runs ahead outruns.
    ...(given.isFast && { sleep: passTime, settleSeconds: 3 }),
    ...{ db, promptDb, clock, log: createLog('silent'), activity: createActivity({ db, clock }) },
    databaseNow: () => sql`${clock.now().toISOString()}::timestamptz`,
    connections: { obstacles, openLine, ...connected.connections },
    releasePurchases: async (_tx: unknown, { references }: { references: readonly string[] }) =>
      void released.push(...references),
    returnRows: given.returnRows ?? (async (_tx, of) => void returned.push(of)),
    ...{ jobs: held.jobs, notices: noticesInMemory() },
    checkRun: given.checkRun ?? (async () => async (all: readonly unknown[]) => all.map(() => null)),
    ...{ nameOf: async () => 'Karin Ekdahl', isOnlyProcess: true, listRefundTies: async () => given.refundTies ?? [] },
    holdRole: given.holdRole ?? (async (_tx: unknown, _of: string, userId: string) => roles.get(userId) ?? 'full'),
    ...{ listPeople: async () => people, foreseeConfirmation: async () => foreseen },
  }
  const posting = createPosting(deps)
  const start = (
    references: readonly string[],
    asked: readonly Step[] = allSteps,
    importId = newId(),
    more: Partial<NewRun> = {},
  ) =>
    withCompany(db, companyId, (tx) =>
      posting.startRun(tx, {
        ...key,
        ...{ importId, round: 0, source: 'oktober.csv', target: 'Fortnox', performedBy: newId(), ...more },
        invoices: references.map((reference, index) => {
          const invoice = given.refunds?.includes(reference) ? refundFixture(reference) : invoiceFixture(reference)
          const row = { rowNumber: index + 2, rowIds: [index + 1], text: `KÖP ${reference}` }
          const steps = [...asked]
          return { ...row, supplierName: 'Kontorshallen', reference, invoice, payment: paymentOf(invoice), steps }
        }),
      }),
    )
  return {
    ...{
      posting,
      deps,
      queued: held.queued,
      released,
      returned,
      start,
      call: openApi(posting.routes, companyId, roles),
    },
    /** A clock that runs ahead outruns the lease: then the next lane goes on, as it would. */
    async work(signal?: AbortSignal) {
      await held.workOff(posting.jobs.handlers, signal)
      for (let lane = 1; given.isFast && lane < 5 && held.queued.some(isLane); lane++)
        await held.workOff(posting.jobs.handlers, signal)
    },
    ...key,
    advance,
    postNow: (signal = new AbortController().signal) =>
      postConnection({ ...deps, leases: openLeases(deps) }, key, signal),
    announceConnected: connected.announce,
  }
}

/** Calls the routes as a member of the company, whose role is the given one from then on. */
function openApi(routes: Api, companyId: string, roles: Map<string, Role>) {
  return async function call(method: string, path: string, role: Role = 'full', userId = newId(), body?: unknown) {
    roles.set(userId, role)
    const answer = await requestAs({ companyId, role, userId }, routes, { method, path, body })
    const text = await answer.text()
    return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : null }
  }
}
