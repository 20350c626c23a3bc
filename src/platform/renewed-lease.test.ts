import { afterEach, expect, test, vi } from 'vitest'
import type { Log } from './log.ts'
import { holdRenewed } from './renewed-lease.ts'

afterEach(() => {
  vi.useRealTimers()
})

const log = { warn: () => undefined } as unknown as Log
const seconds = 45

/** Renewals by the timer settle when the test says so. */
async function hold() {
  vi.useFakeTimers()
  const written: string[] = []
  const onTheirWay: ReturnType<typeof Promise.withResolvers<void>>[] = []
  const lease = await holdRenewed(
    { clock: { now: () => new Date() }, log },
    {
      seconds,
      take: async () => 'job',
      async renew(_taken, until) {
        if (until) {
          const sent = Promise.withResolvers<void>()
          onTheirWay.push(sent)
          await sent.promise
        }
        written.push(until ? 'held' : 'free')
      },
    },
  )
  return { lease: lease!, written, onTheirWay }
}

test('what is let go stays free, also where a renewal was still on its way', async () => {
  const { lease, written, onTheirWay } = await hold()
  vi.advanceTimersByTime(20_000)
  expect(onTheirWay).toHaveLength(2)
  const released = lease.release()
  onTheirWay[1]?.resolve()
  await vi.advanceTimersByTimeAsync(0)
  onTheirWay[0]?.resolve()
  await released
  expect(written).toEqual(['held', 'held', 'free'])
})

test('a renewal that fails keeps nobody from letting go', async () => {
  const { lease, written, onTheirWay } = await hold()
  vi.advanceTimersByTime(10_000)
  onTheirWay[0]?.reject(new Error('the database is away'))
  await lease.release()
  expect(written).toEqual(['free'])
})

test('a database that is away when something is let go is asked again, for as long as the lease would have held', async () => {
  for (const [triesAway, outcome] of [
    [5, 'free'],
    [1000, 'still away'],
  ] as const) {
    let tries = 0
    vi.useFakeTimers()
    const lease = await holdRenewed(
      { clock: { now: () => new Date() }, log },
      {
        seconds,
        take: async () => 'job',
        async renew() {
          if (++tries <= triesAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
        },
      },
    )
    const released = lease!.release().then(
      () => 'free',
      () => 'still away',
    )
    await vi.advanceTimersByTimeAsync((seconds + 1) * 1000)
    expect([await released, tries < 200]).toEqual([outcome, true])
    vi.useRealTimers()
  }
})
