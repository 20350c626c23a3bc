import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/database.ts'
import type { Database, OpenDatabase } from './database.ts'
import { createUntilBack } from './until-back.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const coded = (code: string) => new Error('Failed query', { cause: Object.assign(new Error('no'), { code }) })

/** A database whose disk is full for so many asks for room: what asks for none is answered. */
function openFull(refusals: number) {
  let asked = 0
  const db = {
    execute: (...given: Parameters<Database['execute']>) => database.db.execute(...given),
    async transaction(...given: Parameters<Database['transaction']>) {
      asked += 1
      if (asked <= refusals) throw coded('53100')
      return database.db.transaction(...given)
    },
  } as unknown as Database
  return { asked: () => asked, untilBack: createUntilBack(db, { pauseMs: 1 }) }
}
const running = new AbortController().signal

test('what the database had no room for waits until there is some, all who wait by the same look', async () => {
  const { asked, untilBack } = openFull(3)
  await Promise.all([untilBack(coded('53100'), running), untilBack(coded('53100'), running)])
  expect(asked()).toBe(4)
})

test('a database that was away is back when it answers, and what is no fault of its own waits for nothing', async () => {
  const { asked, untilBack } = openFull(Number.POSITIVE_INFINITY)
  await untilBack(coded('57P01'), running)
  await untilBack(new Error('ours'), running)
  expect(asked()).toBe(0)
})

test('nobody waits for room in a process that stops', async () => {
  const { untilBack } = openFull(Number.POSITIVE_INFINITY)
  const stopping = new AbortController()
  const waited = untilBack(coded('53100'), stopping.signal)
  stopping.abort()
  await waited
})
