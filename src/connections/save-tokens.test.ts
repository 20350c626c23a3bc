import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { createTokenKeeper } from './keep-tokens.ts'
import { createConnectionMemory } from './testing/connection-memory.ts'

const start = Date.parse('2026-11-21T10:00:00Z')
const key = { companyId: 'company', id: 'connection' }

/** A connection whose token has run out, in a database that is away for the first savings. */
function openKeeper(awayFor: number) {
  let [now, saves, refreshes] = [start, 0, 0]
  const clock = { now: () => new Date(now) }
  const memory = createConnectionMemory(clock.now, key)
  memory.connect({ accessToken: 'access', refreshToken: 'refresh', expiresAt: start, scopes: [] })
  const store = memory.openStore((work) => work())
  const keeper = createTokenKeeper({
    ...{ clock, log: createLog('silent') },
    encryption: { seal: (plain: string) => plain, open: (sealed: string) => sealed },
    store: {
      ...store,
      async save(...given) {
        saves += 1
        if (saves <= awayFor) throw new Error('the database is away')
        return store.save(...given)
      },
    },
    system: () => ({
      displayName: 'Fortnox',
      async refreshTokens() {
        refreshes += 1
        return { accessToken: 'new', refreshToken: 'newer', expiresAt: now + 3_600_000, scopes: [] }
      },
    }),
    sleep: async (ms) => {
      now += ms
    },
  })
  return { keeper, refreshes: () => refreshes, seconds: () => (now - start) / 1000 }
}

test('new tokens are saved as soon as the database is back: the old refresh token is spent', async () => {
  const { keeper, refreshes, seconds } = openKeeper(20)
  expect(await keeper.accessToken(key.companyId, key.id)).toBe('new')
  expect(await keeper.accessToken(key.companyId, key.id)).toBe('new')
  expect(refreshes()).toBe(1)
  expect(seconds()).toBe(20)
})

test('whoever cannot save them stops when others may refresh', async () => {
  const { keeper, seconds } = openKeeper(1000)
  await expect(keeper.accessToken(key.companyId, key.id)).rejects.toThrow('the database is away')
  expect(seconds()).toBeLessThan(30)
})
