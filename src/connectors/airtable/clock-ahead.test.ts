import { expect, test } from 'vitest'
import { createAirtableConnector } from './index.ts'

const minute = 60_000
const there = Date.parse('2026-11-21T10:00:00Z')

/** An empty table at Airtable, whose clock stands at ten, read by a process whose clock is so many minutes ahead. */
async function versionRead(minutesAhead: number, saysDate = true): Promise<number> {
  const headers: Record<string, string> = saysDate ? { date: new Date(there).toUTCString() } : {}
  const connector = createAirtableConnector({
    ...{ clientId: 'c', clientSecret: null, apiUrl: 'http://airtable', oauthUrl: 'http://airtable/oauth' },
    now: () => there + minutesAhead * minute,
    fetch: async (url) =>
      Response.json(
        String(url).endsWith('/tables')
          ? { tables: [{ id: 'tbl1', name: 'Kort', fields: [], views: [] }] }
          : { records: [] },
        { headers },
      ),
    sleep: async () => undefined,
  })
  const session = connector.openSession({
    ...{ owner: 'usr1', sharer: 'usr1', accessToken: async () => 'token' },
    pace: async () => () => undefined,
  } as Parameters<typeof connector.openSession>[0])
  const { version } = await session.readRows({ documentId: 'app1', tableId: 'tbl1', viewId: null })
  return Date.parse(version)
}

test('what is changed after a reading comes with the next, also where the clock of the process is minutes ahead', async () => {
  expect(await versionRead(5)).toBe(there - 2 * minute)
  expect(await versionRead(0)).toBe(there - 2 * minute)
})

test('a clock that is behind reads more anew, and an answer without a date leaves our own', async () => {
  expect(await versionRead(-5)).toBe(there - 7 * minute)
  expect(await versionRead(0, false)).toBe(there - 2 * minute)
})
