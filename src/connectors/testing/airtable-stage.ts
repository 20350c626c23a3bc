import { createHash, randomBytes } from 'node:crypto'
import { startAirtableSandbox } from '#sandbox/airtable/index.ts'
import { createSourceConnectors } from '../registry.ts'
import {
  answerConsent,
  controlOf,
  createHurriedTime,
  onlyOne,
  paceAlone,
  type SeedCell,
  type SourceStage,
  stageControl,
} from './source-connector-behaviour.ts'

export const airtableUser = 'usrKarinEkdahl001'
const redirectUri = 'https://radvis.example/back'
const fieldTypes = ['date', 'singleLineText', 'number', 'checkbox']

const fieldId = (column: number) => `fldProv000000000${column}`
const toFields = (cells: SeedCell[]) =>
  Object.fromEntries(
    cells.flatMap((cell, column): [string, unknown][] => {
      if (cell === null || cell === false) return []
      return [[fieldId(column), typeof cell === 'object' ? cell.day : cell]]
    }),
  )

/** Airtable beside its sandbox. Bases must be there when the person lets us in, so some are made beforehand. */
export async function openAirtableStage(options: { clientSecret?: string; requestsPerSecond?: number } = {}) {
  const time = createHurriedTime()
  const sandbox = await startAirtableSandbox({
    now: () => new Date(time.now()),
    clock: time.elapsed,
    ...options,
  })
  const { url, clientId, clientSecret } = sandbox
  const airtable = {
    clientId,
    clientSecret,
    apiUrl: url,
    oauthUrl: `${url}/oauth2/v1`,
    now: time.now,
    sleep: time.sleep,
  }
  const connector = onlyOne(createSourceConnectors({ google: null, airtable }))
  const control = controlOf(url)
  const documentId = 'appProv0000000001'
  const tableId = 'tblProv0000000001'
  const putBase = (id: string, table: string, fields: unknown[], records: unknown[], views: unknown[] = []) =>
    control('PUT', `bases/${id}`, {
      name: 'Prov',
      users: [airtableUser],
      tables: [{ id: table, name: 'Köp', fields, views, records }],
    })
  const seed: SourceStage['seed'] = async ([header = [], ...rows]) => {
    const fields = header.map((name, column) => ({ id: fieldId(column), name: String(name), type: fieldTypes[column] }))
    await putBase(
      documentId,
      tableId,
      fields,
      rows.map((cells) => ({ fields: toFields(cells) })),
    )
    return { documentId, tableId, viewId: null }
  }

  let added = 0
  const stage: SourceStage = {
    connector,
    pace: paceAlone(time),
    async consent() {
      await seed([['Datum']])
      const verifier = randomBytes(48).toString('base64url')
      const keyChallenge = createHash('sha256').update(verifier).digest('base64url')
      const address = connector.authorizeUrl({
        state: 'a-state-of-32-characters-or-more',
        redirectUri,
        keyChallenge,
        documentId: null,
      })
      const back = await answerConsent(address, { account: airtableUser, base: [documentId, 'appFjallbruket001'] })
      return connector.exchangeCode({ code: back.get('code') ?? '', redirectUri, keyVerifier: verifier })
    },
    seed,
    addRow: async (address, cells) =>
      void (await control('PATCH', `bases/${address.documentId}/${address.tableId}/recTillagd00000${added++}`, {
        fields: toFields(cells),
      })),
    removeTable: async () => void (await putBase(documentId, 'tblAnnan000000001', [], [])),
    ...stageControl(control, airtableUser),
    advance: time.advance,
    close: sandbox.close,
  }
  return { ...stage, url, time, control, putBase, documentId, tableId }
}
