import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { holdReceipt } from './hold-receipt.ts'
import { changeReceipt, findReceipt } from './store.ts'
import { openReceiptsScene, slip } from './testing/receipts-scene.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
afterEach(() => void vi.useRealTimers())

async function openScene() {
  const { companyId, buy, upload, bring, call, files, inbox, activities } = openReceiptsScene(database)
  buy({ invoiceNumber: null })
  const [{ receipt }] = await upload(['a.pdf', slip])
  await bring() // matched, and its invoice not made yet
  const clock = { time: Date.parse('2026-11-21T12:00:00Z') }
  const key = { companyId, id: receipt.id as string }
  const hold = () => holdReceipt({ db: database.db, clock: { now: () => new Date(clock.time) } }, key)
  const change = (changes: Parameters<typeof changeReceipt>[3]) =>
    withCompany(database.db, companyId, (tx) => changeReceipt(tx, companyId, key.id, changes))
  const pass = async (ms: number) => {
    clock.time += ms
    await vi.advanceTimersByTimeAsync(ms)
  }
  const until = async () =>
    (await withCompany(database.db, companyId, (tx) => findReceipt(tx, companyId, key.id)))?.attachingUntil?.getTime()
  return { hold, change, pass, until, clock, call, files, inbox, activities, bring, id: key.id }
}

describe('a receipt that is being brought', () => {
  test('is taken up a minute after its worker died, and not before', async () => {
    const { hold, clock } = await openScene()
    const dead = await hold()
    dead?.end()
    clock.time += 59_000
    expect(await hold()).toBeNull()
    clock.time += 1_000
    const next = await hold()
    expect(next).not.toBeNull()
    next?.end()
  })
  test('stays with who lives, however long it takes', async () => {
    const scene = await openScene()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const held = await scene.hold()
    for (let at = 15_000; at <= 180_000; at += 15_000) {
      await scene.pass(15_000)
      await expect.poll(() => scene.until()).toBe(scene.clock.time + 60_000)
    }
    expect([held?.isOurs(), held?.lost.aborted, await scene.hold()]).toEqual([true, false, null])
    held?.end()
  })
  test('is given up by who slept, and by whom it was taken from', async () => {
    const slept = await openScene()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const held = await slept.hold()
    slept.clock.time += 45_000
    expect(held?.isOurs()).toBe(false)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(held?.lost.aborted).toBe(true)
    held?.end()
    vi.useRealTimers()

    const scene = await openScene()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const mine = await scene.hold()
    await scene.change({ attachingUntil: null })
    await scene.pass(15_000)
    await expect.poll(() => mine?.lost.aborted).toBe(true)
    expect(mine?.isOurs()).toBe(false)
    mine?.end()
  })
})

test('a receipt whose file is gone is told so and waits for a person: an empty file is never brought', async () => {
  for (const isEmptied of [true, false]) {
    const { receipts: _receipts, buy, upload, bring, call, files, inbox, activities } = openReceiptsScene(database)
    buy()
    const [{ receipt }] = await upload(['a.pdf', slip])
    for (const key of files.keys()) {
      if (isEmptied) files.set(key, new Uint8Array())
      else files.delete(key)
    }
    await bring()
    const { state, problem } = (await call('GET', `/receipts/${receipt.id}`)).body
    expect({ state, problem }).toEqual({ state: 'rejected', problem: { code: 'file-gone', message: null } })
    expect(inbox.size).toBe(0)
    expect(await activities()).toEqual(['receipt-rejected'])
  }
})
