import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ConnectorError } from '#connectors/accounting-connector.ts'
import { createLog } from '#platform/log.ts'
import { createTokenKeeper } from './keep-tokens.ts'
import { createConnectionMemory } from './testing/connection-memory.ts'

const start = Date.parse('2026-11-21T10:00:00Z')
const key = { companyId: 'company', id: 'connection' }
const renewed = { accessToken: 'new', refreshToken: 'newer', expiresAt: start + 3_600_000, scopes: [] }

/**
 * A connection whose token has run out. The first process asks for another and gets `answer` after its lease has run out; a
 * second one took the lease meanwhile, and its answer comes when the first sleeps.
 */
function openTwo(answer: ConnectorError) {
  let now = start
  const asked: string[] = []
  const clock = { now: () => new Date(now) }
  const memory = createConnectionMemory(clock.now, key)
  memory.connect({ accessToken: 'access', refreshToken: 'refresh', expiresAt: start, scopes: [] })
  const second = Promise.withResolvers<string>()
  const secondAnswer = Promise.withResolvers<typeof renewed>()
  const open = (refreshTokens: (refreshToken: string) => Promise<typeof renewed>) =>
    createTokenKeeper({
      ...{ clock, log: createLog('silent'), store: memory.openStore((work) => work()) },
      encryption: { seal: (plain: string) => plain, open: (sealed: string) => sealed },
      system: () => ({ displayName: 'Airtable', refreshTokens }),
      async sleep(ms) {
        now += ms
        secondAnswer.resolve(renewed)
        await setImmediate()
      },
    })
  const late = open(async (refreshToken) => {
    asked.push(`late ${refreshToken}`)
    now += 31_000
    const isAsked = Promise.withResolvers<void>()
    const other = open(async (given) => {
      asked.push(`second ${given}`)
      isAsked.resolve()
      return secondAnswer.promise
    })
    second.resolve(other.accessToken(key.companyId, key.id))
    await isAsked.promise
    throw answer
  })
  return { late: () => late.accessToken(key.companyId, key.id), second: second.promise, asked, isLost: memory.isLost }
}

test('tokens refused to one whose lease ran out end no connection that another is refreshing', async () => {
  const { late, second, asked, isLost } = openTwo(
    new ConnectorError('grant-refused', 'never', { serviceCode: 'invalid_grant' }),
  )
  expect(await Promise.all([late(), second])).toEqual(['new', 'new'])
  expect([asked, isLost()]).toEqual([['late refresh', 'second refresh'], false])
})

test('an outage met by one whose lease ran out lets nobody refresh beside the one who has it', async () => {
  const { late, second, asked } = openTwo(new ConnectorError('unavailable', 'safe'))
  await expect(late()).rejects.toMatchObject({ kind: 'unavailable' })
  expect(await Promise.all([late(), second])).toEqual(['new', 'new'])
  expect(asked).toEqual(['late refresh', 'second refresh'])
})
