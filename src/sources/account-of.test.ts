import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { fetchSourceJob } from './jobs.ts'
import { openSources } from './testing/open-sources.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

type Company = ReturnType<typeof openSources>

/** Whose turn a company's queued fetching takes; schedules and sweeps of all companies are run by each. */
function turnOf({ queued, companyId }: Company): string | undefined {
  const payloads = queued.map(({ payload }) => fetchSourceJob.payload.parse(payload))
  const own = payloads.find((payload) => payload.companyId === companyId)
  return own && fetchSourceJob.turnOf?.(own)
}

test.each(['a person', 'a schedule', 'a sweep'])(
  'companies that read with one account take one turn of all that %s asks for, and other companies need not wait for them',
  async (asker) => {
    const clients = [openSources(database, 'usrByran'), openSources(database, 'usrByran')]
    const [other, without] = [openSources(database, 'usrEgen'), openSources(database)]
    for (const company of [...clients, other, without]) {
      const id = await company.createMapped()
      const path = `/template-sources/${id}`
      const schedule = { every: 'hour', hour: 6, weekday: 1, day: 1 }
      if (asker === 'a schedule') await company.call('PUT', `${path}/schedule`, { schedule })
      else await company.call('POST', `${path}/fetch`, { extent: 'changed' })
      company.clock.time = new Date('2026-11-21T09:30:00Z')
      if (asker === 'a person') continue
      company.queued.splice(0)
      await (asker === 'a schedule' ? company.runSchedules() : company.sweep(id))
    }
    expect([...clients, other, without].map(turnOf)).toEqual(['usrByran', 'usrByran', 'usrEgen', without.companyId])
  },
)
