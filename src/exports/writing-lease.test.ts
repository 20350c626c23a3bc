import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { exports } from './tables.ts'
import { openExports } from './testing/open-exports.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function openScene() {
  const scene = openExports(database)
  const { id } = await (await scene.start()).json()
  const shown = async () => (await scene.call('GET', `/exports/${id}`)).json()
  /** Its process is killed while it writes. What it began goes on when it turns out that it was only slow. */
  async function die(): Promise<{ revive(): Promise<void> }> {
    const [revived, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    scene.system.whileListed = () => {
      scene.system.whileListed = null
      begun.resolve()
      return revived.promise
    }
    const dead = scene.work()
    await begun.promise
    return {
      revive: async () => {
        revived.resolve()
        await dead
      },
    }
  }
  const lease = async () => (await database.db.select().from(exports).where(eq(exports.id, id)))[0]?.writingUntil
  return { ...scene, shown, die, lease }
}

describe('an export', () => {
  test('that takes long is nobody else’s while its process lives, also when its job is handed out again', async () => {
    const { work, sweep, pass, time, queued, system, shown, lease } = await openScene()
    const handedOut = [...queued]
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    system.whileListed = async () => {
      system.whileListed = null
      for (let renewal = 1; renewal <= 5; renewal++) {
        pass(40)
        vi.advanceTimersByTime(10_000)
        await expect.poll(async () => ((await lease())?.getTime() ?? 0) - time.now.getTime()).toBe(45_000)
      }
      await sweep()
      expect(queued).toEqual([])
      queued.push(...handedOut)
      await work()
    }
    await work()
    vi.useRealTimers()
    expect(system.asked).toEqual(['all'])
    expect(await shown()).toMatchObject({ state: 'done', invoices: 4 })
  })

  test('whose process was killed is written by another within two minutes, and once', async () => {
    const { work, sweep, pass, queued, files, shown, die, activities } = await openScene()
    const { revive } = await die()
    pass(44)
    await sweep()
    expect(queued).toEqual([])
    pass(2)
    await sweep()
    expect(queued).toHaveLength(1)
    await work()
    expect(await shown()).toMatchObject({ state: 'done' })
    await revive()
    expect(await shown()).toMatchObject({ state: 'done', problem: null })
    expect([files.size, await activities()]).toEqual([1, ['export-written']])
  })

  test('that was taken from a slow process is not finished, nor failed, by that', async () => {
    const { work, sweep, pass, shown, die, system } = await openScene()
    const { revive } = await die()
    pass(46)
    await sweep()
    system.whileListed = async () => {
      system.whileListed = null
      await revive()
      expect(await shown()).toMatchObject({ state: 'writing' })
    }
    await work()
    expect(await shown()).toMatchObject({ state: 'done' })
  })

  test('that was taken from a slow process while it wrote into a sheet is written there by the other alone', async () => {
    const { start, work, sweep, pass, system, call } = openExports(database)
    const destination = {
      ...{ connectorId: 'google-sheets', documentId: 'd', documentName: 'Ark' },
      ...{ tableId: '0', tableName: 'Ut' },
    }
    const { id } = await (await start({}, 'google-sheets', destination)).json()
    const [revived, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    system.whileWritten = () => {
      system.whileWritten = null
      begun.resolve()
      return revived.promise
    }
    const slow = work()
    await begun.promise
    pass(46)
    await sweep()
    await work()
    const written = async () => [system.writes, (await (await call('GET', `/exports/${id}`)).json()).state]
    expect(await written()).toEqual([1, 'done'])
    revived.resolve()
    await slow
    expect(await written()).toEqual([1, 'done'])
  })

  test('whose job was lost is found after two minutes', async () => {
    const { sweep, pass, queued } = await openScene()
    queued.length = 0
    await sweep()
    expect(queued).toEqual([])
    pass(121)
    await sweep()
    expect(queued).toHaveLength(1)
  })

  test('that its process lets go of when it is asked to stop is written by another', async () => {
    const { work, sweep, pass, queued, system, shown, lease } = await openScene()
    const stopping = new AbortController()
    system.whileListed = async () => {
      system.whileListed = null
      stopping.abort()
    }
    await work(stopping.signal)
    expect([await lease(), (await shown()).state]).toEqual([null, 'writing'])
    pass(121)
    await sweep()
    expect(queued).toHaveLength(1)
    await work()
    expect((await shown()).state).toBe('done')
  })

  test('during which the database is away for a moment is written later, and nobody is told that it failed', async () => {
    const { work, sweep, pass, system, shown, activities } = await openScene()
    system.failsWith = Object.assign(new Error('terminating connection'), { code: '57P01' })
    await expect(work()).rejects.toThrow('terminating connection')
    expect((await shown()).state).toBe('writing')
    system.failsWith = null
    pass(121)
    await sweep()
    await work()
    expect([(await shown()).state, await activities()]).toEqual(['done', ['export-written']])
  })

  test('whose end cannot be saved leaves no file', async ({ onTestFinished }) => {
    const { work, shown, files } = await openScene()
    onTestFinished(async () => void (await database.db.execute(sql`drop function refuse_end cascade`)))
    await database.db.execute(sql`
      create function refuse_end() returns trigger language plpgsql as $$ begin raise 'the end is refused'; end $$`)
    await database.db.execute(sql`
      create trigger refuse_end before update on exports for each row when (new.state = 'done')
        execute function refuse_end()`)
    await work()
    expect([await shown(), files.size]).toMatchObject([{ state: 'failed', problem: { code: 'export-failed' } }, 0])
  })

  test('that three processes have died of is given up, and says why', async () => {
    const { work, sweep, pass, shown, die, activities } = await openScene()
    for (let death = 1; death <= 3; death++) {
      await die()
      pass(46)
      await sweep()
    }
    await work()
    expect(await shown()).toMatchObject({ state: 'failed', problem: { code: 'export-failed' } })
    expect(await activities()).toEqual(['export-failed'])
  })
})
