import { createSourceConnectors } from '#connectors/registry.ts'
import { createHurriedTime, onlyOne } from '#connectors/testing/source-connector-behaviour.ts'
import { startAirtable } from './airtable.ts'
import type { AirtableRecord, Field, Table } from './airtable-base.ts'
import { airtable as client } from './airtable-oauth.ts'
import { openLine, redirectUri, textsOf } from './open-line.ts'

export const baseId = 'appFjallbruket0001'
export const tableId = 'tblKortkop00000001'
export const address = { documentId: baseId, tableId, viewId: null }

export const plainFields: Field[] = [
  { id: 'fldText00000000001', name: 'Text', type: 'singleLineText' },
  {
    ...{ id: 'fldDatum0000000001', name: 'Datum', type: 'date' },
    options: { dateFormat: { name: 'iso', format: 'YYYY-MM-DD' } },
  },
  { id: 'fldBelopp000000001', name: 'Belopp', type: 'currency', options: { precision: 2, symbol: 'kr' } },
]
export const recordId = (index: number) => `rec${String(index).padStart(14, '0')}`
export const record = (index: number, fields: Record<string, unknown>): AirtableRecord => ({
  ...{ id: recordId(index), createdTime: '2026-01-01T08:00:00.000Z', modifiedTime: null, fields },
})
export const purchase = (index: number, text: string, amount: number, day = '2026-01-13') =>
  record(index, { fldText00000000001: text, fldDatum0000000001: day, fldBelopp000000001: amount })

/** The real connector beside the strict Airtable, let into one base by a person. */
export async function openAirtableStage(clientSecret: string | null = client.clientSecret) {
  const time = createHurriedTime()
  const airtable = await startAirtable({ redirectUri, clientSecret, now: time.now })
  const connector = onlyOne(
    createSourceConnectors({
      google: null,
      airtable: {
        ...{ clientId: client.clientId, clientSecret, apiUrl: airtable.url, oauthUrl: `${airtable.url}/oauth2/v1` },
        ...{ now: time.now, sleep: time.sleep },
      },
    }),
  )
  const line = await openLine(connector, (url) => airtable.grants.answer(url, { picks: [baseId] }), time)
  return {
    ...{ time, airtable, connector, line },
    put: (records: AirtableRecord[], table: Partial<Table> = {}, others: Table[] = []): Table => {
      const made = toTable(records, table)
      airtable.put({ id: baseId, name: 'Fjällbruket', permissionLevel: 'read', tables: [made, ...others] })
      return made
    },
    read: async (viewId: string | null = null) => textsOf(await line.session.readRows({ ...address, viewId })),
  }
}

export const toTable = (records: AirtableRecord[], table: Partial<Table> = {}): Table => ({
  ...{ id: tableId, name: 'Kortköp', fields: plainFields, records },
  views: [{ id: 'viwAlla00000000001', name: 'Alla', type: 'grid' }],
  ...table,
})
