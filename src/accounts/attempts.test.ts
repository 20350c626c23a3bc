import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { createAttempts, deleteAttemptsExpired } from './attempts.ts'
import { attempts as table } from './tables.ts'

let database: OpenDatabase
let now = 0
const clock = { now: () => new Date(now) }
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
/** As another process makes them. */
const open = (of: string, allowed: number) =>
  createAttempts({ db: database.db, clock }, { of, allowed, withinMs: 1000 })
async function beginAll(attempts: ReturnType<typeof open>, keys: readonly string[]): Promise<boolean[]> {
  const answers: boolean[] = []
  for (const key of keys) answers.push(await attempts.begin(key))
  return answers
}

test('tries are counted for each key, and come back with time', async () => {
  now = 0
  const attempts = open('time', 2)
  expect(await beginAll(attempts, ['a', 'a', 'a', 'b'])).toEqual([true, true, false, true])
  now = 999
  expect(await attempts.begin('a')).toBe(false)
  now = 1000
  expect(await beginAll(attempts, ['a', 'a', 'a'])).toEqual([true, true, false])
})

test('a try that nobody answered is taken back; what went well is forgotten', async () => {
  const attempts = open('back', 1)
  await attempts.begin('a')
  await attempts.takeBack('a')
  expect(await beginAll(attempts, ['a', 'a'])).toEqual([true, false])
  await attempts.forget('a')
  expect(await attempts.begin('a')).toBe(true)
  await attempts.takeBack('never tried')
})

test('tries are counted together, whichever process they come to, also all at once', async () => {
  const processes = [open('shared', 10), open('shared', 10)]
  const asked = Array.from({ length: 30 }, (_, i) => processes[i % 2]!.begin('ada@example.com'))
  expect((await Promise.all(asked)).filter((isLetThrough) => isLetThrough)).toHaveLength(10)
  expect(await open('another', 1).begin('ada@example.com')).toBe(true)
})

test('what counts no longer is removed, and what counts is not', async () => {
  await database.db.delete(table)
  now = 0
  const attempts = open('sweep', 1)
  await attempts.begin('old')
  now = 500
  await attempts.begin('new')
  await deleteAttemptsExpired(database.db, new Date(1000))
  expect(await database.db.$count(table)).toBe(1)
  expect(await beginAll(attempts, ['new', 'old'])).toEqual([false, true])
})

test('a key is kept for as long as its latest try counts, not its first', async () => {
  now = 0
  const attempts = open('kept', 2)
  await attempts.begin('a')
  now = 500
  await attempts.begin('a')
  now = 1000
  await deleteAttemptsExpired(database.db, clock.now())
  expect(await beginAll(attempts, ['a', 'a'])).toEqual([true, false])
})
