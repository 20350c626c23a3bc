import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SourceSession } from '#connectors/source-connector.ts'
import { openAirtableStage } from '#connectors/testing/airtable-stage.ts'
import { openGoogleStage } from '#connectors/testing/google-stage.ts'
import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { connections as connectionsTable, consentStates } from './tables.ts'
import { openConnections } from './testing/open-connections.ts'

let database: OpenDatabase
let google: Awaited<ReturnType<typeof openGoogleStage>>
let airtable: Awaited<ReturnType<typeof openAirtableStage>>
beforeAll(async () => {
  database = await openTestDatabase()
  google = await openGoogleStage()
  airtable = await openAirtableStage()
})
afterAll(async () => {
  await google.close()
  await airtable.close()
  await database.close()
})
beforeEach(async () => {
  await google.reset()
  await airtable.reset()
})

const picked = '1KortkopFjallbruket2026mars0000000000000001'
const fileScope = 'https://www.googleapis.com/auth/drive.file'
const consents = {
  'google-sheets': { account: '1001', granted: fileScope, file: picked },
  airtable: { account: 'usrKarinEkdahl001', base: 'appFjallbruket001' },
} as const
type Source = keyof typeof consents

/** A process of its own: paces and tokens in memory are not shared, only the database is. */
function openProcess(source: Source) {
  const stage = source === 'airtable' ? airtable : google
  const clock = { now: () => new Date(stage.time.now()) }
  return openConnections({ database, clock, sources: [google.connector, airtable.connector] })
}

async function connect(companyId: string, source: Source, answer: Record<string, string> = {}) {
  const near = openProcess(source)
  const { body } = await near.as(companyId).send('POST', `/connectors/${source}/authorize`)
  const consent = new URL(body.url)
  const form = new URLSearchParams([
    ...consent.searchParams,
    ...Object.entries({ ...consents[source], decision: 'allow', ...answer }),
  ])
  const back = await fetch(`${consent.origin}${consent.pathname}`, { method: 'POST', body: form, redirect: 'manual' })
  const { search } = new URL(back.headers.get('location') ?? '')
  const landed = await near.as(null).send('GET', `/connectors/${source}/callback${search}`)
  return { near, told: Object.fromEntries(new URL(landed.headers.get('location') ?? '').searchParams), consent }
}

const sources: Source[] = ['google-sheets', 'airtable']

describe.each(sources)('%s', (source) => {
  const stage = () => (source === 'airtable' ? airtable : google)

  test('is connected by consent with a proof key that is kept sealed until then', async () => {
    const companyId = newId()
    const begun = await openProcess(source).as(companyId).send('POST', `/connectors/${source}/authorize`)
    const state = new URL(begun.body.url).searchParams.get('state') ?? ''
    const [kept] = await database.db.select().from(consentStates).where(eq(consentStates.state, state))
    expect(kept?.keyVerifier).toMatch(/^v1\./)

    const { near, told, consent } = await connect(companyId, source)
    expect(consent.searchParams.get('code_challenge_method')).toBe('S256')
    expect(told).toEqual({ connected: source })
    const { items } = (await near.as(companyId).send('GET', '/connectors')).body
    expect(items).toContainEqual(
      expect.objectContaining({
        connectorId: source,
        kind: 'source',
        connection: expect.objectContaining({ state: 'connected', connectedBy: 'Karin Ekdahl', lostReason: null }),
      }),
    )
    expect(near.queued).toEqual([])
  })

  test('lists its documents and their tables to the company that connected, and to no other', async () => {
    const companyId = newId()
    const { near } = await connect(companyId, source)
    const documents = (await near.as(companyId).send('GET', `/sources/${source}/documents`)).body.items
    expect(documents).toHaveLength(1)
    const path = `/sources/${source}/documents/${documents[0].id}`
    expect((await near.as(companyId).send('GET', path)).body).toEqual(documents[0])
    const tables = (await near.as(companyId).send('GET', `${path}/tables`)).body.items
    expect(tables.map((table: { name: string }) => table.name)).not.toContain('Underlag')
    expect(tables.length).toBeGreaterThan(0)
    expect((await near.as(newId()).send('GET', path)).body.code).toBe('not-connected')
    const missing = await near.as(companyId).send('GET', `/sources/${source}/documents/appFinnsInte00001`)
    expect([missing.status, missing.body.code]).toEqual([404, 'source-not-found'])
  })

  test('has an expired token refreshed once for 20 calls at once in two processes', async () => {
    const companyId = newId()
    await connect(companyId, source)
    stage().advance(3700)
    const sessions = await Promise.all(
      [openProcess(source), openProcess(source)].map(({ connections }) => connections.openSource(companyId, source)),
    )
    const lists = await Promise.all(Array.from({ length: 20 }, (_, index) => sessions[index % 2]!.listDocuments()))
    expect(lists.map((documents) => documents.length)).toEqual(Array(20).fill(1))
    expect(await stage().stats()).toMatchObject({ refreshes: 1, unauthorized: 0 })
  })

  test('is lost when the consent is taken back there, and found again with its id by another', async () => {
    const companyId = newId()
    const { near } = await connect(companyId, source)
    const before = await near.connections.findConnection(companyId, source)
    await stage().control('POST', 'revoke', { user: consents[source].account })
    const answer = await near.as(companyId).send('GET', `/sources/${source}/documents`)
    expect([answer.status, answer.body.code]).toEqual([409, 'connection-lost'])
    await expect(near.connections.openSource(companyId, source)).rejects.toMatchObject({
      code: 'connection-lost',
      params: { name: before?.displayName },
    })
    await connect(companyId, source)
    expect(await near.connections.findConnection(companyId, source)).toMatchObject({
      id: before?.id,
      state: 'connected',
    })
  })

  test('refuses another account while it is connected, and takes it once disconnected', async () => {
    const companyId = newId()
    const { near } = await connect(companyId, source)
    const other = source === 'airtable' ? { account: 'usrOlleStrand0001' } : { account: '1002' }
    expect((await connect(companyId, source, other)).told).toEqual({ connector: source, error: 'other-account' })
    await near.as(companyId).send('POST', `/connectors/${source}/disconnect`)
    expect((await connect(companyId, source, other)).told).toEqual({ connected: source })
  })

  test('has no registers to read', async () => {
    const companyId = newId()
    const { near } = await connect(companyId, source)
    expect((await near.as(companyId).send('POST', `/connectors/${source}/refresh`)).body.code).toBe('not-found')
  })

  test('out of reach is said to be just that', async () => {
    const companyId = newId()
    const { near } = await connect(companyId, source)
    await stage().setFaults([{ match: { path: '^/(v0|drive)' }, effect: { kind: 'status', status: 503 } }])
    const answer = await near.as(companyId).send('GET', `/sources/${source}/documents`)
    expect([answer.status, answer.body.code]).toEqual([503, 'source-unavailable'])
  })

  test('that will not take a token it has just given is no lost connection: it says so, and may be asked again', async () => {
    const companyId = newId()
    const { near } = await connect(companyId, source)
    await stage().setFaults([{ match: { path: '^/(v0|drive)' }, effect: { kind: 'expired-token' } }])
    const ask = () => near.as(companyId).send('GET', `/sources/${source}/documents`)
    const { status, body } = await ask()
    expect([status, body.code]).toEqual([503, 'source-unavailable'])
    expect(body.errors).toMatchObject([{ code: 'source-token-refused' }])
    await stage().setFaults([])
    expect((await ask()).status).toBe(200)
  })
})

test('disconnecting takes the access back at Google once no other company reads by the same account', async () => {
  await database.db.delete(connectionsTable) // those of the tests before
  const [companyId, client] = [newId(), newId()]
  const { near } = await connect(companyId, 'google-sheets', { account: '1002' })
  await connect(client, 'google-sheets', { account: '1002' })
  const grants = async () => (await google.control('GET', 'grants')).json()
  const others = near.as(client)
  await others.send('POST', '/connectors/google-sheets/disconnect')
  expect(await grants()).toEqual(['1002'])
  expect((await near.as(companyId).send('GET', '/sources/google-sheets/documents')).status).toBe(200)
  const { body } = await near.as(companyId).send('POST', '/connectors/google-sheets/disconnect')
  expect(body.connection).toMatchObject({ state: 'disconnected', lostReason: null })
  expect(await grants()).toEqual([])
  const [row] = await database.db.select().from(connectionsTable).where(eq(connectionsTable.companyId, companyId))
  expect(row).toMatchObject({ accessToken: null, refreshToken: null })
})

test('a file in the bin and an Excel file in Drive are told apart from one that is not shared', async () => {
  const companyId = newId()
  const { near } = await connect(companyId, 'google-sheets')
  const given = { name: 'Kort', tabs: [{ sheetId: 0, title: 'Kort' }] }
  const toldOf = async (document: object) => {
    await google.control('PUT', `documents/${picked}`, { ...given, ...document })
    const { status, body } = await near.as(companyId).send('GET', `/sources/google-sheets/documents/${picked}`)
    return [status, body.code, body.errors.map(({ code }: { code: string }) => code)]
  }
  expect(await toldOf({ trashed: true })).toEqual([404, 'source-not-found', ['source-in-bin']])
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  expect(await toldOf({ mimeType })).toEqual([404, 'source-not-found', ['source-not-a-sheet']])
  expect(await toldOf({ users: ['1002'] })).toEqual([404, 'source-not-found', []])
})

test('a box unticked in the consent is named', async () => {
  const { told } = await connect(newId(), 'google-sheets', { granted: '' })
  expect(told).toEqual({ connector: 'google-sheets', error: 'scope-unticked' })
})

test('what is no longer to be sent when its turn has come does not leave, and its turn is had by the next', async () => {
  const companyId = newId()
  const { near } = await connect(companyId, 'google-sheets')
  await google.control('PUT', `documents/${picked}`, { name: 'Ut', tabs: [{ sheetId: 0, title: 'Ut' }] })
  let asked = 0
  const mayNot = new AppError('not-found', 'another process has it')
  const beforeSending = async () => {
    asked += 1
    if (asked > 2) throw mayNot
  }
  const late = await near.connections.openSource(companyId, 'google-sheets', { beforeSending })
  const address = { documentId: picked, tableId: '0', viewId: null }
  await expect(late.writeRows(address, [['Datum']])).rejects.toBe(mayNot)
  const rows = async (session: Pick<SourceSession, 'readRows'>) => {
    const reading = await session.readRows(address)
    return 'rows' in reading ? reading.rows.map(({ cells }) => cells) : reading.extent
  }
  const session = await near.connections.openSource(companyId, 'google-sheets')
  expect(await rows(session)).toEqual([])
  await session.writeRows(address, [['Belopp']])
  expect(await rows(session)).toEqual([['Belopp']])
})

test('a consent can be asked for one document', async () => {
  const { body } = await openProcess('google-sheets')
    .as(newId())
    .send('POST', `/connectors/google-sheets/authorize?documentId=${picked}`)
  expect(new URL(body.url).searchParams.get('file_ids')).toBe(picked)
})
