import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createActivity } from '#activity/index.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import type { ConnectionRow } from './store.ts'
import { createConnectionMemory } from './testing/connection-memory.ts'
import { createScene } from './testing/scene.ts'
import { createTokenStore, type TokenStore } from './token-store.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const worker = fc.constantFrom(0 as const, 1 as const)
/** What two processes and a person do, one thing after the other; each process knows the row it read last. */
const action = fc.oneof(
  fc.record({ kind: fc.constant('find' as const), worker }),
  fc.record({ kind: fc.constant('take' as const), worker, seconds: fc.constantFrom(1, 30) }),
  fc.record({ kind: fc.constant('release' as const), worker }),
  fc.record({ kind: fc.constant('save' as const), worker }),
  fc.record({ kind: fc.constant('lose' as const), worker }),
  fc.record({ kind: fc.constant('connect' as const) }),
  fc.record({ kind: fc.constant('time-passes' as const), seconds: fc.constantFrom(1, 20) }),
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never
type Side = { store: TokenStore; read: [ConnectionRow, ConnectionRow]; connect(): Promise<void>; id: string }

/** Without what is sealed by chance, and what only the database keeps. */
function seen(row: ConnectionRow | null) {
  const { state, tokenVersion, refreshingUntil, refreshedAt, lostReason, connectedAt } = row ?? {}
  const hasTokens = [row?.accessToken, row?.refreshToken, row?.expiresAt].map((one) => one != null)
  return { state, tokenVersion, refreshingUntil, refreshedAt, lostReason, connectedAt, hasTokens }
}

async function perform({ store, read, connect, id }: Side, one: Action, refreshedAt: Date): Promise<unknown> {
  if (one.kind === 'time-passes') return null
  if (one.kind === 'connect') return connect()
  const row = read[one.worker]
  if (one.kind === 'take') {
    const held = await store.takeLease(row, one.seconds)
    if (held) read[one.worker] = held
    return seen(held)
  }
  if (one.kind === 'release') return store.releaseLease(row)
  if (one.kind === 'lose') return store.lose(row, { displayName: 'Fortnox', lostReason: 'invalid_grant' })
  const tokens = { accessToken: 'a', refreshToken: 'b', expiresAt: new Date(0), scopes: [] }
  if (one.kind === 'save') return store.save(row, { ...tokens, refreshedAt })
  const found = await store.find(row.companyId, id)
  if (found) read[one.worker] = found
  return seen(found)
}

test(
  "the simulation's connection does what the database does, whatever two processes and a person do",
  {
    timeout: 120_000,
  },
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (actions) => {
        const scene = await createScene(database)
        const { companyId, clock } = scene
        const { id } = (await scene.connect()).connection
        const memory = createConnectionMemory(() => clock.now(), { companyId, id })
        const tokens = { accessToken: 'a', refreshToken: 'b', expiresAt: 0, scopes: [] }
        memory.connect(tokens)
        const kept: Side = {
          id,
          store: createTokenStore({
            db: database.db,
            activity: createActivity({ db: database.db, clock }),
            databaseNow: () => sql`${clock.now().toISOString()}::timestamptz`,
          }),
          read: [await scene.readRow(), await scene.readRow()],
          connect: async () => void (await scene.connect()),
        }
        const store = memory.openStore((work) => work())
        const first = (await store.find(companyId, id)) as ConnectionRow
        const connect = async () => memory.connect(tokens)
        const inMemory: Side = { id, store, read: [first, first], connect }
        for (const [index, one] of actions.entries()) {
          if (one.kind === 'time-passes') clock.advance(one.seconds)
          const name = `${index} ${JSON.stringify(one)}`
          const [ours, theirs] = [await perform(inMemory, one, clock.now()), await perform(kept, one, clock.now())]
          expect([name, ours]).toEqual([name, theirs])
        }
        expect(seen(await store.find(companyId, id))).toEqual(seen(await scene.readRow()))
        expect(memory.events.toSorted()).toEqual(
          (await scene.listActivities()).map((one) => one.split(' ')[1]).toSorted(),
        )
      }),
      { numRuns: 15 },
    ),
)
