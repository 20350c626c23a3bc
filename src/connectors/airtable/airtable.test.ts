import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openAirtableStage } from '../testing/airtable-stage.ts'
import { describeSourceConnector, readingOf, signIn } from '../testing/source-connector-behaviour.ts'
import { typedCell } from './cells.ts'
import { errorFromResponse } from './errors.ts'
import { readNames } from './linked-records.ts'

describeSourceConnector('Airtable', () => openAirtableStage(), { callsFor2500Rows: 27 })

describe('Airtable', () => {
  let stage: Awaited<ReturnType<typeof openAirtableStage>>
  beforeAll(async () => {
    stage = await openAirtableStage()
  })
  afterAll(() => stage.close())
  beforeEach(() => stage.reset())
  const kortkop = { documentId: 'appFjallbruket001', tableId: 'tblKortkop0000001', viewId: null }

  test('reads the records of a view, each with its lasting id', async () => {
    const { session } = await signIn(stage)
    const all = readingOf(await session.readRows(kortkop))
    const view = readingOf(await session.readRows({ ...kortkop, viewId: 'viwKort1234000001' }))
    expect(all.rows).toHaveLength(15)
    expect(view.rows.slice(1).every((row) => row.cells[6] === '*1234')).toBe(true)
    expect(view.rows[1]?.recordId).toBe('recKortkop0000001')
    expect(view.columnIds?.[0]).toBe('fldDatum000000001')
    await expect(session.readRows({ ...kortkop, viewId: 'viwBorta000000001' })).rejects.toMatchObject({
      kind: 'not-found',
      serviceCode: 'view-gone',
    })
  })
  test('reads a view whole: records come into it without being changed', async () => {
    const { session } = await signIn(stage)
    const address = { ...kortkop, viewId: 'viwKort1234000001' }
    stage.advance(600)
    const { version, rows } = readingOf(await session.readRows(address))
    stage.advance(600)
    const path = `bases/${kortkop.documentId}/${kortkop.tableId}/views/${address.viewId}/filter`
    await stage.control('PUT', path, { only: null })
    const after = readingOf(await session.readRows(address, { since: version }))
    expect(after.extent).toBe('all')
    expect(after.rows.length).toBeGreaterThan(rows.length)
    expect(after.rows).toHaveLength(15)
  })
  test('reads a table that shows what stands in other records whole: that changes without its own being changed', async () => {
    const { session } = await signIn(stage)
    const { documentId, tableId } = stage
    const put = (amount: number | null) =>
      stage.putBase(
        ...([documentId, tableId] as const),
        [
          { id: 'fldText', name: 'Text', type: 'singleLineText' },
          { id: 'fldUpp', name: 'Belopp', type: 'multipleLookupValues', options: { result: { type: 'number' } } },
        ],
        [{ id: 'recKop00000000001', fields: { fldText: 'Hotell', fldUpp: amount === null ? [] : [amount] } }],
      )
    await put(null)
    stage.advance(600)
    const address = { documentId, tableId, viewId: null }
    const { version } = readingOf(await session.readRows(address))
    stage.advance(-500)
    await put(1250)
    stage.advance(1_100)
    const { rows } = readingOf(await session.readRows(address, { since: version }))
    expect(rows[1]?.cells).toEqual(['Hotell', '1250'])
  })
  test('shows the records that a field links to by their names', async () => {
    const { session } = await signIn(stage)
    const { documentId, tableId } = stage
    const suppliers = { id: 'tblLeverantor0001', name: 'Leverantörer' }
    await stage.control('PUT', `bases/${documentId}`, {
      name: 'Länkar',
      tables: [
        {
          ...{ id: tableId, name: 'Köp' },
          fields: [
            { id: 'fldText', name: 'Text', type: 'singleLineText' },
            { id: 'fldLev', name: 'Leverantör', type: 'multipleRecordLinks', options: { linkedTableId: suppliers.id } },
            {
              ...{ id: 'fldUpp', name: 'Koncern', type: 'multipleLookupValues' },
              options: { result: { type: 'multipleRecordLinks' } },
            },
          ],
          records: [
            { fields: { fldText: 'Ett', fldLev: ['recLevSas00000001'], fldUpp: ['recLevIca00000001'] } },
            { fields: { fldText: 'recLevSas00000001', fldLev: ['recLevIca00000001', 'recLevSas00000001'] } },
            { fields: { fldText: 'Utan' } },
          ],
        },
        {
          ...suppliers,
          fields: [{ id: 'fldNamn', name: 'Namn', type: 'singleLineText' }],
          records: [
            { id: 'recLevSas00000001', fields: { fldNamn: 'SAS' } },
            { id: 'recLevIca00000001', fields: { fldNamn: 'ICA, "Maxi"' } },
          ],
        },
      ],
    })
    const { rows, calls } = readingOf(await session.readRows({ documentId, tableId, viewId: null }))
    expect(rows.slice(1).map(({ cells }) => cells)).toEqual([
      ['Ett', 'SAS', 'ICA, "Maxi"'],
      ['recLevSas00000001', '"ICA, ""Maxi""", SAS', ''],
      ['Utan', '', ''],
    ])
    expect(calls).toBe(3)
  })
  test('leaves out a line in which nobody has written anything, whatever Airtable puts into each record itself', async () => {
    const { session } = await signIn(stage)
    const { documentId, tableId } = stage
    const ofItself = { fldNr: 1, fldAt: '2026-03-02T08:00:00.000Z', fldBu: { label: 'Öppna', url: null } }
    await stage.putBase(
      ...([documentId, tableId] as const),
      [
        { id: 'fldText', name: 'Text', type: 'singleLineText' },
        { id: 'fldNr', name: 'Nr', type: 'autoNumber' },
        { id: 'fldAt', name: 'Skapad', type: 'createdTime', options: { result: { type: 'dateTime' } } },
        { id: 'fldBu', name: 'Öppna', type: 'button' },
        { id: 'fldM', name: 'Moms', type: 'formula', options: { result: { type: 'number' } } },
        { id: 'fldKlar', name: 'Klar', type: 'checkbox' },
      ],
      [
        { fields: { ...ofItself, fldText: 'SAS', fldM: 25 } },
        { fields: { ...ofItself, fldM: 0 } },
        { fields: { ...ofItself, fldM: { error: '#ERROR!' } } },
        { fields: { ...ofItself, fldM: 12 } },
        { fields: { ...ofItself, fldM: 0, fldKlar: true } },
      ],
    )
    const { rows } = readingOf(await session.readRows({ documentId, tableId, viewId: null }))
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 5, 6])
  })

  test('begins a listing anew when Airtable has forgotten its place', async () => {
    const { accessToken } = await stage.consent()
    const address = await stage.seed([
      ['Datum', 'Text'],
      ...Array.from({ length: 250 }, (_, index) => [null, `Köp ${index}`]),
    ])
    let requests = 0
    const session = stage.connector.openSession({
      async accessToken() {
        // Asked before every request; the third is for the second page, whose place is gone by then.
        if (++requests === 3) await stage.control('POST', 'forget-listings')
        return accessToken
      },
      sharer: 'company',
      owner: null,
      pace: stage.pace,
    })
    const { rows } = readingOf(await session.readRows(address))
    expect(new Set(rows.map((row) => row.recordId)).size).toBe(251)
    expect(requests).toBe(7)
  })
  test('kills the old pair with a refresh; a second one too soon is waited for, and then refused', async () => {
    const first = await stage.consent()
    const second = await stage.connector.refreshTokens(first.refreshToken)
    expect(second.refreshToken).not.toBe(first.refreshToken)
    await expect(stage.connector.refreshTokens(first.refreshToken)).rejects.toMatchObject({ kind: 'grant-refused' })
    expect((await stage.connector.refreshTokens(second.refreshToken)).accessToken).not.toBe(second.accessToken)
  })
  test('waits for the answer to a refresh as long as it may: without it the connection would be lost', async () => {
    const { refreshToken } = await stage.consent()
    const waits = vi.spyOn(AbortSignal, 'timeout')
    await stage.connector.refreshTokens(refreshToken)
    await expect(stage.connector.refreshTokens(refreshToken)).rejects.toMatchObject({ kind: 'grant-refused' })
    const [first = 0, ...after] = waits.mock.calls.map(([ms]) => ms)
    waits.mockRestore()
    expect(first).toBeGreaterThan(21_000)
    // Refused for coming too soon, it tries again in what is left of that time.
    expect(after.at(-1)).toBeLessThan((after[0] ?? 0) - 3_000)
  })
  test('has no way to take its access back', async () => {
    expect(await stage.connector.revokeTokens(await stage.consent())).toBe('not-possible')
  })
  test('keeps under five requests a second of a base, whatever comes at once', async () => {
    const { session } = await signIn(stage)
    await Promise.all(Array.from({ length: 40 }, () => session.listTables('appFjallbruket001')))
    expect(await stage.stats()).toMatchObject({ rateLimited: 0 })
  })
  test('waits out the 30 seconds when another process of ours has broken the limit', async () => {
    const strict = await openAirtableStage({ requestsPerSecond: 3 })
    const { session } = await signIn(strict)
    const before = strict.time.elapsed()
    await Promise.all(Array.from({ length: 5 }, () => session.listTables('appFjallbruket001')))
    expect((await strict.stats()).rateLimited).toBeGreaterThan(0)
    expect(strict.time.elapsed() - before).toBeGreaterThan(30_000)
    await strict.close()
  })
  test('names itself as Basic where it has a secret', async () => {
    const secret = await openAirtableStage({ clientSecret: 'a secret' })
    expect((await secret.connector.refreshTokens((await secret.consent()).refreshToken)).scopes).toContain(
      'data.records:read',
    )
    await secret.close()
  })
})

const field = (type: string, options?: object) => ({ id: 'fld', name: 'Fält', type, options })
test.each([
  [undefined, field('singleLineText'), '_', ''],
  [undefined, field('checkbox'), 'b', 'FALSE'],
  [0.1 + 0.2, field('number'), 'n', '0.3'],
  ['2026-03-02', field('date'), 'd', '2026-03-02'],
  ['2026-03-02', field('singleLineText'), 't', '2026-03-02'],
  // 23:30 in London is half past midnight in Stockholm: the day a person in Sweden saw.
  ['2026-03-02T23:30:00.000Z', field('dateTime', { timeZone: 'client' }), 'd', '2026-03-03 00:30:00'],
  ['2026-03-02T23:30:00.000Z', field('dateTime', { timeZone: 'utc' }), 'd', '2026-03-02 23:30:00'],
  ['2026-03-02T23:00:00.000Z', field('createdTime', { result: { type: 'dateTime' } }), 'd', '2026-03-03'],
  ['2026-03-32T25:00:00.000Z', field('dateTime'), 't', '2026-03-32T25:00:00.000Z'],
  [['Resa', 'Mat'], field('multipleSelects'), 't', 'Resa, Mat'],
  [[842.5], field('multipleLookupValues', { result: { type: 'currency' } }), 'n', '842.5'],
  [['2026-03-02'], field('multipleLookupValues', { result: { type: 'date' } }), 'd', '2026-03-02'],
  ['2026-03-02', field('formula', { result: { type: 'date' } }), 'd', '2026-03-02'],
  [{ error: '#ERROR!' }, field('formula', { result: { type: 'number' } }), 't', '#ERROR!'],
  [{ specialValue: 'NaN' }, field('formula', { result: { type: 'number' } }), 't', '#NaN!'],
  [{ id: 'usr1', email: 'k@x.se', name: 'Karin' }, field('singleCollaborator'), 't', 'Karin'],
  [[{ id: 'att1', url: 'https://x', filename: 'kvitto.pdf' }], field('multipleAttachments'), 't', 'kvitto.pdf'],
  [{ state: 'generated', value: 'Lunch', isStale: false }, field('aiText'), 't', 'Lunch'],
  [{ state: 'empty', value: null, isStale: false }, field('aiText'), '_', ''],
  [{ state: 'error', errorType: 'emptyDependency', value: null, isStale: false }, field('aiText'), 't', '#ERROR!'],
  [{ odd: 1 }, field('something new'), 't', '{"odd":1}'],
])('%j in %j is %s %s', (value, of, kind, text) => {
  expect(typedCell(value, of)).toEqual({ kind, text })
})

test('a record that a field links to is called nothing where Airtable tells no name: its id would be taken for a shop', async () => {
  const [id, link] = ['recKop00000000001', 'fldLev']
  const table = {
    id: 'tbl',
    name: 'Köp',
    fields: [{ id: link, name: 'Leverantör', type: 'multipleRecordLinks' }],
    views: [],
  }
  const names = await readNames(
    { get: async (_path, _query, answer) => answer.parse({ records: [{ id, fields: {} }] }) },
    { documentId: 'app', tableId: 'tbl', viewId: null },
    { table, records: [{ id, fields: { [link]: ['recLevSas00000001'] } }], changedSince: null, limit: {} },
  )
  expect([names(id, link), names('recBorta000000001', link), names(id, 'fldText')]).toEqual(['', '', undefined])
})

const money = (symbol?: string) => ({
  type: 'currency',
  options: { precision: 2, ...(symbol !== undefined && { symbol }) },
})
test.each([
  [12.5, field('currency', money('€').options), '€'],
  [12.5, field('currency', money(' kr ').options), 'kr'],
  [12.5, field('currency', money('US$').options), 'US$'],
  [12.5, field('currency', money('PLN').options), 'PLN'],
  [12.5, field('currency', money('Rs').options), 'Rs'],
  [12.5, field('currency', money('').options), undefined],
  [12.5, field('formula', { isValid: true, result: money('€') }), '€'],
  [12.5, field('rollup', { result: money('£') }), '£'],
  [[12.5], field('multipleLookupValues', { result: money('$') }), '$'],
  [0.25, field('percent', { precision: 0 }), '%'],
  [12.5, field('number', { precision: 1 }), undefined],
  [5400, field('duration', { durationFormat: 'h:mm' }), undefined],
  [null, field('currency', money('€').options), undefined],
])('%j in %j is shown in %s', (value, of, unit) => expect(typedCell(value, of).unit).toBe(unit))

test('a currency field tells its rows what its numbers are shown in', async () => {
  const stage = await openAirtableStage()
  const { session } = await signIn(stage)
  const { documentId, tableId } = stage
  await stage.putBase(
    ...([documentId, tableId] as const),
    [
      { id: 'fldText', name: 'Text', type: 'singleLineText' },
      { id: 'fldBel', name: 'Belopp', ...money('€') },
      { id: 'fldMoms', name: 'Moms', type: 'percent', options: { precision: 0 } },
    ],
    [{ fields: { fldText: 'Hetzner', fldBel: 12.5, fldMoms: 0.25 } }, { fields: { fldText: 'Utan' } }],
  )
  const { rows } = readingOf(await session.readRows({ documentId, tableId, viewId: null }))
  expect(rows.map(({ cells, units }) => [cells, units])).toEqual([
    [['Text', 'Belopp', 'Moms'], undefined],
    [['Hetzner', '12.5', '0.25'], { 1: '€', 2: '%' }],
    [['Utan', '', ''], undefined],
  ])
  await stage.close()
})

test.each([
  [403, '{"error":{"type":"INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND","message":"m"}}', 'not-found', 'never'],
  [404, '{"error":"NOT_FOUND"}', 'not-found', 'never'],
  [401, '{"error":{"type":"AUTHENTICATION_REQUIRED"}}', 'unauthorized', 'safe'],
  [429, '{"errors":[{"error":"RATE_LIMIT_REACHED","message":"m"}]}', 'rate-limited', 'safe'],
  [429, '{"errors":[{"error":"PUBLIC_API_BILLING_LIMIT_EXCEEDED"}]}', 'rejected', 'never'],
  [422, '{"error":{"type":"INVALID_REQUEST_UNKNOWN"}}', 'rejected', 'never'],
  [502, '<html>', 'unavailable', 'safe'],
])('%i %s is %s, to be sent again: %s', (status, body, kind, retry) => {
  expect(errorFromResponse(new Response(null, { status }), body)).toMatchObject({ kind, retry })
})
