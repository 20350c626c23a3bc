import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { events } from '#activity/tables.ts'
import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { suggestMapping } from '#templates/index.ts'
import { openTestDatabase } from '../../test/database.ts'
import { header, line, openSources } from './testing/open-sources.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const sample = new TextEncoder().encode(`${header.join(';')}\n2026-11-01;Molnverket;100,50\n2026-11-13;Café Älv;50,00`)
const cardMapping = suggestMapping(readSpreadsheet(sample), { today: '2026-11-21' })?.mapping

describe('a source', () => {
  test('gives every row the first time, and afterwards what is new at its own place in the sheet', async () => {
    const { sheet, create, fetchRows, outcome, files, started } = openSources(database)
    sheet.rows = [line('2026-11-01', '=Molnverket', '1250.5'), line('2026-11-02', 'Café Älv', '-10')]
    const id = await create()
    expect(readSpreadsheet(files.get(`sample of ${id}`) ?? new Uint8Array()).sheets[0]?.rows).toHaveLength(3)
    expect((await fetchRows(id))?.map(({ number, cells, kinds }) => [number, cells, kinds])).toEqual([
      [1, header, 'ttt'],
      [2, ['2026-11-01', '=Molnverket', '1250.5'], 'dtn'],
      [3, ['2026-11-02', 'Café Älv', '-10'], 'dtn'],
    ])
    expect(started[0]?.file.name).toBe('Kortköp – Kort')
    expect(await outcome(id)).toMatchObject({ kind: 'imported', newRows: 2, changedRows: 0, calls: 2 })
    sheet.rows.push(line('2026-11-02', 'Café Älv', '-10'))
    sheet.version++
    expect((await fetchRows(id))?.map(({ number, cells }) => [number, cells[1]])).toEqual([
      [1, 'Text'],
      [4, 'Café Älv'],
    ])
  })

  test('that has not changed is not read, and one that changed to and fro makes no import; both are said', async () => {
    const { sheet, create, fetchRows, outcome, started } = openSources(database)
    sheet.rows = [line('2026-11-01', 'Molnverket', '1250.5')]
    const id = await create()
    await fetchRows(id)
    expect(await fetchRows(id)).toBeNull()
    expect(await outcome(id)).toMatchObject({ kind: 'unchanged', calls: 1 })
    sheet.version++
    expect(await fetchRows(id)).toBeNull()
    expect(await outcome(id)).toMatchObject({ kind: 'unchanged', calls: 2 })
    expect([started.length, sheet.since]).toEqual([1, [null, null, '1', '1']])
    expect(await fetchRows(id, 'all')).toHaveLength(2)
    expect(await outcome(id)).toMatchObject({ newRows: 1, isWhole: true })
  })

  test('tells how many of the rows that are imported are hidden in the sheet', async () => {
    const { sheet, create, fetchRows, started } = openSources(database)
    sheet.rows = [
      { ...line('2026-11-01', 'Molnverket', '1250.5'), isHidden: true },
      line('2026-11-02', 'Café Älv', '-10'),
    ]
    const id = await create()
    expect(await fetchRows(id)).toHaveLength(3)
    sheet.rows.push(
      { ...line('2026-11-03', 'A', '1'), isHidden: true },
      { ...line('2026-11-03', 'B', '2'), isHidden: true },
    )
    sheet.version++
    await fetchRows(id)
    const told = (rows: number) => [{ code: 'source-rows-hidden', params: { sheet: 'Kort', rows } }]
    expect(started.map(({ warnings }) => warnings)).toEqual([told(1), told(2)])
  })

  test('totals are no new rows: an import of some has none of them, and tells those that the whole sheet does not come to', async () => {
    const { sheet, create, fetchRows, outcome, started, templates } = openSources(database)
    const total = (amount: string): ReturnType<typeof line> => line('', 'Summa', amount)
    sheet.rows = [line('2026-11-01', 'Molnverket', '100'), line('2026-11-02', 'Café Älv', '50'), total('150')]
    const id = await create()
    const template = templates.get(id)
    if (template && cardMapping) template.mapping = cardMapping
    expect((await fetchRows(id))?.map(({ number }) => number)).toEqual([1, 2, 3, 4])
    sheet.rows.splice(2, 1, line('2026-11-03', 'Ny', '25'), total('175'))
    sheet.version++
    expect((await fetchRows(id))?.map(({ number }) => number)).toEqual([1, 4])
    expect(await outcome(id)).toMatchObject({ newRows: 1 })
    sheet.rows.splice(3, 1, line('2026-11-04', 'Ny', '30'), total('200'), line('', '', '200'))
    sheet.version++
    expect((await fetchRows(id))?.map(({ number }) => number)).toEqual([1, 5, 7])
    expect(started.map(({ warnings }) => warnings)).toEqual([
      [],
      [],
      [{ code: 'source-sum-differs', cell: 'C6', params: { label: 'Summa', printed: 20_000, counted: 20_500 } }],
    ])
    sheet.rows.splice(4, 2, total('205'))
    sheet.version++
    expect(await fetchRows(id)).toBeNull()
  })

  test('rows below a list that only wait to be filled in are not gone when they are, and more of them are no new ones', async () => {
    const { sheet, create, fetchRows, outcome, started } = openSources(database)
    const open = { cells: ['', '', '0', 'FALSE'] }
    sheet.header = [...header, 'Klar']
    sheet.rows = [line('2026-11-01', 'A', '1'), open, open]
    const id = await create()
    await fetchRows(id)
    sheet.rows.splice(1, 1, line('2026-11-02', 'B', '2'))
    sheet.version++
    expect((await fetchRows(id))?.map(({ number }) => number)).toEqual([1, 3])
    sheet.rows.push(open, open, { cells: ['', '', '', 'FALSE'] })
    sheet.version++
    expect(await fetchRows(id)).toBeNull()
    expect(await outcome(id)).toMatchObject({ kind: 'unchanged' })
    sheet.rows = [line('2026-11-01', 'A', '1'), open]
    sheet.version++
    await fetchRows(id)
    sheet.rows.push(line('2026-11-03', 'C', '3'))
    sheet.version++
    await fetchRows(id)
    sheet.rows = [...sheet.rows, line('2026-11-04', '', ''), line('2026-11-05', '', '')]
    sheet.version++
    expect(await fetchRows(id)).toBeNull()
    sheet.rows.splice(-2, 1, line('2026-11-04', 'D', '4'))
    sheet.version++
    expect((await fetchRows(id))?.map(({ cells }) => cells[1])).toEqual(['Text', 'D'])
    expect(started.map(({ warnings }) => warnings)).toEqual([[], [], [], []])
  })

  test('with lasting identities tells a record that was changed afterwards, and keeps the identity beside its row', async () => {
    const { sheet, create, fetchRows, outcome, started } = openSources(database)
    sheet.rows = [line('2026-11-01', 'A', '1', 'recA'), line('2026-11-02', 'B', '2', 'recB')]
    const id = await create()
    await fetchRows(id)
    sheet.rows = [line('2026-11-02', 'B', '20', 'recB'), line('2026-11-03', 'C', '3', 'recC')]
    sheet.version++
    expect((await fetchRows(id))?.map(({ cells }) => cells)).toEqual([
      [...header, 'Record ID'],
      ['2026-11-02', 'B', '20', 'recB'],
      ['2026-11-03', 'C', '3', 'recC'],
    ])
    expect(await outcome(id)).toMatchObject({ newRows: 1, changedRows: 1 })
    expect(started[1]?.warnings).toEqual([{ code: 'source-rows-changed', params: { rows: 1 } }])
    expect(started[1]?.versions).toEqual([{ number: 2, recordId: 'recB' }])
    await fetchRows(id, 'all')
    expect(started[2]?.versions).toEqual([{ number: 2, recordId: 'recB' }])
  })

  test('is fetched when its time has come, once, and then at the next', async () => {
    const { sheet, createMapped, call, clock, runSchedules, queued, work, started } = openSources(database)
    sheet.rows = [line('2026-11-01', 'A', '1')]
    const id = await createMapped()
    const schedule = { every: 'day', hour: 6, weekday: 1, day: 1 }
    const { body } = await call('PUT', `/template-sources/${id}/schedule`, { schedule })
    await runSchedules()
    expect(queued).toEqual([])
    clock.time = new Date(body.nextAt)
    await Promise.all([runSchedules(), runSchedules()])
    expect(queued).toHaveLength(1)
    await work()
    expect(started).toHaveLength(1)
    const after = (await call('GET', `/template-sources/${id}`)).body
    expect(Date.parse(after.nextAt) - Date.parse(body.nextAt)).toBe(86_400_000)
    await call('PUT', `/template-sources/${id}/schedule`, { schedule: null })
    clock.time = new Date(after.nextAt)
    await runSchedules()
    expect(queued).toEqual([])
  })

  test('that cannot be fetched says why, and nothing of what was seen is forgotten', async () => {
    const { companyId, sheet, create, fetchRows, outcome } = openSources(database)
    sheet.rows = [line('2026-11-01', 'A', '1')]
    const id = await create()
    await fetchRows(id)
    for (const [failure, code] of [
      [new AppError('source-not-found', 'gone'), 'source-not-found'],
      [new AppError('source-access-missing', 'unticked'), 'source-access-missing'],
      [new AppError('source-refused', 'no', { params: { name: 'Airtable', message: 'no' } }), 'source-refused'],
      [new AppError('source-unavailable', 'away'), 'source-unavailable'],
      [new AppError('source-unavailable', 'still away'), 'source-unavailable'],
      [new AppError('connection-lost', 'lost'), 'connection-lost'],
      [new Error('a bug'), 'fetching-failed'],
    ] as const) {
      sheet.failsWith = failure
      await fetchRows(id)
      expect(await outcome(id)).toMatchObject({ kind: 'failed', problem: { code } })
    }
    const told = await withCompany(database.db, companyId, (tx) => tx.select().from(events))
    expect(told.map(({ activity }) => activity)).toEqual(Array(6).fill('source-failed'))
    sheet.failsWith = null
    sheet.version++
    expect(await fetchRows(id)).toBeNull()
  })

  test('whose tab is gone is chosen again: the schedule stays, and only what was not seen before is fetched', async () => {
    const { sheet, createMapped, call, fetchRows, outcome, started } = openSources(database)
    sheet.rows = [line('2026-11-01', 'A', '1'), line('2026-11-02', 'B', '2')]
    const id = await createMapped()
    await call('PUT', `/template-sources/${id}/schedule`, { schedule: { every: 'hour', hour: 6, weekday: 1, day: 1 } })
    await fetchRows(id)
    const address = { documentId: 'other', documentName: 'Kortköp 2027', tableId: '7', tableName: 'Kort maj' }
    const choose = () => call('PUT', `/template-sources/${id}`, { ...address, viewId: null, viewName: null })
    sheet.failsWith = new AppError('source-not-found', 'gone')
    await fetchRows(id)
    expect((await choose()).status).toBe(404)
    sheet.failsWith = null
    sheet.rows = [line('2026-11-02', 'B', '2'), line('2026-11-03', 'C', '3')]
    const { body } = await choose()
    expect(body).toMatchObject({ ...address, viewId: null, schedule: { every: 'hour' } })
    expect([body.outcome, sheet.address]).toEqual([
      null,
      expect.objectContaining({ documentId: 'other', tableId: '7' }),
    ])
    expect((await fetchRows(id))?.map(({ cells }) => cells[1])).toEqual(['Text', 'C'])
    // What stood in the tab before is not missed in this one.
    expect(started.at(-1)?.warnings).toEqual([])
    expect(await outcome(id)).toMatchObject({ kind: 'imported', newRows: 1 })
  })

  test('whose tab is given another name is listed by it from the next fetch that reads rows', async () => {
    const { sheet, create, call, fetchRows, started } = openSources(database)
    sheet.rows = [line('2026-11-01', 'A', '1')]
    const id = await create()
    await fetchRows(id)
    sheet.name = 'Kort 2026'
    sheet.version++
    expect(await fetchRows(id)).toBeNull()
    expect((await call('GET', `/template-sources/${id}`)).body).toMatchObject({ tableName: 'Kort 2026' })
    sheet.rows.push(line('2026-11-02', 'B', '2'))
    sheet.version++
    await fetchRows(id)
    expect(started.at(-1)?.file.name).toBe('Kortköp – Kort 2026')
  })

  test('that is fetched from elsewhere meanwhile gives nothing of where it was', async () => {
    const { sheet, create, call, fetchRows, outcome } = openSources(database)
    sheet.rows = [line('2026-11-01', 'A', '1')]
    const id = await create()
    const address = { documentId: 'd', documentName: 'D', tableId: 't', tableName: 'T', viewId: null, viewName: null }
    sheet.whileRead = async () => {
      sheet.whileRead = null
      await call('PUT', `/template-sources/${id}`, address)
    }
    expect(await fetchRows(id)).toBeNull()
    expect(await outcome(id)).toBeNull()
  })

  const tokenRefused = [{ path: 'connection', code: 'source-token-refused' }]
  test.each([
    ['source-unavailable', []],
    ['source-unavailable', tokenRefused],
    ['connection-lost', []],
  ] as const)(
    'that is out of reach (%s %j) when its time comes is tried again soon, and told once',
    async (code, errors) => {
      const { companyId, sheet, createMapped, call, clock, runSchedules, work, started } = openSources(database)
      sheet.rows = [line('2026-11-01', 'A', '1')]
      const id = await createMapped()
      const schedule = { every: 'month', hour: 6, weekday: 1, day: 1 }
      const next = async () => Date.parse((await call('GET', `/template-sources/${id}`)).body.nextAt)
      await call('PUT', `/template-sources/${id}/schedule`, { schedule })
      const fetchWhenDue = async () => {
        clock.time = new Date(await next())
        await runSchedules()
        await work()
        return ((await next()) - clock.time.getTime()) / 60_000
      }
      sheet.failsWith = new AppError(code, 'away', { errors: [...errors] })
      expect([await fetchWhenDue(), await fetchWhenDue(), await fetchWhenDue()]).toEqual([10, 60, 60])
      expect(await withCompany(database.db, companyId, (tx) => tx.select().from(events))).toHaveLength(1)
      sheet.failsWith = null
      expect(await fetchWhenDue()).toBeGreaterThan(20 * 24 * 60)
      expect(started).toHaveLength(1)
    },
  )

  test.each([
    ['Loading...', []],
    ['#REF!', []],
    ['Loading...', [line('2026-11-01', 'A', '1')]],
  ])('whose formulas show %s is tried again, and its rows are not taken for gone', async (shown, left) => {
    const { sheet, create, fetchRows, outcome, started } = openSources(database)
    sheet.rows = [line('2026-11-01', 'A', '1'), line('2026-11-02', 'B', '2')]
    const id = await create()
    await fetchRows(id)
    const before = sheet.rows
    sheet.rows = [line(shown, '', ''), ...left]
    sheet.version++
    await fetchRows(id)
    expect(await outcome(id)).toMatchObject({ kind: 'failed', problem: { code: 'source-formulas-failed' } })
    sheet.rows = before
    sheet.version++
    expect(await fetchRows(id)).toBeNull()
    expect(started).toHaveLength(1)
  })

  test('that is emptied to be filled anew gives only what is new of what is pasted', async () => {
    const { sheet, create, fetchRows, outcome } = openSources(database)
    sheet.rows = [line('2026-11-01', 'A', '1'), line('2026-11-02', 'B', '2')]
    const id = await create()
    await fetchRows(id)
    const before = sheet.rows
    sheet.rows = []
    sheet.version++
    expect(await fetchRows(id)).toBeNull()
    expect(await outcome(id)).toMatchObject({ kind: 'unchanged' })
    sheet.rows = [...before, line('2026-11-03', 'C', '3')]
    sheet.version++
    expect((await fetchRows(id))?.map(({ cells }) => cells[1])).toEqual(['Text', 'C'])
  })

  test('that is edited is told of, since its rows have no identity', async () => {
    const { sheet, create, fetchRows, started } = openSources(database)
    sheet.rows = [line('2026-11-01', 'A', '1'), line('2026-11-02', 'B', '2')]
    const id = await create()
    await fetchRows(id)
    sheet.rows = [line('2026-11-01', 'A', '10'), line('2026-11-02', 'B', '2')]
    sheet.version++
    expect(await fetchRows(id)).toHaveLength(2)
    expect(started[1]?.warnings).toEqual([{ code: 'source-rows-gone', params: { rows: 1 } }])
  })

  test('knows a row again by its mapped columns, whatever is written beside them and wherever they stand', async () => {
    const { sheet, create, fetchRows, outcome, started } = openSources(database)
    sheet.rows = [line('2026-11-01', 'A', '1'), line('2026-11-01', 'A', '1')]
    const id = await create()
    await fetchRows(id)
    sheet.header = ['Attest', ...header]
    sheet.rows = ['Karin', ''].map((by) => ({ cells: [by, '2026-11-01', 'A', '1'] }))
    sheet.version++
    expect(await fetchRows(id)).toBeNull()
    expect(await outcome(id)).toMatchObject({ kind: 'unchanged' })
    sheet.rows.push({ cells: ['Olle', '2026-11-01', 'A', '1'] })
    sheet.version++
    expect(await fetchRows(id)).toHaveLength(2)
    expect(started[1]?.warnings).toEqual([])
  })

  test('knows its rows again after another column was mapped', async () => {
    const { sheet, create, fetchRows, outcome, templates } = openSources(database)
    sheet.header = [...header, 'Ort']
    sheet.rows = [{ cells: ['2026-11-01', 'A', '1', 'Umeå'] }, { cells: ['2026-11-01', 'A', '1', 'Lund'] }]
    const id = await create()
    await fetchRows(id)
    const { fields } = templates.get(id)?.mapping ?? {}
    Object.assign(fields ?? {}, {
      city: { kind: 'source', from: { kind: 'column', name: 'Ort', occurrence: 0, index: 3 } },
    })
    sheet.version++
    expect(await fetchRows(id)).toBeNull()
    sheet.rows[0] = { cells: ['2026-11-01', 'A', '1', 'Piteå'] }
    sheet.version++
    expect((await fetchRows(id))?.map(({ cells }) => cells[3])).toEqual(['Ort', 'Piteå'])
    expect(await outcome(id)).toMatchObject({ newRows: 1 })
  })

  test('whose column is renamed, or swaps its name with another, goes on under the names that the template knows', async () => {
    const { sheet, create, fetchRows } = openSources(database)
    sheet.columnIds = ['fld1', 'fld2', 'fld3']
    const id = await create()
    sheet.header = ['Datum', 'Köpställe', 'Belopp']
    sheet.rows = [line('2026-11-01', 'A', '1', 'recA')]
    expect((await fetchRows(id))?.[0]?.cells).toEqual([...header, 'Record ID'])
    sheet.header = ['Datum', 'Belopp', 'Text']
    sheet.rows.push(line('2026-11-02', 'B', '2', 'recB'))
    sheet.version++
    expect((await fetchRows(id))?.map(({ cells }) => cells)).toEqual([
      [...header, 'Record ID'],
      ['2026-11-02', 'B', '2', 'recB'],
    ])
  })

  test('that cannot be stored leaves no template and no file', async () => {
    const { sheet, tryToCreate, templates, files } = openSources(database)
    sheet.columnIds = ['a', 'b', 'c']
    sheet.rows = [line('2026-11-01', 'Molnverket', '1250.5', 'r1')]
    const unfit = 'Vy\0' // PostgreSQL's texts hold all but this
    expect((await tryToCreate({ viewName: unfit })).status).toBe(500)
    expect([templates.size, files.size]).toEqual([0, 0])
    expect((await tryToCreate()).status).toBe(201)
  })

  test("is no other company's to see, to plan or to fetch, and goes with its template", async () => {
    const { sheet, create, call, templates, files, work, fetchRows } = openSources(database)
    sheet.rows = [line('2026-11-01', 'A', '1')]
    const id = await create()
    await fetchRows(id)
    const stranger = newId()
    expect((await call('GET', `/template-sources/${id}`, undefined, stranger)).status).toBe(404)
    expect((await call('PUT', `/template-sources/${id}/schedule`, { schedule: null }, stranger)).status).toBe(404)
    expect((await call('POST', `/template-sources/${id}/fetch`, { extent: 'all' }, stranger)).status).toBe(404)
    await call('POST', `/template-sources/${id}/fetch`, { extent: 'all' })
    templates.clear()
    expect((await call('GET', '/template-sources')).body).toEqual({ items: [] })
    await work()
    expect(files.size).toBe(2) // the sample, and the rows of its import: what was seen has gone
    expect(await fetchRows(id).catch(() => null)).toBeNull()
  })
})
