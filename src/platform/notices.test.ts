import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, untilHearing } from '../../test/database.ts'
import type { OpenDatabase } from './database.ts'
import { type Notices, openNotices } from './notices.ts'

let database: OpenDatabase
let notices: Notices
beforeAll(async () => {
  database = await openTestDatabase()
  notices = openNotices(database.driver)
  await untilHearing(notices, database)
})
afterAll(async () => {
  await notices.close()
  await database.close()
})

/** So long that a test would run out of its time if it were waited for. */
const forEver = 600_000
const tell = (topic: string) => database.db.transaction((tx) => notices.tell(tx, topic))

test('who hears a topic is woken when it is told of, however long they would have waited', async () => {
  const [one, other] = [notices.hear('import 1'), notices.hear('import 2')]
  await Promise.all([one.next(forEver), tell('import 1')])
  await expect(Promise.race([other.next(forEver), one.next(30).then(() => 'nothing')])).resolves.toBe('nothing')
})

test('what is told between two waits is not missed', async () => {
  const hearing = notices.hear('import 3')
  await tell('import 3')
  await new Promise((resolve) => setTimeout(resolve, 30))
  await hearing.next(forEver)
})

test('what is rolled back is told to nobody', async () => {
  const hearing = notices.hear('import 4')
  const undone = database.db.transaction(async (tx) => {
    await notices.tell(tx, 'import 4')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  let isTold = false
  const heard = hearing.next(forEver).then(() => {
    isTold = true
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(isTold).toBe(false)
  await tell('import 4')
  await heard
})
