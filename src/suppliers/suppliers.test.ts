import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { createLog } from '#platform/log.ts'
import { openTestDatabase } from '../../test/database.ts'
import { holdSecondLook } from '../../test/hold-look.ts'
import { createSupplierRefresh } from './sync-suppliers.ts'
import { registered } from './testing/accounting-system.ts'
import { openSuppliers } from './testing/open-suppliers.ts'

let database: OpenDatabase
let near: ReturnType<typeof openSuppliers>
const numbers = (answer: { body: { items: { number: string }[] } }) => answer.body.items.map(({ number }) => number)

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  near = openSuppliers(database)
  await near.sync()
})

describe('the copy of the register', () => {
  test('is searched by name, number and organisation number, active suppliers only', async () => {
    expect(numbers(await near.call('GET', '/suppliers'))).toHaveLength(3)
    expect(numbers(await near.call('GET', '/suppliers?q=tallTICKET'))).toEqual(['1'])
    expect(numbers(await near.call('GET', '/suppliers?q=556036'))).toEqual(['1'])
    expect(numbers(await near.call('GET', `/suppliers?q=${encodeURIComponent('åkes')}`))).toEqual(['2'])
    expect(numbers(await near.call('GET', '/suppliers?q=nedlagda'))).toEqual([])
    expect(numbers(await near.call('GET', '/suppliers?q=%25'))).toEqual([])
  })

  test('follows what is renamed, new and gone', async () => {
    await near.map('1', [{ match: 'exact', text: 'TALLTICKET' }])
    const { register } = near
    register.splice(0, 3, registered('1', 'Tallticket Norden AB'), registered('9', 'Nya Kiosken'))
    near.wait(61)
    await near.sync()
    expect(numbers(await near.call('GET', '/suppliers'))).toEqual(['9', '1'])
    expect((await near.call('GET', '/mapped-suppliers')).body.items[0].supplierName).toBe('Tallticket Norden AB')
  })

  test('keeps a supplier made a moment ago that a lagging list does not show yet', async () => {
    await near.create({ name: 'Nyss Skapad AB' })
    near.register.pop()
    near.wait(2)
    await near.sync()
    expect(numbers(await near.call('GET', '/suppliers?q=nyss'))).toEqual(['5'])
  })

  test('is brought up to date by what changed, not more often than asked for', async () => {
    const { refresh } = near
    near.state.changed = [registered('3', 'Polaris Flyg AB', { isActive: false }), registered('9', 'Nya Kiosken')]
    near.wait(30)
    const { pages } = near.state
    await refresh()
    expect(near.state.pages).toBe(pages)
    await Promise.all([refresh(20), refresh(20)])
    expect(near.state.pages).toBe(pages + 1)
    expect(numbers(await near.call('GET', '/suppliers'))).toEqual(['9', '1', '2'])
    await refresh(20)
    expect(near.state.pages).toBe(pages + 1)
    expect(near.queued).toEqual([])
  })

  test('is read once, too, for who looked before a reading was kept and comes when it has ended', async () => {
    const held = Promise.withResolvers<void>()
    const { companyId, connectionId, session } = near
    const refresh = createSupplierRefresh({
      db: holdSecondLook(database.db, held.promise),
      clock: { now: () => new Date('2026-11-21T09:00:00Z') },
      log: createLog('silent'),
      connections: { openSession: async () => session },
      enqueueWhole: async () => expect.unreachable(),
    })
    const { pages } = near.state
    const asked = [refresh({ companyId, connectionId }), refresh({ companyId, connectionId })]
    await asked[0]?.then(() => held.resolve())
    await asked[1]
    expect(near.state.pages).toBe(pages + 1)
  })

  test('is taken as it is known by who wants nothing newer, though it is being read', async () => {
    const reading = Promise.withResolvers<void>()
    const { listSuppliers } = near.session
    near.session.listSuppliers = async function* (since) {
      await reading.promise
      yield* listSuppliers(since)
    }
    const { pages } = near.state
    near.wait(30)
    const anew = near.refresh(20)
    await near.refresh(600)
    expect(near.state.pages).toBe(pages)
    reading.resolve()
    await anew
    expect(near.state.pages).toBe(pages + 1)
  })

  test('is the same as before where a reading told nothing new', async () => {
    await near.map('1', [{ match: 'exact', text: 'TALLTICKET' }])
    const known = () => near.suppliers().loadKnown(near.companyId, near.connectionId)
    const before = await known()
    near.state.changed = near.register.slice(0, 1)
    near.wait(30)
    await near.refresh(20)
    expect(await known()).toEqual(before)
  })

  test('is read whole by a job once a day, since nothing tells what was deleted', async () => {
    near.wait(86_401)
    await near.refresh()
    expect(near.queued).toEqual([['suppliers.sync', { companyId: near.companyId, connectionId: near.connectionId }]])
  })

  test('does without the accounting system while that does not answer', async () => {
    near.wait(601)
    near.session.listSuppliers = () => {
      throw new Error('away')
    }
    await near.refresh()
    expect(numbers(await near.call('GET', '/suppliers'))).toHaveLength(3)
  })

  test('keeps what it had when a reading breaks off', async () => {
    near.register.splice(1, 2)
    near.state.failPageAfter = near.state.pages
    near.wait(1)
    await expect(near.sync()).rejects.toThrow('unavailable')
    expect(numbers(await near.call('GET', '/suppliers'))).toHaveLength(3)
  })

  test('is read by a job after connecting', async () => {
    await near.connect()
    expect(near.queued).toEqual([['suppliers.sync', { companyId: near.companyId, connectionId: near.connectionId }]])
    const job = near.suppliers().jobs.handlers[0]!
    near.register.push(registered('5', 'Femte'))
    await job.run({ companyId: near.companyId, connectionId: near.connectionId }, new AbortController().signal)
    expect(numbers(await near.call('GET', '/suppliers?q=femte'))).toEqual(['5'])
  })

  test('is empty for a company that has connected nothing', async () => {
    expect((await near.call('GET', '/suppliers', undefined, newId())).body).toEqual({ items: [] })
    expect((await near.call('GET', '/mapped-suppliers', undefined, newId())).body).toEqual({ items: [] })
    expect((await near.call('POST', '/suppliers', { name: 'A' }, newId())).body).toMatchObject({
      code: 'not-connected',
    })
  })
})

describe('mapping a supplier', () => {
  test('teaches its designations, and the book recognises them', async () => {
    const told: unknown[] = []
    near.suppliers().onMapped(async (register) => void told.push(register))
    const { body } = await near.map('1', [{ match: 'exact', text: 'TALLTICKET 4471' }], {
      account: 4000,
      vatType: 'SE6',
    })
    expect(body).toMatchObject({ supplierNumber: '1', supplierName: 'Tallticket AB', account: 4000, vatType: 'SE6' })
    expect(body.designations).toEqual([{ id: expect.any(String), match: 'exact', text: 'TALLTICKET 4471' }])
    const book = await near.loadBook()
    expect(book.find('KORTKÖP 260301 TALLTICKET 0815')).toEqual({
      supplier: {
        number: '1',
        name: 'Tallticket AB',
        account: 4000,
        vatType: 'SE6',
        vatChosenOn: '2026-11-21',
        isActive: true,
        registerAccount: null,
      },
      designation: 'TALLTICKET 4471',
      how: 'exact',
    })
    expect(told).toEqual([{ companyId: near.companyId, connectionId: near.connectionId }])
    expect(await near.activities()).toEqual(['supplier-mapped Tallticket AB'])
  })

  test('twice adds to what is known and doubles nothing', async () => {
    const first = await near.map('1', [{ match: 'exact', text: 'TALLTICKET 4471' }])
    const second = await near.map('1', [
      { match: 'exact', text: 'tallticket 0815' },
      { match: 'contains', text: 'ticket' },
    ])
    expect(second.body.id).toBe(first.body.id)
    expect(
      second.body.designations.map(({ match, text }: { match: string; text: string }) => `${match} ${text}`),
    ).toEqual(['exact tallticket 0815', 'contains ticket'])
    expect((await near.call('GET', '/mapped-suppliers')).body.items).toHaveLength(1)
  })

  test('that is booked already keeps its account and VAT type where nothing is said of them, and loses what is null', async () => {
    await near.map('1', [{ match: 'exact', text: 'TALLTICKET' }], { account: 4000, vatType: 'SE6' })
    const further = { supplierNumber: '1', designations: [{ match: 'exact', text: 'TALLBILJETTER' }] }
    near.wait(86_400)
    const { body } = await near.call('PUT', '/mapped-suppliers', further)
    expect(body).toMatchObject({ account: 4000, vatType: 'SE6' })
    expect(body.designations).toHaveLength(2)
    expect((await near.loadBook()).find('TALLBILJETTER')?.supplier.vatChosenOn).toBe('2026-11-21')
    expect((await near.call('PUT', '/mapped-suppliers', { ...further, account: null })).body).toMatchObject({
      account: null,
      vatType: 'SE6',
    })
  })

  test('moves a designation that meant another supplier', async () => {
    await near.map('1', [{ match: 'exact', text: 'KIOSKEN' }])
    await near.map('3', [{ match: 'exact', text: 'KIOSKEN 0001' }])
    const book = await near.loadBook()
    expect(book.find('KIOSKEN')?.supplier.number).toBe('3')
    expect((await near.call('GET', '/mapped-suppliers?q=tallticket')).body.items[0].designations).toEqual([])
  })

  test.each([
    ['a supplier that is not there', '77', {}, 'supplierNumber', 'supplier-unknown'],
    ['a supplier that is inactive', '4', {}, 'supplierNumber', 'supplier-inactive'],
    ['an account that is not there', '1', { account: 1234 }, 'account', 'account-unknown'],
    ['an account that is inactive', '1', { account: 6541 }, 'account', 'account-inactive'],
    ['an account of a locked year alone', '1', { account: 4990 }, 'account', 'account-unknown'],
    [
      'a part of a name too short',
      '1',
      { designations: [{ match: 'contains', text: 'ab' }] },
      'designations.0.text',
      'designation-too-short',
    ],
  ])('refuses %s', async (_what, number, more, path, code) => {
    const answer = await near.map(number, [], more)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input', errors: [{ path, code }] } })
    expect((await near.call('GET', '/mapped-suppliers')).body.items).toEqual([])
  })

  test('takes an account that only the chart of the year before or after has: rows are booked there too', async () => {
    for (const account of [4010, 5420]) expect((await near.map('1', [], { account })).body).toMatchObject({ account })
  })

  test('is told although a listener fails', async () => {
    near.suppliers().onMapped(async () => {
      throw new Error('no')
    })
    expect((await near.map('1')).status).toBe(200)
  })
})

test('what a row taught is added to how a supplier is booked, tells who listens, and of an unknown one is refused', async () => {
  const told: string[] = []
  near.suppliers().onMapped(async ({ companyId }) => void told.push(companyId))
  const register = { companyId: near.companyId, connectionId: near.connectionId }
  await near.map('1', [{ match: 'exact', text: 'TALLTICKET' }], { account: 4000, vatType: 'SE6' })
  const teach = (supplierNumber: string, merchant: string) =>
    near.suppliers().teachMerchant(register, { supplierNumber, merchant }, newId())
  await teach('1', 'TALLBILJETTER')
  await teach('3', 'KIOSKEN')
  const { items } = (await near.call('GET', '/mapped-suppliers')).body
  const [first, third] = ['1', '3'].map((number) =>
    items.find(({ supplierNumber }: { supplierNumber: string }) => supplierNumber === number),
  )
  expect(first).toMatchObject({ account: 4000, vatType: 'SE6' })
  expect(first.designations.map(({ text }: { text: string }) => text).sort()).toEqual(['TALLBILJETTER', 'TALLTICKET'])
  expect(third).toMatchObject({ account: null, vatType: null, designations: [{ text: 'KIOSKEN' }] })
  expect(told).toHaveLength(3)
  await expect(teach('99', 'OKÄND')).rejects.toMatchObject({ code: 'invalid-input' })
})

describe('changing and removing a mapping', () => {
  test('keeps the texts that were taught, and moved to another, while a person had it open', async () => {
    const exact = (...texts: string[]) => texts.map((text) => ({ match: 'exact', text }))
    const { body } = await near.map('1', exact('TALL', 'GAMMAL', 'KIOSKEN'))
    const before = { designations: exact('TALL', 'GAMMAL', 'KIOSKEN') }
    await near.map('1', exact('TAUGHT MEANWHILE'))
    await near.map('3', exact('KIOSKEN'))
    const change = (...texts: string[]) =>
      near.call('PATCH', `/mapped-suppliers/${body.id}`, { before, designations: exact(...texts) })
    const changed = await change('TALL', 'KIOSKEN', 'NY')
    expect(changed.body.designations.map(({ text }: { text: string }) => text).sort()).toEqual([
      'NY',
      'TALL',
      'TAUGHT MEANWHILE',
    ])
    await near.map('3', exact('ANNANS'))
    expect((await change('TALL', 'KIOSKEN', 'ANNANS')).body.errors).toMatchObject([{ path: 'designations.2.text' }])
  })

  test('replaces what is given and keeps the rest', async () => {
    const { body } = await near.map('1', [{ match: 'exact', text: 'A-KASSAN' }], { account: 4000, vatType: 'SE25' })
    const changed = await near.call('PATCH', `/mapped-suppliers/${body.id}`, {
      vatType: null,
      designations: [{ match: 'starts-with', text: 'TALL' }],
    })
    expect(changed.body).toMatchObject({
      account: 4000,
      vatType: null,
      designations: [{ match: 'starts-with', text: 'TALL' }],
    })
    expect((await near.call('GET', '/mapped-suppliers?q=a-kassan')).body.items).toEqual([])
    expect((await near.call('GET', '/mapped-suppliers?q=tall')).body.items).toHaveLength(1)
  })

  test('remembers the day on which the VAT type was said, also when it was said again', async () => {
    const { body } = await near.map('1', [{ match: 'exact', text: 'TALL' }], { vatType: 'SE12' })
    near.wait(86_400)
    const chosenOn = async () => (await near.loadBook()).find('TALL')?.supplier.vatChosenOn
    await near.call('PATCH', `/mapped-suppliers/${body.id}`, { account: 4000 })
    expect(await chosenOn()).toBe('2026-11-21')
    await near.call('PATCH', `/mapped-suppliers/${body.id}`, { vatType: 'SE12' })
    expect(await chosenOn()).toBe('2026-11-22')
  })

  test('refuses a designation that means another supplier, and names it', async () => {
    await near.map('3', [{ match: 'exact', text: 'KIOSKEN' }])
    const { body } = await near.map('1', [{ match: 'exact', text: 'TALL' }])
    const designations = [
      { match: 'exact', text: 'TALL' },
      { match: 'exact', text: 'Kiosken 0001' },
    ]
    expect((await near.call('PATCH', `/mapped-suppliers/${body.id}`, { designations })).body.errors).toEqual([
      { path: 'designations.1.text', code: 'designation-taken', params: { supplierName: 'Polaris Flyg AB' } },
    ])
    const part = [{ match: 'contains', text: 'Kiosken' }] // another kind of match is another designation
    expect((await near.call('PATCH', `/mapped-suppliers/${body.id}`, { designations: part })).status).toBe(200)
  })

  test('removing forgets the supplier and its designations', async () => {
    const { body } = await near.map('1', [{ match: 'exact', text: 'TALLTICKET' }])
    expect((await near.call('DELETE', `/mapped-suppliers/${body.id}`)).body.supplierNumber).toBe('1')
    expect((await near.loadBook()).find('TALLTICKET')).toBeNull()
    expect((await near.call('DELETE', `/mapped-suppliers/${body.id}`)).body).toMatchObject({ code: 'not-found' })
    expect(await near.activities()).toEqual(['supplier-mapped Tallticket AB', 'supplier-unmapped Tallticket AB'])
  })

  test('another company’s mapping is not found', async () => {
    const { body } = await near.map('1')
    expect((await near.call('DELETE', `/mapped-suppliers/${body.id}`, undefined, newId())).status).toBe(404)
    expect((await near.call('PATCH', `/mapped-suppliers/${body.id}`, { vatType: 'SE6' }, newId())).status).toBe(404)
  })
})

test('a supplier gone from the register is recognised as inactive', async () => {
  await near.map('1', [{ match: 'exact', text: 'TALLTICKET' }])
  near.register.shift()
  near.wait(61)
  await near.sync()
  expect((await near.loadBook()).find('TALLTICKET')?.supplier.isActive).toBe(false)
})

test('suggestions come from the active suppliers of the register', async () => {
  const suggester = await near.suppliers().loadSuggester(near.companyId, near.connectionId)
  expect(suggester('POLARIS FLYG 0123')).toEqual([
    expect.objectContaining({ supplierNumber: '3', confidence: 1, reason: 'same-name', isTaught: false }),
  ])
  expect(suggester('NEDLAGDA BUTIKEN')).toEqual([])
})

test('one name of two countries can be taught for two suppliers, and each is recognised by its own', async () => {
  await near.map('1', [{ match: 'exact', text: 'BAUHAUS DK' }])
  await near.map('2', [{ match: 'exact', text: 'BAUHAUS SE' }])
  const book = await near.loadBook()
  const found = ['BAUHAUS DK 4411', 'BAUHAUS SE 4411', 'BAUHAUS NO'].map((text) => book.find(text)?.supplier.number)
  expect(found).toEqual(['1', '2', undefined])
})

test('a shop in another city than the taught one is suggested with that reason, and never again once declined, until it is mapped', async () => {
  await near.map('2', [{ match: 'exact', text: 'KAFFEHUSET UMEÅ' }])
  const suggested = async (text: string) =>
    (await near.suppliers().loadSuggester(near.companyId, near.connectionId))(text).map(
      ({ supplierNumber, reason, like }) => `${supplierNumber} ${reason} ${like}`,
    )
  expect(await suggested('KAFFEHUSET LUND')).toEqual(['2 other-city KAFFEHUSET UMEÅ'])
  const pair = { merchant: 'KAFFEHUSET LUND', supplierNumber: '2' }
  expect((await near.call('PUT', '/declined-suggestions', pair)).status).toBe(200)
  expect((await near.call('PUT', '/declined-suggestions', pair)).status).toBe(200)
  expect(await suggested('KAFFEHUSET LUND')).toEqual([])
  expect(await suggested('KORTKÖP 260301 KAFFEHUSET LUND 0412')).toEqual([])
  expect((await near.loadBook()).find('KAFFEHUSET UMEÅ')?.supplier.number).toBe('2')
  const query = new URLSearchParams(pair).toString()
  expect((await near.call('DELETE', `/declined-suggestions?${query}`)).status).toBe(200)
  expect(await suggested('KAFFEHUSET LUND')).toHaveLength(1)
  await near.call('PUT', '/declined-suggestions', pair)
  const { body } = await near.map('2', [{ match: 'exact', text: 'KAFFEHUSET LUND' }])
  await near.call('DELETE', `/mapped-suppliers/${body.id}`)
  await near.map('2', [{ match: 'exact', text: 'KAFFEHUSET UMEÅ' }])
  expect(await suggested('KAFFEHUSET LUND')).toHaveLength(1)
})

test('a text can be tried: which supplier it would get and why, or whom it resembles', async () => {
  await near.map('1', [{ match: 'exact', text: 'TALLTICKET' }])
  const tried = async (text: string) => (await near.call('POST', '/mapped-suppliers/test', { text })).body
  expect(await tried('TALLTICKET GOETEBORG SE')).toEqual({
    recognised: {
      supplierNumber: '1',
      supplierName: expect.stringContaining('allticket'),
      how: 'spelling',
      designation: 'TALLTICKET',
      confidence: 0.98,
    },
    suggestions: [],
  })
  expect((await tried('HELT OKÄND')).recognised).toBeNull()
})
