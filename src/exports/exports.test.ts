import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConnectorError } from '#connectors/accounting-connector.ts'
import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { openTestDatabase } from '../../test/database.ts'
import { openExports } from './testing/open-exports.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

describe('an export', () => {
  test.each([
    [{}, 'Bokslut.csv'],
    [{ from: '2026-02-01' }, 'Bokslut från 2026-02-01.csv'],
    [{ to: '2026-02-28' }, 'Bokslut till och med 2026-02-28.csv'],
  ])('of %j says in the name of its file which days it is of', async (filter, fileName) => {
    expect(await (await openExports(database).start(filter)).json()).toMatchObject({ fileName })
  })

  test('writes the invoices of the period and state, each once, and can be downloaded and removed', async () => {
    const { start, work, call, system, files, activities } = openExports(database)
    const started = await start({ from: '2026-02-01', to: '2026-02-28', state: 'paid' })
    expect(started.status).toBe(202)
    const { id } = await started.json()
    expect((await call('GET', `/exports/${id}/file`)).status).toBe(404)
    await work()
    expect(await (await call('GET', `/exports/${id}`)).json()).toMatchObject({ state: 'done', invoices: 2, read: 2 })
    expect(system).toMatchObject({ asked: ['paid'], details: 2 })
    const file = await call('GET', `/exports/${id}/file`)
    expect(file.headers.get('content-disposition')).toContain("filename*=UTF-8''Bokslut%202026-02-01--2026-02-28.csv")
    const { sheets } = readSpreadsheet(new Uint8Array(await file.arrayBuffer()))
    expect(sheets[0]?.rows.map(({ cells }) => cells)).toEqual([
      ['Datum', 'Leverantör', 'Belopp', 'Moms'],
      ['2026-02-01', 'Ångström & Söner AB', '2,00', '0,40'],
      ['2026-02-28', 'Ångström & Söner AB', '3,00', '0,60'],
    ])
    expect(await activities()).toEqual(['export-written'])
    expect((await call('DELETE', `/exports/${id}`)).status).toBe(204)
    expect([(await call('GET', `/exports/${id}`)).status, files.size]).toEqual([404, 0])
  })

  test('writes over the tab of a sheet, numbers as numbers and days as days', async () => {
    const { start, work, call, system } = openExports(database)
    const destination = {
      ...{ connectorId: 'google-sheets', documentId: 'd1', documentName: 'Bokslut', tableId: '7', tableName: 'Mars' },
    }
    expect((await start({}, 'google-sheets')).status).toBe(400)
    const { id } = await (await start({ from: '2026-03-01' }, 'google-sheets', destination)).json()
    await work()
    expect(system.written).toEqual([
      ['Datum', 'Leverantör', 'Belopp', 'Moms'],
      [{ day: '2026-03-01' }, 'Ångström & Söner AB', 4, 0.8],
    ])
    expect(await (await call('GET', `/exports/${id}`)).json()).toMatchObject({
      state: 'done',
      fileName: 'Bokslut – Mars',
    })
    expect((await call('GET', `/exports/${id}/file`)).status).toBe(404)
  })

  test('says why it failed, and is tried again by the queue when the other side was only away', async () => {
    const { start, work, call, system, activities, queued } = openExports(database)
    const { id } = await (await start({}, 'xlsx')).json()
    system.failsWith = new ConnectorError('unavailable', 'safe')
    await work()
    expect(queued).toEqual([{ companyId: expect.any(String), exportId: id }])
    queued.shift()
    expect(await (await call('GET', `/exports/${id}`)).json()).toMatchObject({
      state: 'writing',
      problem: { code: 'awaits-accounting-system' },
    })
    const { id: other } = await (await start()).json()
    system.failsWith = new ConnectorError('missing-licence', 'never', { serviceMessage: 'Licens saknas' })
    await work()
    expect(await (await call('GET', `/exports/${other}`)).json()).toMatchObject({
      state: 'failed',
      problem: { code: 'accounting-system-refused', params: { message: 'Licens saknas' } },
    })
    expect(await activities()).toEqual(['export-failed'])
  })

  test('waits for Google to come back, and gives up after an hour', async () => {
    const { start, work, call, system, pass, queued } = openExports(database)
    const destination = {
      ...{ connectorId: 'google-sheets', documentId: 'd', documentName: 'Ark' },
      ...{ tableId: '0', tableName: 'Ut' },
    }
    const { id } = await (await start({}, 'google-sheets', destination)).json()
    system.sheetFailsWith = new AppError('source-unavailable', 'away')
    await work()
    expect(queued).toHaveLength(1)
    expect(await (await call('GET', `/exports/${id}`)).json()).toMatchObject({ problem: { code: 'awaits-source' } })
    pass(61 * 60)
    await work()
    expect(queued).toHaveLength(0)
    expect(await (await call('GET', `/exports/${id}`)).json()).toMatchObject({
      state: 'failed',
      problem: { code: 'source-unavailable' },
    })
  })

  test('is written without an invoice that the accounting system refuses, and names it', async () => {
    const { start, work, call, system, activities } = openExports(database)
    const { id } = await (await start()).json()
    system.whileDetail = async (number) => {
      if (number === '2')
        throw new ConnectorError('not-found', 'never', { status: 404, serviceMessage: 'Hittades inte' })
      if (number === '4') throw new ConnectorError('missing-scope', 'never', { status: 403 })
    }
    await work()
    expect(await (await call('GET', `/exports/${id}`)).json()).toMatchObject({
      state: 'done',
      invoices: 2,
      read: 4,
      problem: { code: 'export-lacks', params: { count: 2, numbers: '2, 4', message: 'Hittades inte' } },
    })
    const file = await (await call('GET', `/exports/${id}/file`)).text()
    expect(['1,00', '2,00', '3,00', '4,00'].map((amount) => file.includes(amount))).toEqual([true, false, true, false])
    expect(await activities()).toEqual(['export-written'])
  })

  test('of which every invoice is refused fails with what the accounting system said', async () => {
    const { start, work, call, system } = openExports(database)
    const { id } = await (await start()).json()
    system.whileDetail = async () => {
      throw new ConnectorError('missing-scope', 'never', { status: 403, serviceMessage: 'Behörighet saknas' })
    }
    await work()
    expect(await (await call('GET', `/exports/${id}`)).json()).toMatchObject({
      state: 'failed',
      problem: { code: 'accounting-system-refused', params: { message: 'Behörighet saknas' } },
    })
  })

  test.each([
    ['the accounting system', new ConnectorError('unavailable', 'safe')],
    ['the database', Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ])('that has been read for hours goes on where it was when %s was away for a moment', async (_who, error) => {
    const { start, work, call, system, pass, queued } = openExports(database)
    const { id } = await (await start()).json()
    let isAway = true
    system.whileDetail = async (number) => {
      if (number === '1') pass(3 * 3600)
      if (number !== '4' || !isAway) return
      isAway = false
      throw error
    }
    await work()
    expect(await (await call('GET', `/exports/${id}`)).json()).toMatchObject({ state: 'done', invoices: 4 })
    expect([system.details, system.asked, queued]).toEqual([5, ['all'], []])
  })

  test.each([
    ['for room where our own disk is full', 'ENOSPC'],
    ['where the database server stops its statements', '57014'],
  ])('waits %s, and says so when that lasts for an hour', async (_when, code) => {
    const { start, work, call, system, pass, queued, files } = openExports(database)
    const { id } = await (await start()).json()
    const shown = async () => (await call('GET', `/exports/${id}`)).json()
    system.storeFailsWith = Object.assign(new Error('not now'), { code })
    await work()
    expect([queued.length, await shown()]).toEqual([
      1,
      expect.objectContaining({ state: 'writing', problem: { code: 'awaits-store' } }),
    ])
    pass(61 * 60)
    await work()
    expect(await shown()).toMatchObject({ state: 'failed', problem: { code: 'store-away' } })
    const { id: other } = await (await start()).json()
    await work()
    system.storeFailsWith = null
    await work()
    expect(await (await call('GET', `/exports/${other}`)).json()).toMatchObject({ state: 'done', problem: null })
    expect(files.size).toBe(1)
  })

  test.each([
    [[{ path: 'tableId', code: 'source-read-only' }], { code: 'source-read-only' }],
    [[], { code: 'source-refused', params: { name: 'Google Sheets', message: 'The sheet is protected' } }],
  ])('into a sheet that takes nothing says what Google said: %j', async (errors, problem) => {
    const { start, work, call, system } = openExports(database)
    const destination = {
      ...{ connectorId: 'google-sheets', documentId: 'd', documentName: 'Ark' },
      ...{ tableId: '0', tableName: 'Ut' },
    }
    const { id } = await (await start({}, 'google-sheets', destination)).json()
    const params = { name: 'Google Sheets', message: 'The sheet is protected' }
    system.sheetFailsWith = new AppError('source-refused', 'no', { errors, params })
    await work()
    expect(await (await call('GET', `/exports/${id}`)).json()).toMatchObject({ state: 'failed', problem })
  })

  test('that is removed while it is written leaves nothing behind', async () => {
    const { start, work, call, files } = openExports(database)
    const { id } = await (await start()).json()
    await call('DELETE', `/exports/${id}`)
    await work()
    expect(files.size).toBe(0)
  })

  test('that is removed while it is downloaded is as gone as one that was removed before', async () => {
    const { start, work, call, system } = openExports(database)
    const { id } = await (await start()).json()
    await work()
    system.whileRead = () => call('DELETE', `/exports/${id}`)
    expect((await call('GET', `/exports/${id}/file`)).status).toBe(404)
  })

  test('goes through a template for export only, with dates in order', async () => {
    const { start } = openExports(database, { movement: 'import' })
    expect(await (await start()).json()).toMatchObject({ errors: [{ path: 'templateId', code: 'template-imports' }] })
    expect(await (await openExports(database).start({ from: '2026-02-01', to: '2026-01-01' })).json()).toMatchObject({
      errors: [{ path: 'filter.to', code: 'to-before-from' }],
    })
  })

  test("is no other company's to see, to download or to remove", async () => {
    const { start, work, call } = openExports(database)
    const { id } = await (await start()).json()
    await work()
    const stranger = newId()
    for (const [method, path] of [
      ['GET', `/exports/${id}`],
      ['GET', `/exports/${id}/file`],
      ['DELETE', `/exports/${id}`],
    ] as const)
      expect((await call(method, path, undefined, stranger)).status).toBe(404)
    expect(await (await call('GET', '/exports', undefined, stranger)).json()).toEqual({ items: [] })
  })
})
