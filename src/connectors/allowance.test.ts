import { expect, test } from 'vitest'
import { createPacer } from './pacer.ts'
import { createSimulatedTime } from './testing/simulated-time.ts'

const limit = { requests: 25, seconds: 5 }
const windowMs = limit.seconds * 1000

/** Sends all the time, again what was refused, to a far side that lets so many in within 5 s. Answers what arrived when. */
async function sendFor(minutes: number, ceilingAt: (minute: number) => number) {
  const time = createSimulatedTime()
  const pacer = createPacer({ ...limit, ...time })
  const taken: number[] = []
  const refused: number[] = []
  const one = async () => {
    while (time.now() < minutes * 60_000) {
      const answered = await pacer.pace()
      await time.sleep(60)
      const now = time.now()
      const isRateLimited = taken.filter((at) => at > now - windowMs).length >= ceilingAt(now / 60_000)
      ;(isRateLimited ? refused : taken).push(now)
      await time.sleep(60)
      answered({ isRateLimited })
    }
  }
  await time.run(Promise.all(Array.from({ length: 30 }, one)))
  const within = (all: number[], from: number, to: number) =>
    all.filter((at) => at >= from * 60_000 && at < to * 60_000).length
  return {
    /** Of what the ceiling allows between two minutes. */
    share: (from: number, to: number) =>
      within(taken, from, to) / ((ceilingAt(from) * (to - from) * 60) / limit.seconds),
    refused: (from: number, to: number) => within(refused, from, to),
  }
}

test.each([20, 15, 10, 4])('a ceiling of %i in 5 seconds is found and kept to', async (ceiling) => {
  const { share, refused } = await sendFor(20, () => ceiling)
  expect(share(0, 2)).toBeGreaterThan(0.5)
  expect(share(3, 20)).toBeGreaterThan(0.85)
  expect(refused(3, 20)).toBeLessThan(40)
})

test('all is as before once the ceiling is back', async () => {
  const { share, refused } = await sendFor(45, (minute) => (minute < 15 ? 12 : 25))
  expect(share(4, 15)).toBeGreaterThan(0.85)
  expect(share(30, 45)).toBeGreaterThan(0.97)
  expect(refused(15, 45)).toBe(0)
})

test('a single refusal costs a pause and little more', async () => {
  const { share, refused } = await sendFor(5, (minute) => (minute >= 1 && minute < 1.09 ? 20 : 25))
  expect(refused(0, 5)).toBeGreaterThan(0)
  expect(refused(1.2, 5)).toBe(0)
  expect(share(2, 5)).toBeGreaterThan(0.97)
})

test('nothing is held back where nothing is refused', async () => {
  const { share, refused } = await sendFor(5, () => 25)
  expect(refused(0, 5)).toBe(0)
  expect(share(0, 5)).toBeGreaterThan(0.97)
})
