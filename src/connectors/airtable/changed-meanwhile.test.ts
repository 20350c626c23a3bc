import { expect, test } from 'vitest'
import { createAirtableConnector } from './index.ts'

const fields = [
  { id: 'fldDay', name: 'Datum', type: 'date' },
  { id: 'fldAmount', name: 'Belopp', type: 'number' },
]
const records = Array.from({ length: 150 }, (_record, index) => ({
  ...{ id: `rec${index}`, fields: { fldDay: '2026-01-02', fldAmount: index + 1 } },
}))

/** A table of two pages whose amounts somebody removes before the second of its first so many readings. */
function openSession(removals: number) {
  let [readings, isRemoved] = [0, false]
  const answer = (url: URL) => {
    const offset = url.searchParams.get('offset')
    if (url.pathname.endsWith('/tables')) {
      const left = isRemoved ? fields.slice(0, 1) : fields
      isRemoved = false // and put back
      return { tables: [{ id: 'tbl1', name: 'Kort', fields: left, views: [] }] }
    }
    if (offset === null) {
      readings++
      isRemoved = false
      return { records: records.slice(0, 100), offset: 'next' }
    }
    isRemoved = readings <= removals
    const shown = records
      .slice(100)
      .map(({ id, fields: all }) => ({ id, fields: isRemoved ? { fldDay: all.fldDay } : all }))
    return { records: shown }
  }
  const connector = createAirtableConnector({
    ...{ clientId: 'c', clientSecret: null, apiUrl: 'http://airtable', oauthUrl: 'http://airtable/oauth' },
    fetch: async (url) => Response.json(answer(new URL(String(url)))),
    sleep: async () => undefined,
  })
  return connector.openSession({
    ...{ owner: 'usr1', sharer: 'usr1', accessToken: async () => 'token' },
    pace: async () => () => undefined,
  } as Parameters<typeof connector.openSession>[0])
}

const address = { documentId: 'app1', tableId: 'tbl1', viewId: null }

test('a table whose fields are changed while its records come is read anew, so that no half of them lacks its amounts', async () => {
  const reading = await openSession(1).readRows(address)
  const rows = reading.extent === 'unchanged' ? [] : reading.rows
  expect(rows.map(({ cells }) => cells[1])).toEqual(['Belopp', ...records.map((_record, index) => String(index + 1))])
})

test('one that is changed each time is told as away for now', async () => {
  await expect(openSession(9).readRows(address)).rejects.toMatchObject({ kind: 'unavailable', retry: 'safe' })
})
