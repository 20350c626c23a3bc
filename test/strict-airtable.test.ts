import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Table } from './strict-sources/airtable-base.ts'
import { monthSpent, tooMany } from './strict-sources/airtable-errors.ts'
import { airtable as client } from './strict-sources/airtable-oauth.ts'
import { address, baseId, openAirtableStage, purchase, recordId, tableId } from './strict-sources/airtable-stage.ts'
import { consent, rowsOf, textsOf } from './strict-sources/open-line.ts'

let stage: Awaited<ReturnType<typeof openAirtableStage>>
beforeEach(async () => {
  stage = await openAirtableStage()
})
afterEach(async () => {
  await stage.airtable.close()
  expect(stage.airtable.violations).toEqual([])
})

describe('listings', () => {
  const many = () => Array.from({ length: 250 }, (_, index) => purchase(index, `Köp ${index}`, index))

  test('come by pages of a hundred, each record once', async () => {
    stage.put(many())
    const reading = await stage.line.session.readRows(address)
    expect(
      rowsOf(reading)
        .slice(1)
        .map(({ recordId: id }) => id),
    ).toEqual(many().map(({ id }) => id))
    expect(stage.airtable.requests.filter((request) => request.includes(`/v0/${baseId}/`))).toHaveLength(3)
  })

  test.each([
    ['a record in the middle of a page', 150],
    ['the record that the next page begins with', 100],
  ])('go on when %s is deleted meanwhile', async (_what, place) => {
    const table = stage.put(many())
    stage.airtable.faults.push({
      ...{ path: /tblKortkop/, times: 1, after: 1, effect: 'before' },
      before: () => void table.records.splice(place, 1),
    })
    const ids = rowsOf(await stage.line.session.readRows(address))
      .slice(1)
      .map(({ recordId: id }) => id)
    expect(ids).toEqual(
      many()
        .map(({ id }) => id)
        .filter((id) => id !== recordId(place)),
    )
  })

  test('go on over a page whose records have all gone', async () => {
    const table = stage.put(many())
    stage.airtable.faults.push({
      ...{ path: /tblKortkop/, times: 1, after: 1, effect: 'before' },
      before: () => void table.records.splice(101, 99),
    })
    expect(rowsOf(await stage.line.session.readRows(address))).toHaveLength(152)
  })

  test('that Airtable forgets again and again are given up, and can be tried again', async () => {
    stage.put(many())
    stage.airtable.faults.push({
      path: /tblKortkop/,
      times: 5,
      after: 1,
      effect: 'before',
      before: stage.airtable.forgetIterators,
    })
    await expect(stage.line.session.readRows(address)).rejects.toMatchObject({ kind: 'unavailable', retry: 'safe' })
  })

  test('of a view hold what it shows, and say when it is gone', async () => {
    const table = stage.put([purchase(1, 'A', 1), purchase(2, 'B', 2)])
    table.views.push({
      id: 'viwStora0000000001',
      name: 'Stora',
      type: 'grid',
      shows: ({ fields }) => Number(fields.fldBelopp000000001) > 1,
    })
    expect(await stage.read('viwStora0000000001')).toHaveLength(2)
    table.views.pop()
    await expect(stage.read('viwStora0000000001')).rejects.toMatchObject({
      kind: 'not-found',
      serviceCode: 'view-gone',
    })
  })

  test('of a view that goes between two requests say so too', async () => {
    const table = stage.put([purchase(1, 'A', 1)])
    stage.airtable.faults.push({
      ...{ path: /tblKortkop/, times: 1, effect: 'before' },
      before: () => void table.views.splice(0),
    })
    await expect(stage.read('viwAlla00000000001')).rejects.toMatchObject({ kind: 'not-found' })
  })
})

describe('what changed since', () => {
  async function changes(change: (table: Table) => void, table: Partial<Table> = {}, others: Table[] = []) {
    const made = stage.put([purchase(1, 'A', 1), purchase(2, 'B', 2), purchase(3, 'C', 3)], table, others)
    const { version } = await stage.line.session.readRows(address)
    stage.time.advance(3600)
    change(made)
    stage.time.advance(3600)
    const reading = await stage.line.session.readRows(address, { since: version })
    return reading.extent === 'unchanged'
      ? 'unchanged'
      : {
          [reading.extent]: textsOf(reading)
            .slice(1)
            .map(([text]) => text),
        }
  }
  function edit(table: Table, place: number, fields: Record<string, unknown>): void {
    const found = table.records[place]
    if (found) Object.assign(found.fields, fields)
    if (found) found.modifiedTime = stage.airtable.whenNow()
  }

  test('is nothing, what was edited, what came, and nothing of what went', async () => {
    expect(await changes(() => undefined)).toBe('unchanged')
    expect(await changes((table) => edit(table, 1, { fldBelopp000000001: 20 }))).toEqual({ changed: ['B'] })
    expect(
      await changes(
        (table) => void table.records.push({ ...purchase(4, 'D', 4), createdTime: stage.airtable.whenNow() }),
      ),
    ).toEqual({ changed: ['D'] })
    expect(await changes((table) => void table.records.splice(0, 1))).toBe('unchanged')
  })

  test('is found though a field was renamed or became of another kind', async () => {
    const result = await changes((table) => {
      const amount = table.fields[2]
      if (amount) table.fields = [...table.fields.slice(0, 2), { id: amount.id, name: 'Summa', type: 'singleLineText' }]
      edit(table, 0, { fldBelopp000000001: '1,00' })
    })
    expect(result).toEqual({ changed: ['A'] })
  })
})

describe('an Airtable that is busy or broken', () => {
  const outage = {
    status: 503,
    body: { error: { type: 'SERVICE_UNAVAILABLE', message: 'The service is temporarily unavailable.' } },
  }
  test.each([
    ['its limit', { path: /tblKort/, effect: 'reply', reply: tooMany, times: 2 }],
    ['an outage', { path: /v0/, effect: 'reply', reply: outage, times: 2 }],
    [
      'a page of its front end',
      { path: /v0/, effect: 'reply', reply: { status: 502, text: '<html>502', type: 'text/html' }, times: 2 },
    ],
    ['a connection cut before', { path: /v0/, effect: 'cut-before', times: 2 }],
    ['a connection cut after', { path: /v0/, effect: 'cut-after', times: 2 }],
    ['an answer cut off', { path: /v0/, effect: 'cut-in-answer', times: 2 }],
  ] as const)('is waited for: %s', async (_what, fault) => {
    stage.put([purchase(1, 'A', 1)])
    stage.airtable.faults.push({ ...fault })
    expect(await stage.read()).toHaveLength(2)
    expect(stage.airtable.faults[0]?.times).toBe(0)
  })

  test('is asked five times a second of a base at the most, and never shut out', async () => {
    stage.put(Array.from({ length: 2000 }, (_, index) => purchase(index, `Köp ${index}`, index)))
    expect((await Promise.all([stage.read(), stage.read()])).map(({ length }) => length)).toEqual([2001, 2001])
    expect(stage.airtable.counts.rateLimited).toBe(0)
  })

  test('that counts a month as spent is not asked again', async () => {
    stage.put([purchase(1, 'A', 1)])
    stage.airtable.faults.push({ path: /v0/, effect: 'reply', reply: monthSpent, times: 9 })
    await expect(stage.read()).rejects.toMatchObject({ kind: 'rejected', retry: 'never' })
    expect(stage.airtable.faults[0]?.times).toBe(8)
  })
})

describe('access', () => {
  test('names whose account it is and the bases that were let in', async () => {
    stage.put([])
    stage.airtable.put({ id: 'appAnnan0000000001', name: 'Annan', permissionLevel: 'edit', tables: [] })
    expect(await stage.line.session.readOwner()).toEqual({
      id: 'usrKarinEkdahl0001',
      name: 'karin@fjallbruket.example',
    })
    expect(await stage.line.session.listDocuments()).toEqual([{ id: baseId, name: 'Fjällbruket' }])
    expect(await stage.line.session.listTables(baseId)).toEqual([
      { id: tableId, name: 'Kortköp', views: [{ id: 'viwAlla00000000001', name: 'Alla' }] },
    ])
  })

  test('to a base that is taken back is told as such, also in the middle of a reading', async () => {
    stage.put([purchase(1, 'A', 1)])
    stage.airtable.faults.push({
      ...{ path: /tblKort/, times: 1, effect: 'before' },
      before: () => stage.airtable.grants.takeBack(baseId),
    })
    await expect(stage.read()).rejects.toMatchObject({ kind: 'not-found', retry: 'never' })
    await expect(stage.read()).rejects.toMatchObject({ kind: 'not-found', retry: 'never' })
    await expect(stage.line.session.readDocument(baseId)).rejects.toMatchObject({ kind: 'not-found' })
  })

  test('to a base that was deleted is told as such', async () => {
    stage.put([purchase(1, 'A', 1)])
    stage.airtable.bases.delete(baseId)
    await expect(stage.read()).rejects.toMatchObject({ kind: 'not-found', retry: 'never', serviceCode: 'NOT_FOUND' })
  })

  test('without the boxes that are needed is refused, and without the address is not', async () => {
    const granting = (granted: string[]) =>
      consent(stage.connector, (url) => stage.airtable.grants.answer(url, { granted }))
    await expect(granting(['data.records:read'])).rejects.toMatchObject({ kind: 'missing-scope' })
    expect((await granting(['data.records:read', 'schema.bases:read'])).scopes).toHaveLength(2)
  })

  test.each([
    ['with a secret', client.clientSecret],
    ['without one', null],
  ])('by a client %s is renewed by tokens that are good once', async (_what, secret) => {
    await stage.airtable.close()
    stage = await openAirtableStage(secret)
    const before = stage.line.tokens()
    stage.time.advance(3601)
    stage.put([purchase(1, 'A', 1)])
    expect(await stage.read()).toHaveLength(2)
    expect(stage.line.tokens().refreshToken).not.toBe(before.refreshToken)
    expect(stage.airtable.grants.counts).toEqual({ refreshes: 1, reused: 0 })
    await expect(stage.connector.refreshTokens(before.refreshToken)).rejects.toMatchObject({ kind: 'grant-refused' })
    await expect(stage.line.renew()).rejects.toMatchObject({ kind: 'grant-refused' })
  })

  test('is asked for on a connection of its own: on a kept one a token that is good once might be lost', async () => {
    stage.airtable.faults.push({ path: /token/, effect: 'cut-kept', times: 10 })
    await stage.line.renew()
    await stage.line.renew()
    expect(stage.airtable.grants.counts).toEqual({ refreshes: 2, reused: 0 })
  })

  test('is not asked for a second time when the answer was lost: that would end it', async () => {
    stage.airtable.faults.push({ path: /token/, effect: 'cut-after', times: 1 })
    await expect(stage.line.renew()).rejects.toMatchObject({ kind: 'unavailable' })
    expect(stage.airtable.grants.counts).toEqual({ refreshes: 1, reused: 0 })
  })

  test('after sixty days unused is over', async () => {
    stage.time.advance(61 * 86_400)
    await expect(stage.line.renew()).rejects.toMatchObject({ kind: 'grant-refused' })
  })
})
