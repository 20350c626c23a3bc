import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ConnectorError } from '#connectors/accounting-connector.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
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

const unknown = () => new ConnectorError('unknown', 'after-check')

describe('creating a supplier', () => {
  test('makes it in the accounting system and in the copy, with an event', async () => {
    expect(await near.create({ organisationNumber: '5560360793' })).toMatchObject({
      status: 201,
      body: { number: '5', name: 'Drivmedel Nord AB', isActive: true },
    })
    expect(numbers(await near.call('GET', '/suppliers?q=drivmedel'))).toEqual(['5'])
    expect((await near.map('5')).status).toBe(200)
    expect(await near.activities()).toEqual(['supplier-created Drivmedel Nord AB', 'supplier-mapped Drivmedel Nord AB'])
  })

  test('refuses a name that an active supplier has, and tells which, unless it is forced', async () => {
    expect(await near.create({ name: ' åkes  KAFÉ ' })).toMatchObject({
      status: 409,
      body: {
        errors: [{ path: 'name', code: 'supplier-exists', params: { supplierNumber: '2', supplierName: 'Åkes Kafé' } }],
      },
    })
    expect(near.state.creations).toBe(0)
    expect((await near.create({ name: 'Åkes Kafé', force: true })).body.number).toBe('5')
    expect((await near.create({ name: 'Nedlagda Butiken' })).status).toBe(201)
  })

  test('refuses a name that somebody gave a supplier over there since the register was read', async () => {
    near.state.changed = [registered('9', 'Drivmedel Nord AB')]
    near.wait(21)
    expect(await near.create()).toMatchObject({ status: 409, body: { errors: [{ params: { supplierNumber: '9' } }] } })
    expect(near.state.creations).toBe(0)
  })

  test('makes one for two clicks at once', async () => {
    const answers = await Promise.all([near.create(), near.create(), near.create()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(near.state.creations).toBe(1)
    expect((await near.create()).body.errors[0].code).toBe('supplier-exists')
  })

  test('whose answer went missing finds the one that was made', async () => {
    near.state.failCreate = unknown()
    expect(await near.create()).toMatchObject({ status: 201, body: { number: '5' } })
    expect(near.state.creations).toBe(1)
    expect(await near.activities()).toEqual(['supplier-created Drivmedel Nord AB'])
  })

  test('whose answer went missing is found though the list lags behind', async () => {
    near.state.failCreate = unknown()
    near.state.lag = 1
    expect(await near.create()).toMatchObject({ status: 201, body: { number: '5' } })
    expect(near.state.creations).toBe(1)
  })

  test('whose answer went missing and that cannot be looked up is looked up before the second try', async () => {
    near.state.failCreate = unknown()
    near.state.failPageAfter = near.state.pages
    expect((await near.create()).body.code).toBe('unavailable')
    near.state.failPageAfter = Number.POSITIVE_INFINITY
    near.state.failCreate = undefined
    expect(await near.create()).toMatchObject({ status: 201, body: { number: '5' } })
    expect(near.state.creations).toBe(1)
  })

  test('whose answer went missing and that was not made is sent once more, for whoever still waits', async () => {
    Object.assign(near.state, { failCreate: unknown(), isCreatedAnyway: false, failures: 1 })
    expect(await near.create()).toMatchObject({ status: 201, body: { number: '5' } })
    expect(near.state.creations).toBe(2)
    expect(near.register.filter(({ name }) => name === 'Drivmedel Nord AB')).toHaveLength(1)
    expect(await near.activities()).toEqual(['supplier-created Drivmedel Nord AB'])
  })

  test('whose answer went missing twice and that was not made is made when it is asked for again', async () => {
    Object.assign(near.state, { failCreate: unknown(), isCreatedAnyway: false, failures: 2 })
    expect((await near.create()).body.code).toBe('unknown')
    expect(near.state.creations).toBe(2)
    expect((await near.create()).status).toBe(201)
    expect(near.state.creations).toBe(3)
    expect(near.register.filter(({ name }) => name === 'Drivmedel Nord AB')).toHaveLength(1)
  })

  test('that could not be sent once more is looked up before it is sent again', async () => {
    const beforeCreate = () => {
      if (near.state.creations === 2) near.state.failCreate = new ConnectorError('unavailable', 'safe')
    }
    Object.assign(near.state, { failCreate: unknown(), isCreatedAnyway: false, failures: 2, beforeCreate })
    expect((await near.create()).body.code).toBe('unavailable')
    near.register.push(registered('7', 'Drivmedel Nord AB')) // the first, carried out late
    expect(await near.create()).toMatchObject({ status: 201, body: { number: '7' } })
    expect(near.state.creations).toBe(2)
  })

  test('whose answer was waited for so long that nobody may be there any more is not sent once more', async () => {
    Object.assign(near.state, { failCreate: unknown(), isCreatedAnyway: false, beforeCreate: () => near.wait(31) })
    expect((await near.create()).body.code).toBe('unknown')
    expect(near.state.creations).toBe(1)
  })

  test('whose answer went missing is left to whoever took it over meanwhile', async () => {
    const mayGoOn = Promise.withResolvers<void>()
    let other: ReturnType<typeof near.create> | undefined
    const beforeCreate = async () => {
      if (near.state.creations === 2) return mayGoOn.promise
      near.wait(121)
      other = near.create()
      await expect.poll(() => near.state.creations).toBe(2)
      near.wait(-121)
    }
    Object.assign(near.state, { failCreate: unknown(), isCreatedAnyway: false, failures: 1, beforeCreate })
    expect((await near.create()).body.code).toBe('unknown')
    mayGoOn.resolve()
    expect(await other).toMatchObject({ status: 201, body: { number: '5' } })
    expect(near.state.creations).toBe(2)
  })

  test('whose answer went missing and whose name is written in another way is known by its organisation number', async () => {
    Object.assign(near.state, { failCreate: unknown(), written: () => 'DRIVMEDEL NORD AKTIEBOLAG' })
    expect(await near.create({ organisationNumber: '556036-0793', force: true })).toMatchObject({
      status: 201,
      body: { number: '5', name: 'DRIVMEDEL NORD AKTIEBOLAG' },
    })
    expect(near.state.creations).toBe(1)
  })

  test.each([
    ['Hotell · Strand', 'Hotell - Strand'],
    ['Kaffe … Bryggan', 'Kaffe ... Bryggan'],
    ['Moln https://moln.example', 'Moln moln.example'],
    ['Frakt --> Norr', 'Frakt - Norr'],
  ])('is found again where the accounting system writes its name otherwise: %s', async (name, written) => {
    near.state.written = () => written
    near.state.failCreate = unknown()
    expect(await near.create({ name })).toMatchObject({ status: 201, body: { number: '5', name: written } })
    expect((await near.create({ name })).body.errors[0].code).toBe('supplier-exists')
    expect(near.state.creations).toBe(1)
  })

  test('forced beside one of the same name does not take the old one for the new', async () => {
    near.state.failCreate = unknown()
    expect((await near.create({ name: 'Åkes Kafé', force: true })).body).toMatchObject({ number: '5' })
  })

  test('that was refused may be tried again at once', async () => {
    near.state.failCreate = new ConnectorError('rejected', 'never', { status: 400 })
    near.state.isCreatedAnyway = false
    expect((await near.create()).body.code).toBe('rejected')
    near.state.failCreate = undefined
    expect((await near.create()).status).toBe(201)
  })

  test('in a process that died is looked up by the next, two minutes later', async () => {
    near.state.isAnswering = false
    void near.create()
    await expect.poll(() => near.state.creations).toBe(1)
    near.state.isAnswering = true
    near.restart()
    near.wait(119)
    expect((await near.create()).body.errors[0].code).toBe('supplier-being-created')
    near.wait(2)
    expect(await near.create()).toMatchObject({ status: 201, body: { number: '5' } })
    expect(near.state.creations).toBe(1)
  })

  test('with an organisation number that is none is refused before anything is sent', async () => {
    expect((await near.create({ organisationNumber: '556036-0794' })).body.errors[0].code).toBe(
      'organisation-number-invalid',
    )
    expect(near.state.creations).toBe(0)
    expect((await near.create({ organisationNumber: 'DE123456789', countryCode: 'DE' })).status).toBe(201)
  })
})
