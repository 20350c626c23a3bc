import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsApp, openAccountsApp } from '../../test/accounts-app.ts'
import type { Me } from './contract.ts'
import { memberships } from './tables.ts'

let scene: AccountsApp
const numbers = [
  ...['5560125790', '5565475489', '5560743089', '5560528373', '5566778899', '2021005489'],
  ...['5560360793', '5569999997', '5561111112', '5562222223'],
]
const company = (name: string, organisationNumber: string) => ({
  name,
  organisationNumber,
  address: 'Gatan 1',
  zipCode: '111 22',
  city: 'Stockholm',
  country: 'SE',
  billingEmail: 'faktura@example.com',
})
type Answer = Me & { companyId: string; code?: string; errors?: { path: string; code: string }[] }

async function call(token: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await scene.app.request(path, { method, headers, body: JSON.stringify(body) })
  return (await answer.json()) as Answer
}
async function signUp(email: string, name: string, number: string) {
  const user = { firstName: 'Ada', lastName: 'Ek', email, mobile: '070', password: 'a long password' }
  const {
    token,
    companies,
    user: made,
  } = (await call('', 'POST', '/auth/sign-up', {
    user,
    company: company(name, number),
  })) as Answer & { token: string }
  return { token, companyId: companies[0]!.id, userId: made.id }
}

beforeAll(async () => {
  scene = await openAccountsApp()
})
afterAll(() => scene.database.close())

test('a person adds client companies to a firm they lead, and both sides see whose client it is', async () => {
  const firm = await signUp('ada@example.com', 'Ekdahl Redovisning', numbers[0]!)
  const added = await call(firm.token, 'POST', '/companies', {
    ...company('Fjällbruket AB', numbers[1]!),
    firmId: firm.companyId,
  })
  expect(added.companies.map(({ name, role, firm, isFirm }) => [name, role, firm?.name ?? null, isFirm])).toEqual([
    ['Ekdahl Redovisning', 'owner', null, true],
    ['Fjällbruket AB', 'owner', 'Ekdahl Redovisning', false],
  ])
  expect(await scene.accounts.firmOf(added.companyId)).toEqual({ id: firm.companyId, name: 'Ekdahl Redovisning' })
  expect([await scene.accounts.hasClients(firm.companyId), await scene.accounts.hasClients(added.companyId)]).toEqual([
    true,
    false,
  ])

  const twice = await call(firm.token, 'POST', '/companies', company('Fjällbruket AB', numbers[1]!))
  expect(twice).toMatchObject({ code: 'organisation-number-taken', errors: [{ path: 'organisationNumber' }] })
})

test('only somebody who leads both companies links them; either side ends it', async () => {
  const firm = await signUp('bo@example.com', 'Bo Redovisning', numbers[2]!)
  const client = await signUp('cai@example.com', 'Cai AB', numbers[3]!)
  const link = (token: string, firmId: string | null, companyId = client.companyId) =>
    call(token, 'PUT', `/companies/${companyId}/firm`, { firmId })
  expect((await link(firm.token, firm.companyId)).code).toBe('not-allowed')
  expect((await link(client.token, firm.companyId)).code).toBe('not-allowed')
  expect(
    (await call(client.token, 'POST', '/companies', { ...company('X', numbers[4]!), firmId: firm.companyId })).code,
  ).toBe('not-allowed')
  const join = (role: 'admin' | 'full') =>
    scene.database.db
      .insert(memberships)
      .values({ companyId: client.companyId, userId: firm.userId, role, createdAt: new Date() })
      .onConflictDoUpdate({ target: [memberships.companyId, memberships.userId], set: { role } })
  await join('full')
  expect((await link(firm.token, firm.companyId)).code).toBe('not-allowed')
  await join('admin')
  expect((await link(firm.token, firm.companyId)).companies.find(({ id }) => id === client.companyId)?.firm?.id).toBe(
    firm.companyId,
  )
  expect((await link(client.token, null)).companies[0]?.firm).toBeNull()
  await link(firm.token, firm.companyId)
  await link(firm.token, null)
  expect(await scene.accounts.firmOf(client.companyId)).toBeNull()
})

test('there is one level: a client has no clients, and a firm is nobody’s client', async () => {
  const firm = await signUp('di@example.com', 'Di Redovisning', numbers[4]!)
  const client = await call(firm.token, 'POST', '/companies', {
    ...company('Klient AB', numbers[5]!),
    firmId: firm.companyId,
  })
  const of = async (companyId: string, firmId: string) =>
    (await call(firm.token, 'PUT', `/companies/${companyId}/firm`, { firmId })).errors?.map(({ code }) => code)
  expect(await of(firm.companyId, client.companyId)).toEqual(['company-is-client'])
  expect(await of(client.companyId, client.companyId)).toEqual(['company-is-client'])
  await call(firm.token, 'PUT', `/companies/${client.companyId}/firm`, { firmId: null })
  expect(await of(firm.companyId, firm.companyId)).toEqual(['company-has-clients'])
})

test('who becomes whose client, and who no longer is, stands in the log of both companies', async () => {
  const [old, firm, client] = [
    await signUp('eva@example.com', 'Evas Redovisning', numbers[6]!),
    await signUp('fia@example.com', 'Fias Redovisning', numbers[7]!),
    await signUp('gun@example.com', 'Guns AB', numbers[8]!),
  ]
  const row = (companyId: string) => ({
    companyId,
    userId: client.userId,
    role: 'admin' as const,
    createdAt: new Date(),
  })
  await scene.database.db.insert(memberships).values([row(old.companyId), row(firm.companyId)])
  const link = (firmId: string | null) => call(client.token, 'PUT', `/companies/${client.companyId}/firm`, { firmId })
  for (const firmId of [old.companyId, old.companyId, firm.companyId, null, null]) await link(firmId)
  const added = { ...company('Hans AB', numbers[9]!), firmId: firm.companyId }
  await call(firm.token, 'POST', '/companies', added)
  const log = async (companyId: string) =>
    (await scene.eventsOf(companyId)).map((one) => `${one.activity} ${one.subject}`)
  expect(await log(client.companyId)).toEqual([
    'firm-chosen Evas Redovisning',
    'firm-left Evas Redovisning',
    'firm-chosen Fias Redovisning',
    'firm-left Fias Redovisning',
  ])
  expect(await log(old.companyId)).toEqual(['client-added Guns AB', 'client-left Guns AB'])
  expect(await log(firm.companyId)).toEqual(['client-added Guns AB', 'client-left Guns AB', 'client-added Hans AB'])
})
