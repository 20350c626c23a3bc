import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AccountsApp, openAccountsApp } from '../../test/accounts-app.ts'
import { times } from '../../test/at-once.ts'
import { organisationNumber } from '../../test/organisation-number.ts'
import { companies, memberships, users } from './tables.ts'

/** The same call from several at once: one is carried out, and the others are answered as if they had come later. */
let scene: AccountsApp
beforeAll(async () => {
  scene = await openAccountsApp()
})
afterAll(() => scene.database.close())

type Answer = {
  token: string
  companies: { id: string }[]
  code?: string
  errors?: { path: string; code: string }[]
}
type Who = { token: string; companyId?: string } | null
async function call(who: Who, method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    ...(who && { authorization: `Bearer ${who.token}` }),
    ...(who?.companyId && { 'x-company-id': who.companyId }),
  }
  return (await (await scene.app.request(path, { method, headers, body: JSON.stringify(body) })).json()) as Answer
}
const codesOf = (answers: readonly Answer[]) => answers.map(({ code }) => code ?? 'done').sort()

const password = 'a long password'
const person = (email: string) => ({ firstName: 'Ada', lastName: 'Ek', email, mobile: '070', password })
function company(organisationNumber: string) {
  const address = { address: 'Gatan 1', zipCode: '111 22', city: 'Lund', country: 'SE' }
  return { name: 'Ek AB', organisationNumber, ...address, billingEmail: 'ek@example.com' }
}
const signUp = (email: string, organisationNumber: string) =>
  call(null, 'POST', '/auth/sign-up', { user: person(email), company: company(organisationNumber) })

test('of sign-ups with one address one is made, and the others are told that it has an account', async () => {
  const numbers = ['5560125790', '5565475489', '5560743089', '5560528373']
  const answers = await times(4, (index) => signUp('ada@example.com', numbers[index]!))
  expect(codesOf(answers)).toEqual(['done', 'email-taken', 'email-taken', 'email-taken'])
  for (const { code, errors } of answers)
    if (code) expect(errors).toEqual([{ path: 'user.email', code: 'email-taken' }])
  expect(await scene.database.db.$count(users)).toBe(1)
  expect(await scene.database.db.$count(companies)).toBe(1)
})

test('of sign-ups with one organisation number one is made, and nobody is left of the others', async () => {
  const before = await scene.database.db.$count(users)
  const answers = await times(4, (index) => signUp(`bo-${index}@example.com`, '5566778899'))
  const taken = 'organisation-number-taken'
  expect(codesOf(answers)).toEqual(['done', taken, taken, taken])
  for (const { code, errors } of answers)
    if (code) expect(errors).toEqual([{ path: 'company.organisationNumber', code: taken }])
  expect(await scene.database.db.$count(users)).toBe(before + 1)
})

test('a letter that is answered several times at once lets one person in', async () => {
  const {
    token,
    companies: [own],
  } = await signUp('cai@example.com', '2021005489')
  await call({ token, companyId: own!.id }, 'POST', '/users/invitations', { email: 'di@example.com', role: 'full' })
  expect(await scene.letters()).toHaveLength(1)
  const invitation = /invitation=(\S+)/.exec((await scene.letters()).at(-1) ?? '')?.[1]
  const { email: _, ...user } = person('di@example.com')
  const answers = await times(4, () => call(null, 'POST', '/auth/invitation/sign-up', { invitation, user }))
  const codes = codesOf(answers)
  expect(codes.filter((code) => code === 'done')).toHaveLength(1)
  expect(codes.filter((code) => !['done', 'email-taken', 'invalid-input'].includes(code))).toEqual([])
})

test('of two companies that would become each other’s client at once one does, and one that does so twice is told of once', async () => {
  const [eva, fia] = [await signUp('eva@example.com', '5569999997'), await signUp('fia@example.com', '5561111112')]
  const [a, b] = [eva.companies[0]!.id, fia.companies[0]!.id]
  const userId = (fia as Answer & { user: { id: string } }).user.id
  await scene.database.db.insert(memberships).values({ companyId: a, userId, role: 'owner', createdAt: new Date() })
  const link = (companyId: string, firmId: string) => call(fia, 'PUT', `/companies/${companyId}/firm`, { firmId })
  for (let round = 0; round < 5; round++) {
    const answers = await times(4, (index) => (index % 2 === 0 ? link(a, b) : link(b, a)))
    expect(codesOf(answers)).toEqual(['conflict', 'conflict', 'done', 'done'])
    for (const companyId of [a, b]) await call(fia, 'PUT', `/companies/${companyId}/firm`, { firmId: null })
    const log = await Promise.all([a, b].map(scene.eventsOf))
    expect(log.map((events) => events.length)).toEqual([2 * (round + 1), 2 * (round + 1)])
  }
})

test('a firm that takes on a client while it becomes one itself does one of both', async () => {
  const [gun, hans] = [await signUp('gun@example.com', '5562222223'), await signUp('hans@example.com', '5563333334')]
  const [own, other] = [gun.companies[0]!.id, hans.companies[0]!.id]
  const userId = (gun as Answer & { user: { id: string } }).user.id
  await scene.database.db.insert(memberships).values({ companyId: other, userId, role: 'owner', createdAt: new Date() })
  const answers = await Promise.all([
    call(gun, 'POST', '/companies', { ...company('5564444445'), firmId: own }),
    call(gun, 'PUT', `/companies/${own}/firm`, { firmId: other }),
  ])
  expect(codesOf(answers)).toEqual(['conflict', 'done'])
})

const letterOf = (letters: readonly string[]) => /invitation=(\S+)/.exec(letters.at(-1) ?? '')?.[1]
type Members = Answer & { members: { id: string; role: string }[]; invitations: { id: string; email: string }[] }

test('invitations that several send, withdraw or answer at once are there, and gone, once', async () => {
  const owner = await signUp('ina@example.com', '5565656567')
  const who = { token: owner.token, companyId: owner.companies[0]!.id }
  const before = (await scene.letters()).length
  const invite = () => call(who, 'POST', '/users/invitations', { email: 'jon@example.com', role: 'full' })
  expect(codesOf(await times(4, invite))).toEqual(['done', 'done', 'done', 'done'])
  expect(await scene.letters()).toHaveLength(before + 1)
  const { invitations } = (await call(who, 'GET', '/users')) as Members
  expect(invitations.map(({ email }) => email)).toEqual(['jon@example.com'])
  const withdraw = () => call(who, 'DELETE', `/users/invitations/${invitations[0]!.id}`)
  expect(codesOf(await times(4, withdraw))).toEqual(['done', 'not-found', 'not-found', 'not-found'])

  const guest = await signUp('kim@example.com', '5567676761')
  await call(who, 'POST', '/users/invitations', { email: 'kim@example.com', role: 'owner' })
  expect(await scene.letters()).toHaveLength(before + 2)
  const invitation = letterOf(await scene.letters())
  const accept = () => call({ token: guest.token }, 'POST', '/auth/invitation/accept', { invitation })
  expect(codesOf(await times(4, accept))).toEqual(['done', 'invalid-input', 'invalid-input', 'invalid-input'])
})

const secretOf = (letter = '') => /token=(\S+)/.exec(letter)?.[1] ?? ''
async function sendResets(email: string, count: number): Promise<string[]> {
  const before = (await scene.letters()).length
  for (let sent = 0; sent < count; sent++) await call(null, 'POST', '/auth/forgot-password', { email })
  return (await scene.letters()).slice(before).map(secretOf)
}
const signInWith = (email: string, secret: string) => call(null, 'POST', '/auth/sign-in', { email, password: secret })

test('of the letters for a new password that are used at once one sets it', async () => {
  await signUp('lea@example.com', organisationNumber(900))
  const secrets = await sendResets('lea@example.com', 4)
  expect(new Set(secrets).size).toBe(4)
  const set = (index: number) =>
    call(null, 'POST', '/auth/reset-password', { token: secrets[index], password: `new password ${index}` })
  const answers = await times(4, set)
  expect(codesOf(answers)).toEqual(['done', 'invalid-input', 'invalid-input', 'invalid-input'])
  const good = answers.findIndex(({ code }) => !code)
  expect(await signInWith('lea@example.com', `new password ${good}`)).toHaveProperty('token')
})

test('a password that is replaced while it is tried opens no session that outlives it', async () => {
  await signUp('mio@example.com', organisationNumber(901))
  let current = password
  for (let round = 0; round < 3; round++) {
    const [secret] = await sendResets('mio@example.com', 1)
    const [old, next] = [current, `a new password ${round}`]
    const later = (waitMs: number) => new Promise((resolve) => setTimeout(resolve, waitMs))
    const trying = times(6, async (index) => {
      await later(15 * index)
      return signInWith('mio@example.com', old)
    })
    expect((await call(null, 'POST', '/auth/reset-password', { token: secret, password: next })).code).toBeUndefined()
    for (const { token } of await trying)
      if (token) expect(await call({ token }, 'GET', '/me')).toMatchObject({ code: 'not-signed-in' })
    current = next
  }
})

test('one address tries few accounts, and who signs in from there meanwhile is not counted', async () => {
  await signUp('nils@example.com', organisationNumber(902))
  const signIn = async (from: string, email: string, secret: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.1' }
    const init = { method: 'POST', headers, body: JSON.stringify({ email, password: secret }) }
    const env = { incoming: { socket: { remoteAddress: from } } }
    return (await (await scene.app.request('/auth/sign-in', init, env)).json()).code ?? 'in'
  }
  const own = () => signIn('203.0.113.7', 'nils@example.com', password)
  expect([await own(), await own()]).toEqual(['in', 'in'])
  const spray = await times(103, (index) => signIn('203.0.113.7', `worker-${index}@example.com`, 'Sommar2026!'))
  expect(spray.filter((code) => code === 'too-many-requests')).toHaveLength(3)
  expect(await own()).toBe('too-many-requests')
  expect(await signIn('203.0.113.8', 'nils@example.com', password)).toBe('in')
}, 120_000) // a hundred passwords are tried, each of which is meant to take long

test('the name of a person that a whole list asks for is looked up once', async () => {
  const [someone] = await scene.database.db.select().from(users)
  const select = vi.spyOn(scene.database.db, 'select')
  const names = await times(50, () => scene.accounts.nameOf(someone!.id))
  expect(new Set(names)).toEqual(new Set([someone!.name]))
  expect(select).toHaveBeenCalledTimes(1)
  expect(await scene.accounts.nameOf(someone!.id)).toBe(someone!.name)
  expect(select).toHaveBeenCalledTimes(2)
  select.mockRestore()
})
