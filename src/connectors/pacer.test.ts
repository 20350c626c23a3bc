import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Answered, createPacer } from './pacer.ts'
import { createSimulatedTime } from './testing/simulated-time.ts'

const limit = { requests: 25, seconds: 5 }

/** Sends as fast as the pace allows to a far side that is `out()` away and takes `back()` to answer. */
async function send(count: number, { out, back }: { out(): number; back(): number }) {
  const time = createSimulatedTime()
  const pacer = createPacer({ ...limit, ...time })
  const arrivals: number[] = []
  const order: number[] = []
  const one = async (index: number) => {
    const answered = await pacer.pace()
    order.push(index)
    await time.sleep(out())
    arrivals.push(time.now())
    await time.sleep(back())
    answered({ isRateLimited: false })
  }
  await time.run(Promise.all(Array.from({ length: count }, (_, index) => one(index))))
  return { arrivals: arrivals.sort((a, b) => a - b), order }
}

function mostInAnyWindow(arrivals: number[]): number {
  let most = 0
  for (let first = 0, last = 0; last < arrivals.length; last++) {
    while (arrivals[last]! - arrivals[first]! >= limit.seconds * 1000) first++
    most = Math.max(most, last - first + 1)
  }
  return most
}

function shareOfCeiling(arrivals: number[]): number {
  const windows = arrivals.length / limit.requests - 1
  return (windows * limit.seconds * 1000) / (arrivals.at(-1)! - arrivals[0]!)
}

test('the other side never sees more than its limit in any window, whatever the way there and back takes', async () => {
  const way = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.double({ min: 0, max: 1, noNaN: true }), fc.integer())
  await fc.assert(
    fc.asyncProperty(way, async ([least, jitter, seed]) => {
      const random = generator(seed)
      const leg = () => least * (1 + jitter * random())
      const { arrivals } = await send(120, { out: leg, back: leg })
      expect(mostInAnyWindow(arrivals)).toBeLessThanOrEqual(limit.requests)
    }),
    { numRuns: 40 },
  )
})

test('nor where it was slow to take requests in for a while, and then is quick again', async () => {
  const spell = fc.record({
    from: fc.constantFrom(0, 60),
    slow: fc.integer({ min: 250, max: 1500 }),
    length: fc.integer({ min: 50, max: 300 }),
  })
  await fc.assert(
    fc.asyncProperty(spell, async ({ from, slow, length }) => {
      const ways = Array.from({ length: 400 }, (_, nth) => (nth >= from && nth < from + length ? slow : 1))
      const { arrivals } = await send(ways.length, { out: () => ways.shift() ?? 1, back: () => (from > 0 ? 30 : 80) })
      expect(mostInAnyWindow(arrivals)).toBeLessThanOrEqual(limit.requests)
    }),
    { numRuns: 40 },
  )
})

test('where some answers are slow nothing is relied upon: others may have been counted just before they came', async () => {
  const legs = [
    ...Array.from({ length: 75 }, () => [60, 60]),
    [60, 400],
    ...Array.from({ length: 24 }, () => [115, 5]), // held up over there, and no slower than usual
    ...Array.from({ length: 50 }, () => [1, 119]),
  ]
  const leg = (side: 0 | 1) => {
    let next = 0
    return () => legs[next++]?.[side] ?? 0
  }
  const { arrivals } = await send(legs.length, { out: leg(0), back: leg(1) })
  expect(mostInAnyWindow(arrivals)).toBeLessThanOrEqual(limit.requests)
})

test('at least 95 % of the ceiling is used at the round trips that Fortnox has', async () => {
  for (const [least, most] of [
    [1, 3],
    [20, 60],
    [60, 120],
    [100, 180],
  ] as const) {
    const random = generator(most)
    const leg = () => least + (most - least) * random()
    const { arrivals } = await send(500, { out: leg, back: leg })
    expect(shareOfCeiling(arrivals)).toBeGreaterThanOrEqual(0.95)
    expect(mostInAnyWindow(arrivals)).toBe(limit.requests)
  }
})

test('whoever waits first leaves first', async () => {
  const { order } = await send(80, { out: () => 10, back: () => 10 })
  expect(order).toEqual([...order].sort((a, b) => a - b))
})

test('as many are in flight as the limit allows, even when answers take longer than the window', async () => {
  const time = createSimulatedTime()
  const pacer = createPacer({ ...limit, ...time })
  let inFlight = 0
  let most = 0
  const one = async () => {
    const answered = await pacer.pace()
    most = Math.max(most, ++inFlight)
    await time.sleep(9_000)
    inFlight--
    answered({ isRateLimited: false })
  }
  await time.run(Promise.all(Array.from({ length: 60 }, one)))
  expect(most).toBe(25)
})

describe('a turn', () => {
  const begin = async (pacer: ReturnType<typeof createPacer>, count: number) => {
    const answers: Answered[] = []
    for (let nth = 0; nth < count; nth++) answers.push(await pacer.pace())
    return () => {
      for (const answered of answers) answered({ isRateLimited: false })
    }
  }
  test('is foreseen for as many as a window holds at once, for the next when the first place can be free', async () => {
    const time = createSimulatedTime()
    const pacer = createPacer({ ...limit, ...time })
    await time.run(
      (async () => {
        expect([0, 24, 25].map(pacer.untilTurn)).toEqual([0, 0, 5_000])
        const answer = await begin(pacer, 25)
        expect(pacer.untilTurn(25)).toBe(5_000)
        await time.sleep(100)
        answer()
        expect(pacer.untilTurn(0)).toBe(5_005) // nothing is relied upon yet: counted when it was answered
        await time.sleep(5_005)
        expect([0, 24].map(pacer.untilTurn)).toEqual([0, 0])
      })(),
    )
  })
  test('comes no more than half a round trip before it was foreseen, whoever else sends meanwhile', async () => {
    const step = fc.record({ waitMs: fc.integer({ min: 0, max: 2_000 }), others: fc.integer({ min: 0, max: 8 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (course) => {
        const time = createSimulatedTime()
        const pacer = createPacer({ ...limit, ...time })
        const send = async () => {
          const answered = await pacer.pace()
          const leftAt = time.now()
          await time.sleep(120)
          answered({ isRateLimited: false })
          return leftAt
        }
        const early: number[] = []
        await time.run(
          (async () => {
            const all: Promise<unknown>[] = []
            for (const { waitMs, others } of course) {
              await time.sleep(waitMs)
              for (let nth = 0; nth < others; nth++) all.push(send())
              const foreseen = time.now() + pacer.untilTurn(0)
              const soonest = foreseen - 65
              all.push(send().then((leftAt) => leftAt < soonest && early.push(foreseen - leftAt)))
            }
            await Promise.all(all)
          })(),
        )
        expect(early).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})

describe('after a 429', () => {
  async function leftAfter(retryAfterSeconds: number | undefined) {
    const time = createSimulatedTime()
    const pacer = createPacer({ ...limit, ...time })
    return time.run(
      (async () => {
        const answered = await pacer.pace()
        await time.sleep(100)
        answered({ isRateLimited: true, retryAfterSeconds })
        await Promise.all([pacer.pace(), pacer.pace()])
        return time.now() - 100
      })(),
    )
  }
  test('everything waits 5 seconds when nothing is said', async () => expect(await leftAfter(undefined)).toBe(5_000))
  test('everything waits as long as the answer says', async () => expect(await leftAfter(12)).toBe(12_000))
  test('nobody waits for longer than a minute, whatever the answer says', async () => {
    expect(await leftAfter(86_400)).toBe(60_000)
    expect(await leftAfter(99_999_999_999)).toBe(60_000)
    expect(await leftAfter(Number.POSITIVE_INFINITY)).toBe(60_000)
  })
  test('a shorter time than the window is not believed', async () => expect(await leftAfter(1)).toBe(5_000))
})

/** mulberry32: the same numbers for the same seed. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
