import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSourceConnectors } from '#connectors/registry.ts'
import type { SourceConnector, SourceSession } from '#connectors/source-connector.ts'
import { createHurriedTime, onlyOne } from '#connectors/testing/source-connector-behaviour.ts'
import { startGoogle } from './strict-sources/google.ts'
import { day, type Given, instant, money, reckoned } from './strict-sources/google-cells.ts'
import { driveRateLimited, driveUserRateLimited, exhausted } from './strict-sources/google-errors.ts'
import type { GivenFile, GivenTab } from './strict-sources/google-files.ts'
import { google as client, fileScope } from './strict-sources/google-oauth.ts'
import { consent, openLine, redirectUri, rowsOf, textsOf } from './strict-sources/open-line.ts'

const time = createHurriedTime()
let google: Awaited<ReturnType<typeof startGoogle>>
let connector: SourceConnector
let session: SourceSession
beforeAll(async () => {
  google = await startGoogle({ redirectUri, now: time.now, quota: { user: 300, project: 300 } })
  connector = connectTo(google)
})
afterAll(() => google.close())
beforeEach(async () => {
  google.faults.length = 0
  google.violations.length = 0
  time.advance(120)
  session = (await letIn()).session
})

function connectTo({ url, oauthAddresses }: Pick<typeof google, 'url' | 'oauthAddresses'>): SourceConnector {
  const options = {
    ...{ ...client, sheetsUrl: url, driveUrl: url, oauthAddresses, picksInConsent: true },
    ...{ now: time.now, sleep: time.sleep, driveTime: { now: time.elapsed, sleep: time.sleep } },
  }
  return onlyOne(createSourceConnectors({ google: options, airtable: null }))
}

const documentId = '1Kortkop00000000000000000000000000000000001'
const letIn = () => openLine(connector, (url) => google.grants.answer(url, { picks: [documentId] }), time)
const address = { documentId, tableId: '7', viewId: null }
const header = ['Datum', 'Text', 'Belopp']

function put(rows: Given[][], tab: Partial<GivenTab> = {}, file: Partial<GivenFile> = {}): void {
  google.put({ id: documentId, ...file, tabs: [{ sheetId: 7, title: 'Kort', rows, ...tab }] })
}
async function read(): Promise<string[][]> {
  const texts = textsOf(await session.readRows(address))
  expect(google.violations).toEqual([])
  return texts
}

describe('values', () => {
  test('with the noise of doubles, dates with and without a time, truth values and failed formulas', async () => {
    put([
      header,
      [day('2026-01-13'), 'Noise', 123.44999999999999],
      [instant('2026-01-14', '23:59:59', '2026-01-14 23.59'), 'Time', -0.1 - 0.2],
      [day('2026-03-29'), reckoned('=NA()', '#N/A'), reckoned('=1/0', '#DIV/0!')],
      [null, null, true],
      [],
      [day('2026-10-25'), '', 1e15],
    ])
    expect(await read()).toEqual([
      header,
      ['2026-01-13', 'Noise', '123.45'],
      ['2026-01-14 23:59:59', 'Time', '-0.3'],
      ['2026-03-29', '#N/A', '#DIV/0!'],
      ['', '', 'TRUE'],
      ['2026-10-25', '', '1000000000000000'],
    ])
  })

  test.each([
    ['en_US', 'America/Los_Angeles', '1/13/2026', '$1,234.50', '$'],
    ['de_DE', 'Europe/Berlin', '13.01.2026', '1.234,50 €', '€'],
    ['en_GB', 'Pacific/Kiritimati', '13/01/2026', '£1,234.50', '£'],
    ['nb_NO', 'Europe/Oslo', '13.01.2026', '1 234,50 kr', 'NOK'],
    ['sv_SE', 'Asia/Tokyo', 'tis 13 jan', '1 234,50 kr', 'kr'],
    ['ja_JP', 'Asia/Tokyo', '2026/01/13', '￥1,235', '￥'],
  ])(
    'of a sheet written as %s in the zone %s are the same days and amounts',
    async (locale, timeZone, shown, amount, unit) => {
      put([header, [day('2026-01-13', shown), 'Café', money(1234.5, amount)]], {}, { locale, timeZone })
      expect(await read()).toEqual([header, ['2026-01-13', 'Café', `1234.5 ${unit}`]])
    },
  )

  test('that Sheets took for a time, as 12:50 for twelve kronor and fifty öre, are no small amounts', async () => {
    const time = (value: number, shown: string): Given => ({ value, shown, format: { type: 'TIME' } })
    put([
      header,
      [day('2026-01-13'), 'Bar', time(0.5347222222222222, '12:50')],
      [day('2026-01-13'), 'Café', time(0.5347222222222222, '12:50:00 PM')],
      [day('2026-01-14'), 'Taxi', time(1.5104166666666667, '36:15:00')],
      [day('2026-01-15'), 'SJ', 0.53],
    ])
    expect((await read()).map(([, , amount]) => amount)).toEqual(['Belopp', '12:50', '12:50:00 PM', '36:15:00', '0.53'])
  })

  test('that are amounts between 20,000 and 80,000 are no days, and days written with other digits are', async () => {
    put([
      header,
      [day('2015-04-21', '4/21/15'), 'A', 46035],
      [day('2026-01-13', '46 035'), 'B', money(46035, '46 035,00 kr')],
      [day('2026-01-13', 'januari 2026'), 'C', { value: 46035.5, shown: '46 036', format: { type: 'NUMBER' } }],
    ])
    expect(await read()).toEqual([
      header,
      ['2015-04-21', 'A', '46035'],
      ['2026-01-13', 'B', '46035 kr'],
      ['2026-01-13', 'C', '46035.5'],
    ])
  })

  test('merged over rows: a heading stands in each, as in a file; no amount is doubled', async () => {
    put(
      [
        ['Köp', null, 'Belopp'],
        ['Datum', 'Text', null],
        [day('2026-01-13'), 'Café', 50],
        [day('2026-01-14'), 'Tåg', 50],
      ],
      {
        merges: [
          { fromRow: 0, toRow: 1, fromColumn: 0, toColumn: 2 },
          { fromRow: 0, toRow: 2, fromColumn: 2, toColumn: 3 },
          { fromRow: 2, toRow: 4, fromColumn: 2, toColumn: 3 },
        ],
      },
    )
    expect(await read()).toEqual([
      ['Köp', '', 'Belopp'],
      ['Datum', 'Text', 'Belopp'],
      ['2026-01-13', 'Café', '50'],
      ['2026-01-14', 'Tåg'],
    ])
  })
})

describe('tabs', () => {
  test.each(["Kort's mars", 'Kort!A1:B2', 'A1', 'R1C1', "''", 'Köp "24" – 25', '2026', 'TRUE', ' Kort '])(
    'called %s are read',
    async (title) => {
      put([header, [day('2026-01-13'), 'Café', 12]], { title })
      expect(await read()).toEqual([header, ['2026-01-13', 'Café', '12']])
    },
  )

  test('that are charts, queries or hidden are not offered', async () => {
    google.put({
      id: documentId,
      tabs: [
        { sheetId: 1, title: 'Diagram', sheetType: 'OBJECT' },
        { sheetId: 2, title: 'BigQuery', sheetType: 'DATA_SOURCE' },
        { sheetId: 0, title: 'Kort', rows: [header] },
        { sheetId: 3, title: 'Dold', isHidden: true },
      ],
    })
    expect(await session.listTables(documentId)).toEqual([{ id: '0', name: 'Kort', views: [] }])
    await expect(session.readRows({ ...address, tableId: '1' })).rejects.toMatchObject({ serviceCode: 'table-gone' })
    expect(google.violations).toEqual([])
  })

  test('with nothing in them have no rows', async () => {
    put([])
    expect(await read()).toEqual([])
  })

  test('of 50,000 rows that are nearly all empty take few requests, and the last row counts', async () => {
    const rows: Given[][] = [header, [day('2026-01-13'), 'Första', 1]]
    rows[49_999] = [day('2026-01-14'), 'Sista', 2.5]
    put(
      Array.from(rows, (row) => row ?? []),
      { rowCount: 50_000 },
    )
    const reading = await session.readRows(address)
    expect(rowsOf(reading).map(({ number, cells }) => [number, cells[1]])).toEqual([
      [1, 'Text'],
      [2, 'Första'],
      [50_000, 'Sista'],
    ])
    expect(reading.calls).toBeLessThan(15)
    expect(google.violations).toEqual([])
  })

  test('tell which of their rows are hidden by a filter or by hand', async () => {
    put([header, [day('2026-01-13'), 'A', 1], [day('2026-01-13'), 'B', 2], [day('2026-01-13'), 'C', 3]], {
      ...{ hiddenByFilter: [1], hiddenByUser: [3] },
    })
    expect(rowsOf(await session.readRows(address)).map(({ isHidden }) => isHidden ?? false)).toEqual([
      false,
      true,
      false,
      true,
    ])
    expect(google.violations).toEqual([])
  })

  test('that are shortened or renamed between two requests are read as they are then', async () => {
    put(Array.from({ length: 2500 }, (_, index) => [day('2026-01-13'), `Köp ${index}`, index]))
    google.faults.push({
      ...{ path: /batchGet/, times: 1, after: 3, effect: 'before' },
      before: () =>
        google.edit(documentId, ({ tabs: [tab] }) => {
          if (!tab) return
          tab.cells.length = 10
          Object.assign(tab, { rowCount: 10, title: 'Nytt namn' })
        }),
    })
    expect(rowsOf(await session.readRows(address))).toHaveLength(10)
  })
})

describe('files', () => {
  test('in the bin, taken back, or of another kind are not found', async () => {
    put([header], {}, { isTrashed: true })
    await expect(session.readRows(address)).rejects.toMatchObject({ kind: 'not-found', serviceCode: 'trashed' })
    expect(await session.listDocuments()).toEqual([])
    put([header], {}, { mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' })
    await expect(session.readRows(address)).rejects.toMatchObject({ kind: 'not-found' })
    put([header], {}, { access: { 1002: 'writer' } })
    await expect(session.readRows(address)).rejects.toMatchObject({ kind: 'not-found' })
    expect(google.violations).toEqual([])
  })

  test('shared to be looked at are read, and not written into: that is said to be forbidden, not that they are gone', async () => {
    put([header, [day('2026-01-13'), 'Café', 12]], {}, { access: { 1001: 'reader' } })
    expect(await read()).toHaveLength(2)
    await expect(session.writeRows(address, [['a', 1]])).rejects.toMatchObject({
      kind: 'rejected',
      serviceCode: 'read-only',
    })
  })

  test('are written into as they are read', async () => {
    put([header, [day('2026-01-13'), 'Café', 12]], { rowCount: 3, columnCount: 3 })
    const rows = Array.from({ length: 5 }, (_, index) => [`=${index}`, index + 0.5, null, 'x'])
    await session.writeRows(address, rows)
    expect(await read()).toEqual(rows.map(([text, number]) => [text, String(number), '', 'x']))
    await session.writeRows(address, [['Datum'], [{ day: '2026-01-13' }]])
    expect(await read()).toEqual([['Datum'], ['2026-01-13']])
    expect(google.violations).toEqual([])
  })

  test('by the hundred are listed by pages', async () => {
    const ids = Array.from({ length: 250 }, (_, index) => `1Fil${String(index).padStart(40, '0')}`)
    for (const id of ids) google.put({ id, name: id, access: { 1003: 'writer' }, tabs: [] })
    const { session: other } = await openLine(
      connector,
      (url) => google.grants.answer(url, { account: '1003', picks: ids }),
      time,
    )
    expect((await other.listDocuments()).map(({ id }) => id)).toEqual(ids)
    for (const id of ids) google.files.delete(id)
    expect(google.violations).toEqual([])
  })
})

describe('a Google that is busy or broken', () => {
  const outage = {
    status: 503,
    body: { error: { code: 503, message: 'The service is currently unavailable.', status: 'UNAVAILABLE' } },
  }
  const html = { status: 502, type: 'text/html', text: '<!DOCTYPE html><title>Error 502 (Server Error)!!1</title>' }
  test.each([
    ['the quota of the person', { path: /v4/, effect: 'reply', reply: exhausted('Read', 'User'), times: 2 }],
    ['the quota of the project', { path: /v4/, effect: 'reply', reply: exhausted('Read', 'Project'), times: 2 }],
    ['the rate of Drive', { path: /drive/, effect: 'reply', reply: driveRateLimited, times: 2 }],
    ['the rate of Drive for the person', { path: /drive/, effect: 'reply', reply: driveUserRateLimited, times: 1 }],
    ['an outage', { path: /./, effect: 'reply', reply: outage, times: 2 }],
    ['a page of its front end', { path: /./, effect: 'reply', reply: html, times: 2 }],
    ['a connection cut before', { path: /./, effect: 'cut-before', times: 2 }],
    ['a connection cut after', { path: /./, effect: 'cut-after', times: 2 }],
    ['an answer cut off', { path: /v4/, effect: 'cut-in-answer', times: 2 }],
    ['an answer that takes its time', { path: /v4/, effect: 'slow', ms: 400, times: 1 }],
  ] as const)('is waited for: %s', async (_what, fault) => {
    put([header, [day('2026-01-13'), 'Café', 12]])
    google.faults.push({ ...fault })
    expect(await read()).toEqual([header, ['2026-01-13', 'Café', '12']])
    expect(google.faults[0]?.times).toBe(0)
  })

  test('is asked no oftener than its quota allows, which is counted by its own minute', async () => {
    const quick = createHurriedTime()
    const strict = await startGoogle({ redirectUri, now: quick.now, quota: { user: 60, project: 300 } })
    strict.put({ id: documentId, tabs: [{ sheetId: 7, title: 'Kort', rows: [header] }] })
    const other = connectTo(strict)
    const line = await openLine(other, (url) => strict.grants.answer(url, { picks: [documentId] }), quick)
    for (let count = 0; count < 100; count++) await line.session.listTables(documentId)
    expect(strict.requests.filter((request) => request.includes('/v4/')).length).toBeLessThan(150)
    await strict.close()
  })
})

describe('tokens', () => {
  test('are exchanged and renewed as documented, and the refresh token stays', async () => {
    const line = await letIn()
    const { refreshToken } = line.tokens()
    google.grants.expireAll()
    put([header])
    expect(rowsOf(await line.session.readRows(address))).toHaveLength(1)
    expect(line.tokens().refreshToken).toBe(refreshToken)
    expect(line.tokens().expiresAt - time.now()).toBeGreaterThan(3_590_000)
    expect(google.violations).toEqual([])
  })

  test('are dead when the person takes the access back', async () => {
    const line = await letIn()
    google.grants.revokeAll()
    await expect(line.session.readRows(address)).rejects.toMatchObject({ kind: 'grant-refused' })
    expect(await connector.revokeTokens(line.tokens())).toBe('revoked')
  })

  test('come with a refresh token at a second consent too', async () => {
    const before = await consent(connector, (url) => google.grants.answer(url))
    const after = await consent(connector, (url) => google.grants.answer(url))
    expect(after.refreshToken).not.toBe(before.refreshToken)
  })

  test('of a consent without its only box are refused', async () => {
    const unticked = consent(connector, (url) => google.grants.answer(url, { granted: ['openid'] }))
    await expect(unticked).rejects.toMatchObject({ kind: 'missing-scope' })
    const more = await consent(connector, (url) => google.grants.answer(url, { granted: [fileScope, 'openid'] }))
    expect(more.scopes).toContain(fileScope)
  })

  test('are asked for on a connection of their own, since one that was kept may be dropped at that moment', async () => {
    google.faults.push({ path: /token/, effect: 'cut-kept', times: 10 })
    const [first, second] = [await letIn(), await letIn()]
    await first.renew()
    await second.renew()
    expect(await connector.revokeTokens(first.tokens())).toBe('revoked')
  })

  test('are had for a code once', async () => {
    let used: URL | null = null
    await consent(connector, (url) => (used ??= google.grants.answer(url)))
    await expect(consent(connector, () => used ?? new URL(redirectUri))).rejects.toMatchObject({
      kind: 'grant-refused',
    })
  })
})
