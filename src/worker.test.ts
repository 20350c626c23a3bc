import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Jobs } from '#platform/jobs.ts'
import { startWorker } from './worker.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const jobs = { work: async () => undefined } as unknown as Jobs

test('what should not wait for a sweep is done every few seconds, also after it failed once, until the worker is stopped', async () => {
  let rounds = 0
  const everyFewSeconds = async () => {
    rounds += 1
    if (rounds === 1) throw new Error('the database is away')
  }
  const worker = await startWorker(jobs, [{ definitions: [], handlers: [], everyFewSeconds }])
  expect(rounds).toBe(0)
  await vi.advanceTimersByTimeAsync(15_500)
  expect(rounds).toBe(5)
  await worker.stop()
  await vi.advanceTimersByTimeAsync(15_500)
  expect(rounds).toBe(5)
})

test('a stop waits for the round under way, and no other begins after it', async () => {
  const held = Promise.withResolvers<void>()
  let rounds = 0
  const everyFewSeconds = () => {
    rounds += 1
    return held.promise
  }
  const worker = await startWorker(jobs, [{ definitions: [], handlers: [], everyFewSeconds }])
  await vi.advanceTimersByTimeAsync(3_000)
  let isStopped = false
  const stopped = worker.stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isStopped).toBe(false)
  held.resolve()
  await stopped
  await vi.advanceTimersByTimeAsync(10_000)
  expect(rounds).toBe(1)
})
