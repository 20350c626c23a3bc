import { expect, test, vi } from 'vitest'
import { openDatabaseClock } from './database-clock.ts'

const minute = 60_000

/** The database's time in ms, and a machine whose clock is so far off; `wayMs` is what each way to the database takes. */
function openScene({ offMs = 0, wayMs = 0 } = {}) {
  let truth = Date.parse('2026-11-30T10:00:00Z')
  const scene = { offMs, wayMs }
  const warn = vi.fn()
  const clock = openDatabaseClock({ warn }, { now: () => new Date(truth + scene.offMs) })
  const ask = async () => {
    truth += scene.wayMs
    const answer = new Date(truth)
    truth += scene.wayMs
    return answer
  }
  return { scene, warn, set: () => clock.set(ask), off: () => clock.now().getTime() - truth }
}

test.each([-5 * minute, 5 * minute, 3 * 60 * minute])(
  'a machine that is off by %i ms goes by the database',
  async (offMs) => {
    const { set, off, warn } = openScene({ offMs, wayMs: 20 })
    expect(off()).toBe(offMs)
    await set()
    expect(Math.abs(off())).toBeLessThan(5)
    await set()
    expect(warn).toHaveBeenCalledTimes(1)
  },
)

test('a clock that is right is left alone, however long an answer is on its way', async () => {
  const { scene, set, off, warn } = openScene({ offMs: 100, wayMs: 20 })
  await set()
  scene.wayMs = 30_000
  await set()
  expect(off()).toBe(100)
  expect(warn).not.toHaveBeenCalled()
})

test('a clock that is set anew while the process runs is followed at the next question', async () => {
  const { scene, set, off } = openScene({ offMs: 5 * minute, wayMs: 20 })
  await set()
  scene.offMs = 0
  expect(off()).toBeLessThan(-4 * minute)
  await set()
  expect(Math.abs(off())).toBeLessThan(5)
})

test('while the database answers nothing what was known is gone by', async () => {
  const clock = openDatabaseClock(undefined, { now: () => new Date(1000) })
  await clock.set(async () => new Date(1_000_000))
  await expect(clock.set(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(clock.now().getTime()).toBeGreaterThan(999_000)
})
