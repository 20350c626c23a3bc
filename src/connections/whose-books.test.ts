import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { createScene } from './testing/scene.ts'

/** Whose the connected books are, and who else posts into them. */
let database: OpenDatabase
let scene: Awaited<ReturnType<typeof createScene>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  scene = await createScene(database)
})

test('tells who else is connected to the same company there: the name only to who is a member', async () => {
  await scene.connect()
  const [theirs, hidden, ended] = [newId(), newId(), newId()]
  const seen = async () => (await scene.readStatus()).connection.alsoConnected
  expect(await seen()).toEqual([])
  for (const company of [hidden, theirs, ended]) await scene.connect(company)
  await scene.near.as(ended).send('POST', '/connectors/fortnox/disconnect')
  const organisationNumber = '556012-5790'
  scene.companies.push(
    ...[
      { id: theirs, name: 'Byrån AB' },
      { id: scene.companyId, name: 'Fjällbruket AB' },
    ].map((company) => ({ ...company, organisationNumber })),
  )
  expect(await seen()).toEqual(['Byrån AB', null])

  scene.far.state.tenantId = '2002'
  const elsewhere = newId()
  await scene.connect(elsewhere)
  const { body } = await scene.near.as(elsewhere).send('GET', '/connectors')
  expect(body.items[0].connection.alsoConnected).toEqual([])
  await scene.near.as(scene.companyId).send('POST', '/connectors/fortnox/disconnect')
  expect(await seen()).toEqual([])
})

test('tells that the books are another company’s by their number, until a person says that they are right', async () => {
  const own = { id: scene.companyId, name: 'Fjällbruket AB', organisationNumber: '5560125790' }
  scene.companies.push(own)
  const isOther = async () => (await scene.readStatus()).connection.isOtherCompany
  const send = (what: string) => scene.near.as(scene.companyId).send('POST', `/connectors/fortnox/${what}`)
  await scene.connect()
  expect(await isOther()).toBe(false)
  await send('accept-company') // nothing to accept, and nothing told
  scene.far.state.organisationNumber = '556703-7485'
  await scene.connect()
  expect((await scene.readStatus()).connection).toMatchObject({
    organisationNumber: '556703-7485',
    isOtherCompany: true,
  })
  expect((await send('accept-company')).body.connection).toMatchObject({ isOtherCompany: false })
  await send('accept-company')
  await scene.connect()
  expect(await isOther()).toBe(false)
  expect((await scene.listActivities()).filter((one) => one.includes('accepted'))).toEqual([
    'info connection-company-accepted',
  ])

  scene.far.state.organisationNumber = '556036-0793'
  scene.clock.advance(2 * 86_400)
  await send('refresh')
  expect(await isOther()).toBe(true)
  scene.far.state.organisationNumber = ''
  await scene.connect()
  expect(await isOther()).toBe(false)
})
