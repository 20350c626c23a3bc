import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { times } from '../../test/at-once.ts'
import { openTestDatabase } from '../../test/database.ts'
import { createScene } from './testing/scene.ts'

/** The same call from several at once, and calls that want the same: answered as if one came after the other. */
let database: OpenDatabase
let scene: Awaited<ReturnType<typeof createScene>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  scene = await createScene(database)
})

test('of settings that several save at once for the first time one is kept and in the log, and the others are told', async () => {
  await scene.connect()
  const call = scene.near.as(scene.companyId).send
  const before = (await call('GET', '/settings')).body.settings
  const answers = await times(4, (index) =>
    call('PUT', '/settings', {
      ...before,
      ...{ paymentAccount: 2890, payInvoices: index % 2 === 0, usesWarehouse: index > 1, before },
    }),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  const saved = (await call('GET', '/settings')).body.settings
  expect((await call('PUT', '/settings', { ...saved, before: saved })).status).toBe(200)
  expect((await scene.listActivities()).filter((one) => one === 'info settings-changed')).toHaveLength(1)
})

test('the same settings that are sent several times at once are saved and in the log once, and all are told so', async () => {
  await scene.connect()
  const call = scene.near.as(scene.companyId).send
  const before = (await call('GET', '/settings')).body.settings
  const answers = await times(4, () => call('PUT', '/settings', { ...before, paymentAccount: 2890, before }))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await scene.listActivities()).filter((one) => one === 'info settings-changed')).toHaveLength(1)
})

test('books of another company that several accept at once are accepted and told of once', async () => {
  const own = { id: scene.companyId, name: 'Fjällbruket AB', organisationNumber: '5560125790' }
  scene.companies.push(own)
  scene.far.state.organisationNumber = '556703-7485'
  await scene.connect()
  const accept = () => scene.near.as(scene.companyId).send('POST', '/connectors/fortnox/accept-company')
  expect((await times(4, accept)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await scene.listActivities()).filter((one) => one.endsWith('connection-company-accepted'))).toHaveLength(1)
})

test('a connection that several end at once is ended and told of once', async () => {
  await scene.connect()
  const end = () => scene.near.as(scene.companyId).send('POST', '/connectors/fortnox/disconnect')
  expect((await times(4, end)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await scene.listActivities()).filter((one) => one.endsWith('connection-ended'))).toHaveLength(1)
})

test('of consents that come back at once with different companies one connects, and the others are told why not', async () => {
  const states = await times(3, async () => (await scene.startConsent()).state)
  const told = await times(3, (index) => {
    scene.far.state.tenantId = `100${index}`
    return scene.callBack({ code: `code-at-once-${index}`, state: states[index]! })
  })
  const results = told.map(({ error, connected }) => error ?? connected)
  expect(results.filter((one) => one === 'fortnox').length).toBeGreaterThan(0)
  expect(results.filter((one) => one !== 'fortnox' && one !== 'other-company')).toEqual([])
})
