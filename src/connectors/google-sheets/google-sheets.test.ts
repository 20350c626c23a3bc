import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openGoogleStage } from '../testing/google-stage.ts'
import { describeSourceConnector, readingOf, signIn } from '../testing/source-connector-behaviour.ts'
import { rangeAddress } from './addresses.ts'
import { errorFromResponse } from './errors.ts'

describeSourceConnector('Google Sheets', () => openGoogleStage(), { callsFor2500Rows: 10 })

describe('Google Sheets', () => {
  let stage: Awaited<ReturnType<typeof openGoogleStage>>
  beforeAll(async () => {
    stage = await openGoogleStage()
  })
  afterAll(() => stage.close())
  beforeEach(() => stage.reset())
  const id = '1Kalkyl0000000000000000000000000000000000001'

  test('is refused when the person unticks the files', async () => {
    await expect(stage.consentWith({ granted: [] })).rejects.toMatchObject({ kind: 'missing-scope', retry: 'never' })
  })
  test('lists what was picked in the consent, and nothing else', async () => {
    const { accessToken } = await stage.consentWith({ files: ['1KortkopFjallbruket2026mars0000000000000001'] })
    const { connector, pace } = stage
    const session = connector.openSession({ accessToken: async () => accessToken, sharer: 'a', owner: null, pace })
    expect((await session.listDocuments()).map(({ name }) => name)).toEqual(['Kortköp 2026'])
    await expect(session.readDocument('1ResorFjallbruket202600000000000000000000002')).rejects.toMatchObject({
      kind: 'not-found',
      status: 404,
    })
  })
  test('keeps its refresh token over a refresh', async () => {
    const { refreshToken } = await stage.consentWith()
    expect((await stage.connector.refreshTokens(refreshToken)).refreshToken).toBe(refreshToken)
  })
  test('takes its access back at Google, and minds no token that is dead there', async () => {
    const tokens = await stage.consentWith()
    expect(await stage.connector.revokeTokens(tokens)).toBe('revoked')
    await expect(stage.connector.refreshTokens(tokens.refreshToken)).rejects.toMatchObject({ kind: 'grant-refused' })
    expect(await stage.connector.revokeTokens(tokens)).toBe('revoked')
  })
  test('tells dates by the format of their cells, also with a time, and leaves other numbers alone', async () => {
    const { session } = await signIn(stage)
    await stage.putDocument(id, [
      {
        sheetId: 0,
        title: "Olles 'kort'",
        rows: [
          ['Datum', 'Belopp', 'Andel', 'Fel'],
          [{ v: 46035.5, f: 'DATE_TIME' }, { v: 46035, f: 'CURRENCY' }, { v: 0.25, f: 'PERCENT' }, { error: '#N/A' }],
          [],
          [{ v: 3282.210000000001, f: 'NUMBER' }, 46036],
        ],
      },
    ])
    await stage.pick(id)
    const { rows, locale } = readingOf(await session.readRows({ documentId: id, tableId: '0', viewId: null }))
    expect(locale).toBe('sv_SE')
    expect(rows).toEqual([
      { number: 1, cells: ['Datum', 'Belopp', 'Andel', 'Fel'], kinds: 'tttt', recordId: null },
      {
        ...{ number: 2, cells: ['2026-01-13 12:00:00', '46035', '0.25', '#N/A'], kinds: 'dnnt', recordId: null },
        units: { 1: 'kr', 2: '%' },
      },
      { number: 4, cells: ['3282.21', '46036'], kinds: 'nn', recordId: null },
    ])
  })
  test.each([
    ['sv_SE', 'kr'],
    ['nb_NO', 'NOK'],
    ['de_DE', '€'],
    ['en_US', '$'],
  ])('tells what numbers are shown in, in a sheet of %s too', async (locale, own) => {
    const { session } = await signIn(stage)
    const money = (v: number, pattern?: string) => ({ v, f: 'CURRENCY', ...(pattern && { pattern }) })
    const cells = [money(-1234.5), money(12.5, '#,##0.00 [$PLN]'), money(7, '[$¥-411]#,##0'), 12.5]
    await stage.control('PUT', `documents/${id}`, {
      ...{ name: 'Prov', users: ['1001'], locale },
      tabs: [{ sheetId: 0, title: 'Kort', rows: [['a', 'b', 'c', 'd'], [], cells, [{ v: 46035, f: 'DATE' }]] }],
    })
    await stage.pick(id)
    const { rows } = readingOf(await session.readRows({ documentId: id, tableId: '0', viewId: null }))
    expect(rows[1]).toMatchObject({ cells: ['-1234.5', '12.5', '7', '12.5'], units: { 0: own, 1: 'PLN', 2: '¥' } })
    expect(rows[2]).toMatchObject({ cells: ['2026-01-13'], kinds: 'd' })
  })
  test.each(['da_DK', 'en_GB', 'fi_FI'])('a day of %s is a day, and kronor are whose they are', async (locale) => {
    const { session } = await signIn(stage)
    const rows = [
      ['Dag', 'Belopp'],
      [
        { v: 46035, f: 'DATE' },
        { v: 46036, f: 'CURRENCY' },
      ],
    ]
    await stage.control('PUT', `documents/${id}`, {
      ...{ name: 'Prov', users: ['1001'], locale },
      tabs: [{ sheetId: 0, title: 'Kort', rows }],
    })
    await stage.pick(id)
    const reading = readingOf(await session.readRows({ documentId: id, tableId: '0', viewId: null }))
    const unit = { da_DK: 'DKK', en_GB: '£', fi_FI: '€' }[locale]
    expect(reading.rows[1]).toMatchObject({ cells: ['2026-01-13', '46036'], kinds: 'dn', units: { 1: unit } })
  })
  test('keeps the zeros with which a number is shown: the end of a card without them is another card', async () => {
    const { session } = await signIn(stage)
    const end = (v: number) => ({ v, f: 'NUMBER', pattern: '0000' })
    const rows = [
      ['Kort', 'Belopp'],
      [end(123), 0.5],
      [end(5678), 0],
    ]
    await stage.putDocument(id, [{ sheetId: 0, title: 'Kort', rows }])
    await stage.pick(id)
    const reading = readingOf(await session.readRows({ documentId: id, tableId: '0', viewId: null }))
    expect(reading.rows.slice(1).map(({ cells, kinds }) => [...cells, kinds])).toEqual([
      ['0123', '0.5', 'tn'],
      ['5678', '0', 'nn'],
    ])
  })
  test('asks for the formats of no day that shows that it is one', async () => {
    const { session } = await signIn(stage)
    const day = (v: number) => ({ v, f: 'DATE' })
    const rows = Array.from({ length: 900 }, (_, index) => [day(45_000 + index), { v: 30_000 + index, f: 'CURRENCY' }])
    await stage.putDocument(id, [{ sheetId: 0, title: 'Kort', rows }])
    await stage.pick(id)
    const reading = readingOf(await session.readRows({ documentId: id, tableId: '0', viewId: null }))
    expect(new Set(reading.rows.map(({ kinds, units }) => kinds + units?.[1]))).toEqual(new Set(['dnkr']))
    // The file, its tabs, the values, whether formulas are among them, what is shown, which are hidden, and the file again.
    expect(reading.calls).toBe(7)
  })
  test('reads rows that a filter or a person has hidden, and says which, however many there are, in one request', async () => {
    const { session } = await signIn(stage)
    const rows = Array.from({ length: 3000 }, (_, index) => (index === 1200 ? [] : [`Köp ${index + 1}`]))
    const hiddenRows = { byFilter: [2, 1201, 2999], byUser: [3, 2999, 3400] }
    await stage.control('PUT', `documents/${id}`, {
      ...{ name: 'Prov', users: ['1001'] },
      tabs: [{ sheetId: 0, title: "Kort 'mars'", rows, hiddenRows }],
    })
    await stage.pick(id)
    const reading = readingOf(await session.readRows({ documentId: id, tableId: '0', viewId: null }))
    expect(reading.rows).toHaveLength(2999)
    expect(reading.rows.filter(({ isHidden }) => isHidden).map(({ number }) => number)).toEqual([2, 3, 2999])
    const sample = readingOf(await session.readRows({ documentId: id, tableId: '0', viewId: null }, { most: 5000 }))
    expect([sample.rows.filter(({ isHidden }) => isHidden).length, sample.calls]).toEqual([0, reading.calls - 1])
  })
  test('finds a tab by its id though it has been renamed', async () => {
    const { session } = await signIn(stage)
    await stage.putDocument(id, [{ sheetId: 5, title: 'Mars', rows: [['Datum']] }])
    await stage.pick(id)
    const address = { documentId: id, tableId: '5', viewId: null }
    const { version } = await session.readRows(address)
    await stage.putDocument(id, [{ sheetId: 5, title: 'April', rows: [['Datum']] }])
    expect(readingOf(await session.readRows(address, { since: version })).table).toBe('April')
  })
  test('writes a tab anew, texts as texts', async () => {
    const { session } = await signIn(stage)
    await stage.putDocument(id, [
      {
        sheetId: 0,
        title: 'Ut',
        rows: [
          ['gammalt', 1],
          ['mer', 2],
          ['mest', 3],
        ],
      },
    ])
    await stage.pick(id)
    const address = { documentId: id, tableId: '0', viewId: null }
    await session.writeRows(address, [
      ['Leverantör', 'Belopp'],
      ['=HYPERLINK("http://x")', 12.5],
      [null, -3],
    ])
    const { rows } = readingOf(await session.readRows(address))
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['Leverantör', 'Belopp'],
      ['=HYPERLINK("http://x")', '12.5'],
      ['', '-3'],
    ])
    await session.writeRows(address, [])
    expect(readingOf(await session.readRows(address)).rows).toEqual([])
  })

  test('writes days as days, and leaves what a person chose to show other cells as', async () => {
    const { session } = await signIn(stage)
    await stage.putDocument(id, [{ sheetId: 0, title: 'Ut', rows: [] }])
    await stage.pick(id)
    const address = { documentId: id, tableId: '0', viewId: null }
    const rows = [
      ['Datum', 'Belopp'],
      [null, 1],
      [{ day: '2026-11-28' }, 2],
      [{ day: '1999-01-02' }, 3],
    ]
    await session.writeRows(address, rows)
    const { tabs } = (await (await stage.control('GET', `documents/${id}`)).json()) as { tabs: { rows: object[] }[] }
    const shown = (v: number) => ({ v, f: 'DATE', pattern: 'yyyy-mm-dd' })
    expect(tabs[0]?.rows).toEqual([
      ['Datum', 'Belopp'],
      [null, 1],
      [shown(46_354), 2],
      [shown(36_162), 3],
    ])
    expect(readingOf(await session.readRows(address)).rows.map(({ cells }) => cells[0])).toEqual([
      ...['Datum', '', '2026-11-28', '1999-01-02'],
    ])
  })

  test('does not write into a tab that its owner has protected, and says so', async () => {
    const { session } = await signIn(stage)
    await stage.putDocument(id, [{ sheetId: 0, title: 'Ut', isProtected: true, rows: [['gammalt']] }])
    await stage.pick(id)
    const writing = session.writeRows({ documentId: id, tableId: '0', viewId: null }, [['Leverantör']])
    await expect(writing).rejects.toMatchObject({ kind: 'rejected', serviceCode: 'protected' })
  })

  test('writes into a tab whose only row left would be a frozen one, and leaves the grid its size', async () => {
    const { session } = await signIn(stage)
    await stage.putDocument(id, [{ sheetId: 0, title: 'Ut', frozenRows: 1, rows: [['gammalt'], ['mer']] }])
    await stage.pick(id)
    await session.writeRows({ documentId: id, tableId: '0', viewId: null }, [['Leverantör']])
    const { tabs } = (await (await stage.control('GET', `documents/${id}`)).json()) as { tabs: object[] }
    expect(tabs).toMatchObject([{ rowCount: 1000, columnCount: 26, rows: [['Leverantör']] }])
  })
  test('writes into no spreadsheet that lies in the bin', async () => {
    const { session } = await signIn(stage)
    await stage.control('PUT', `documents/${id}`, {
      ...{ name: 'Prov', users: ['1001'], trashed: true },
      tabs: [{ sheetId: 0, title: 'Ut', rows: [] }],
    })
    await stage.pick(id)
    const address = { documentId: id, tableId: '0', viewId: null }
    await expect(session.writeRows(address, [['Text']])).rejects.toMatchObject({ kind: 'not-found' })
  })
  test('writes and reads 30,000 rows in requests of bounded weight', async () => {
    const { session } = await signIn(stage)
    await stage.putDocument(id, [{ sheetId: 0, title: 'Ut', rows: [] }])
    await stage.pick(id)
    const address = { documentId: id, tableId: '0', viewId: null }
    const rows = Array.from({ length: 30_000 }, (_, index) => [`Köp nummer ${index}`, index / 100, 'Östersund'])
    await session.writeRows(address, rows)
    const reading = readingOf(await session.readRows(address))
    expect(reading.rows.map((row) => row.cells[0])).toEqual(rows.map((row) => row[0]))
    expect(reading.calls).toBeLessThan(10)
  })
})

describe('a tab that changes', () => {
  const documentId = '1Kalkyl0000000000000000000000000000000000002'
  const address = { documentId, tableId: '0', viewId: null }
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => [`Köp ${index}`, 100_000 + index])
  const tab = (rows: unknown[][]) => [{ sheetId: 0, title: 'Kort', rows }]

  /** `change` happens before the second block of values is read, `times` times in all. */
  async function readWhile(before: unknown[][], change: (time: number) => unknown[][], times = 1) {
    let values = 0
    let changes = 0
    const stage = await openGoogleStage({
      async fetch(input, init) {
        const isSecond = String(input).includes('batchGet') && ++values % 2 === 0
        if (isSecond && changes < times) await stage.putDocument(documentId, tab(change(++changes)))
        return fetch(input, init)
      },
    })
    await stage.putDocument(documentId, tab(before))
    const { session } = await signIn(stage)
    await stage.pick(documentId)
    return { stage, session, reading: session.readRows(address).then(readingOf).finally(stage.close) }
  }
  const texts = (rows: { cells: string[] }[]) => rows.map(({ cells }) => cells[0])

  test('while it is read is read anew: a row inserted above comes once, and none twice', async () => {
    const { reading } = await readWhile(numbered(2500), () => [['Ny', 1], ...numbered(2500)])
    expect(texts((await reading).rows)).toEqual(
      texts([['Ny', 1], ...numbered(2500)].map((cells) => ({ cells }) as never)),
    )
  })
  test('while it is read is read anew: rows that were deleted stop nothing', async () => {
    const { reading } = await readWhile(numbered(2500), () => numbered(10))
    expect((await reading).rows).toHaveLength(10)
  })
  test('every time it is read is not taken half', async () => {
    const { reading } = await readWhile(numbered(2500), (time) => numbered(2500 + time).slice(time), 9)
    await expect(reading).rejects.toMatchObject({ kind: 'unavailable', retry: 'safe' })
  })
  test('while it is read gives no row what another is shown in', async () => {
    const kort = ['kr', '€', 'kr', '$'].map((sign, index) => [
      `Köp ${index}`,
      { v: 100 + index, f: 'CURRENCY', pattern: `#,##0.00 [$${sign}]` },
    ])
    let isChanged = false
    const stage = await openGoogleStage({
      async fetch(input, init) {
        if (String(input).includes('FORMATTED_VALUE') && !String(input).includes('UNFORMATTED') && !isChanged) {
          isChanged = true
          await stage.putDocument(documentId, tab(kort.toReversed()))
        }
        return fetch(input, init)
      },
    })
    await stage.putDocument(documentId, tab(kort))
    const { session } = await signIn(stage)
    await stage.pick(documentId)
    const { rows } = readingOf(await session.readRows(address))
    await stage.close()
    expect(rows.map(({ cells, units }) => `${cells[1]} ${units?.[1]}`)).toEqual(['103 $', '102 kr', '101 €', '100 kr'])
  })
  test('and is changed back while it is read gives no row what another is shown in', async () => {
    const kort = ['kr', '€'].map((sign, index) => [
      `Köp ${index}`,
      { v: 100 + index, f: 'CURRENCY', pattern: `#,##0.00 [$${sign}]` },
    ])
    let asked = 0
    const stage = await openGoogleStage({
      async fetch(input, init) {
        const isShown = String(input).includes('=FORMATTED_VALUE') && ++asked === 1
        if (isShown) await stage.putDocument(documentId, tab(kort.toReversed()))
        const answer = await fetch(input, init)
        if (isShown) await stage.putDocument(documentId, tab(kort))
        return answer
      },
    })
    await stage.putDocument(documentId, tab(kort))
    const { session } = await signIn(stage)
    await stage.pick(documentId)
    const { rows } = readingOf(await session.readRows(address))
    await stage.close()
    expect(rows.map(({ cells, units }) => `${cells[1]} ${units?.[1]}`)).toEqual(['100 kr', '101 €'])
  })
  test('by a formula alone is read though its file is the same version', async () => {
    const stage = await openGoogleStage()
    const { session } = await signIn(stage)
    const reckoned = (count: number) => tab([[{ v: 'Köp', formula: '=IMPORTRANGE("1x"; "A:B")' }], ...numbered(count)])
    await stage.putDocument(documentId, reckoned(1))
    await stage.pick(documentId)
    const { version } = await session.readRows(address)
    await stage.control('PUT', `documents/${documentId}`, {
      ...{ name: 'Prov', users: ['1001'], isReckoned: true },
      tabs: reckoned(2),
    })
    expect(readingOf(await session.readRows(address, { since: version })).rows).toHaveLength(3)
    await stage.close()
  })
})

describe('the quotas of Google', () => {
  test("keep one person's reads under theirs", async () => {
    const stage = await openGoogleStage({ quotaOfUser: 60 })
    const { session } = await signIn(stage)
    const { documentId } = await stage.seed([['Datum']])
    await Promise.all(Array.from({ length: 150 }, () => session.listTables(documentId)))
    expect(await stage.stats()).toMatchObject({ rateLimited: 0 })
    await stage.close()
  })
  test('broken by another process of ours are waited out', async () => {
    const stage = await openGoogleStage({ quotaOfUser: 20 })
    const { session } = await signIn(stage)
    const { documentId } = await stage.seed([['Datum']])
    const tables = await Promise.all(Array.from({ length: 30 }, () => session.listTables(documentId)))
    expect(tables.flat()).toHaveLength(30)
    expect((await stage.stats()).rateLimited).toBeGreaterThan(0)
    await stage.close()
  })
})

test.each([
  [403, 'rateLimitExceeded', 'rate-limited', 'safe'],
  [403, 'userRateLimitExceeded', 'rate-limited', 'safe'],
  [403, 'dailyLimitExceeded', 'unavailable', 'safe'],
  [403, 'domainPolicy', 'rejected', 'never'],
  [403, 'insufficientFilePermissions', 'not-found', 'never'],
  [403, 'appNotAuthorizedToFile', 'not-found', 'never'],
  [404, 'notFound', 'not-found', 'never'],
])('%i %s of Drive is %s, to be sent again: %s', (status, reason, kind, retry) => {
  const body = JSON.stringify({ error: { code: status, message: 'm', errors: [{ domain: 'usageLimits', reason }] } })
  expect(errorFromResponse(new Response(null, { status }), body)).toMatchObject({ kind, retry })
})

test.each([
  ['Kort', 0, 26, "'Kort'!A1:Z10"],
  ["Olles 'kort'", 26, 28, "'Olles ''kort'''!AA1:AB10"],
  ['A1', 701, 703, "'A1'!ZZ1:AAA10"],
])('the range of tab %s from column %i to %i is %s', (title, fromColumn, toColumn, address) => {
  expect(rangeAddress(title, { fromRow: 0, toRow: 10, fromColumn, toColumn })).toBe(address)
})
