import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { templateSources } from './tables.ts'
import { line, openSources } from './testing/open-sources.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const lease = async (templateId: string) =>
  (await database.db.select().from(templateSources).where(eq(templateSources.templateId, templateId)))[0]?.fetchingUntil

type Sources = ReturnType<typeof openSources>

/** While it reads, the process is taken for dead, and what is `ask`ed for is fetched by another. */
async function workOvertaken(
  { sheet, clock, work }: Pick<Sources, 'sheet' | 'clock' | 'work'>,
  ask: () => Promise<unknown>,
): Promise<void> {
  sheet.whileRead = async () => {
    sheet.whileRead = null
    clock.time = new Date(clock.time.getTime() + 31 * 60_000)
    await ask()
    await work()
  }
  await work()
}

describe('a source', () => {
  test('that is fetched twice over, a process being taken for dead that was slow, is imported once', async () => {
    const { sheet, create, call, clock, work, started, outcome } = openSources(database)
    sheet.rows = [line('2026-11-01', 'A', '1')]
    const id = await create()
    const ask = () => call('POST', `/template-sources/${id}/fetch`, { extent: 'changed' })
    await ask()
    await workOvertaken({ sheet, clock, work }, ask)
    expect(started).toHaveLength(1)
    expect(await outcome(id)).toMatchObject({ kind: 'imported', newRows: 1 })
  })

  test('that is being fetched is let be by a second job for it', async () => {
    const { sheet, create, call, queued, work } = openSources(database)
    const id = await create()
    await call('POST', `/template-sources/${id}/fetch`, { extent: 'changed' })
    const jobs = [...queued]
    const reads = sheet.since.length
    sheet.whileRead = async () => {
      sheet.whileRead = null
      queued.push(...jobs)
      await work()
    }
    await work()
    expect(sheet.since).toHaveLength(reads + 1)
  })

  test('is not fetched twice at once; one whose job was lost is swept, and may be asked for again, after two minutes', async () => {
    const { sheet, create, call, clock, queued, work, sweep, started } = openSources(database)
    sheet.rows = [line('2026-11-01', 'A', '1')]
    const id = await create()
    const send = () => call('POST', `/template-sources/${id}/fetch`, { extent: 'all' })
    const ask = async () => (await send()).status
    expect([await ask(), await ask()]).toEqual([202, 409])
    expect((await send()).body).toMatchObject({ errors: [{ code: 'already-fetching' }] })
    queued.length = 0
    expect(await sweep(id)).toBe(0)
    clock.time = new Date(clock.time.getTime() + 121_000)
    expect(await sweep(id)).toBe(1)
    expect(await ask()).toBe(202)
    await work()
    expect(started).toHaveLength(1)
  })

  test('during whose fetching the database is away for a moment is fetched again, and nobody is told of a failure', async () => {
    const { sheet, create, call, clock, work, sweep, started, outcome } = openSources(database)
    sheet.rows = [line('2026-11-01', 'A', '1')]
    const id = await create()
    await call('POST', `/template-sources/${id}/fetch`, { extent: 'changed' })
    sheet.failsWith = Object.assign(new Error('terminating connection'), { code: '57P01' })
    await expect(work()).rejects.toThrow('terminating connection')
    expect(await outcome(id)).toBeNull()
    sheet.failsWith = null
    clock.time = new Date(clock.time.getTime() + 121_000)
    expect(await sweep(id)).toBe(1)
    await work()
    expect(started).toHaveLength(1)
    expect(await outcome(id)).toMatchObject({ kind: 'imported', problem: null })
  })

  test.each(['the sweep', "a person's retry"])(
    'whose process was killed is fetched again after half a minute by %s, to the extent asked for, and imported once',
    async (taker) => {
      const { sheet, create, call, clock, queued, work, sweep, started, files, fetchRows, outcome } =
        openSources(database)
      sheet.rows = [line('2026-11-01', 'A', '1')]
      const id = await create()
      await fetchRows(id)
      const ask = async () => (await call('POST', `/template-sources/${id}/fetch`, { extent: 'all' })).status
      await ask()
      const revived = Promise.withResolvers<void>()
      const begun = Promise.withResolvers<void>()
      sheet.whileRead = () => {
        sheet.whileRead = null
        begun.resolve()
        return revived.promise
      }
      const dead = work()
      await begun.promise
      clock.time = new Date(clock.time.getTime() + 29_000)
      expect([await sweep(id), await ask()]).toEqual([0, 409])
      clock.time = new Date(clock.time.getTime() + 2_000)
      if (taker === 'the sweep') expect([await sweep(id), await sweep(id)]).toEqual([1, 2])
      else expect(await ask()).toBe(202)
      await work()
      expect(queued).toEqual([])
      expect(started).toHaveLength(2)
      expect(await outcome(id)).toMatchObject({ kind: 'imported', newRows: 1 })
      revived.resolve() // it was only slow
      await dead
      expect(started).toHaveLength(2)
      // The template's sample, both imports' rows and what was seen last: nothing of the slow one's.
      expect(files.size).toBe(4)
      expect(await outcome(id)).toMatchObject({ kind: 'imported', newRows: 1 })
    },
  )

  test('of which nothing is new, fetched twice over, keeps what one of them saw', async () => {
    const { sheet, create, call, clock, work, files, fetchRows, outcome } = openSources(database)
    sheet.rows = [line('2026-11-01', 'A', '1'), line('2026-11-02', 'B', '2')]
    const id = await create()
    const ask = () => call('POST', `/template-sources/${id}/fetch`, { extent: 'changed' })
    await fetchRows(id)
    sheet.rows.pop()
    sheet.version++
    await ask()
    await workOvertaken({ sheet, clock, work }, ask)
    expect(files.size).toBe(3) // the sample, the import's rows, what was seen
    sheet.version++
    expect(await fetchRows(id)).toBeNull()
    expect(await outcome(id)).toMatchObject({ kind: 'unchanged' })
  })

  test("that takes long is nobody else's while its process lives", async () => {
    const { sheet, create, call, clock, work, sweep, started } = openSources(database)
    sheet.rows = [line('2026-11-01', 'A', '1')]
    const id = await create()
    const ask = async () => (await call('POST', `/template-sources/${id}/fetch`, { extent: 'all' })).status
    await ask()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    sheet.whileRead = async () => {
      for (let renewal = 1; renewal <= 5; renewal++) {
        clock.time = new Date(clock.time.getTime() + 20_000)
        vi.advanceTimersByTime(10_000)
        const leftSeconds = async () => ((await lease(id))?.getTime() ?? 0) / 1000 - clock.time.getTime() / 1000
        await expect.poll(leftSeconds).toBe(30)
      }
      expect([await sweep(id), await ask()]).toEqual([0, 409])
    }
    await work()
    vi.useRealTimers()
    expect(started).toHaveLength(1)
    expect(await lease(id)).toBeNull()
  })
})
