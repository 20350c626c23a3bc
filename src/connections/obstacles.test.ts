import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import type { Obstacle } from './contract.ts'
import { deleteObstacles, listObstacles, saveObstacle } from './store.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test.each([[['bookkeep', 'create']], [['create', 'bookkeep']]])(
  'a run that meets obstacles and a new consent that forgets them do not stand in each other’s way: %j',
  async (steps) => {
    const key = { companyId: newId(), connectionId: newId() }
    const met = (step: string): Obstacle => ({
      ...{ kind: 'missing-scope', step, serviceCode: '2000663', message: null, day: null },
    })
    const save = (steps: readonly string[]) =>
      withCompany(database.db, key.companyId, async (tx) => {
        for (const step of steps) {
          await saveObstacle(tx, key, met(step), new Date())
          await pause(50)
        }
      })
    await save(['create', 'bookkeep'])
    const meeting = save(steps)
    await pause(25)
    const forgetting = withCompany(database.db, key.companyId, (tx) => deleteObstacles(tx, key))
    expect(await Promise.allSettled([meeting, forgetting])).toMatchObject(Array(2).fill({ status: 'fulfilled' }))
    expect(await withCompany(database.db, key.companyId, (tx) => listObstacles(tx, key))).toEqual([])
  },
)
