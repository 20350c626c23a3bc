import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { systemClock } from '#platform/clock.ts'
import { createEncryption } from '#platform/encryption.ts'
import { holdJobs } from '#platform/testing/hold-jobs.ts'
import { type AccountsApp, openAccountsApp } from '../../test/accounts-app.ts'
import { organisationNumber } from '../../test/organisation-number.ts'
import type { MemberList } from './contract.ts'
import { createLetterLimits, inviteMember } from './invite-member.ts'
import { invitations, sessions } from './tables.ts'

let scene: AccountsApp
type Answer = MemberList & {
  token: string
  code?: string
  errors?: { code: string }[]
  companies: { id: string; name: string; role: string }[]
  user: { id: string }
}
type Person = { token: string; companyId: string; id: string }

const password = 'a long password'
async function call(who: Person | null, method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    ...(who && { authorization: `Bearer ${who.token}`, 'x-company-id': who.companyId }),
  }
  return (await (await scene.app.request(path, { method, headers, body: JSON.stringify(body) })).json()) as Answer
}
async function found(email: string, name: string, organisationNumber: string): Promise<Person> {
  const company = { name, organisationNumber, address: 'Gatan 1', zipCode: '111 22', city: 'Lund', country: 'SE' }
  const { token, companies, user } = await call(null, 'POST', '/auth/sign-up', {
    user: { firstName: 'Ada', lastName: 'Ek', email, mobile: '070', password },
    company: { ...company, billingEmail: email },
  })
  return { token, companyId: companies[0]!.id, id: user.id }
}
async function invite(by: Person, email: string, role: string): Promise<string> {
  const before = (await scene.letters()).length
  const answer = await call(by, 'POST', '/users/invitations', { email, role })
  expect(answer.code).toBeUndefined()
  expect(await scene.letters()).toHaveLength(before + 1)
  return /invitation=(\S+)/.exec((await scene.letters()).at(-1) ?? '')?.[1] ?? ''
}
async function join(invitation: string, firstName: string): Promise<Person> {
  const user = { firstName, lastName: 'Ny', mobile: '070', password }
  const { token, companies, user: made } = await call(null, 'POST', '/auth/invitation/sign-up', { invitation, user })
  return { token, companyId: companies[0]!.id, id: made.id }
}
const codes = (answer: Answer) => [answer.code, ...(answer.errors ?? []).map(({ code }) => code)]

beforeAll(async () => {
  scene = await openAccountsApp()
})
afterAll(() => scene.database.close())

test('a person joins by the letter once, without a company of their own, and is seen in the list', async () => {
  const owner = await found('ada@example.com', 'Ek AB', '5560125790')
  const invitation = await invite(owner, 'Bo@Example.com', 'full')
  expect(await call(null, 'POST', '/auth/invitation', { invitation })).toEqual({
    companyName: 'Ek AB',
    invitedBy: 'Ada Ek',
    email: 'bo@example.com',
    role: 'full',
    hasAccount: false,
  })
  const bo = await join(invitation, 'Bo')
  expect(bo.companyId).toBe(owner.companyId)
  const { members, invitations } = await call(bo, 'GET', '/users')
  expect(members.map(({ name, role, isYou }) => [name, role, isYou])).toEqual([
    ['Ada Ek', 'owner', false],
    ['Bo Ny', 'full', true],
  ])
  expect(invitations).toEqual([])
  expect(codes(await call(null, 'POST', '/auth/invitation', { invitation }))).toEqual([
    'invalid-input',
    'invitation-spent',
  ])
  expect(codes(await call(owner, 'POST', '/users/invitations', { email: 'bo@example.com', role: 'admin' }))).toEqual([
    'conflict',
    'already-member',
  ])
})

test('who has an account joins by signing in, and only with the address that the letter went to', async () => {
  const owner = await found('cai@example.com', 'Cai AB', '5565475489')
  const other = await found('di@example.com', 'Di AB', '5560743089')
  const thief = await found('eva@example.com', 'Eva AB', '5560528373')
  const invitation = await invite(owner, 'di@example.com', 'admin')
  expect(codes(await call(thief, 'POST', '/auth/invitation/accept', { invitation }))).toEqual([
    'not-allowed',
    'invitation-for-another',
  ])
  const user = { firstName: 'X', lastName: 'Y', mobile: '070', password }
  expect((await call(null, 'POST', '/auth/invitation/sign-up', { invitation, user })).code).toBe('email-taken')
  const { companies } = await call(other, 'POST', '/auth/invitation/accept', { invitation })
  expect(companies.map(({ name, role }) => [name, role])).toEqual([
    ['Cai AB', 'admin'],
    ['Di AB', 'owner'],
  ])
})

test('the latest letter is the good one, a withdrawn or old one is not', async () => {
  const owner = await found('fia@example.com', 'Fia AB', '5566778899')
  const first = await invite(owner, 'gun@example.com', 'full')
  const second = await invite(owner, 'gun@example.com', 'admin')
  expect((await call(null, 'POST', '/auth/invitation', { invitation: first })).code).toBe('invalid-input')
  expect(await call(null, 'POST', '/auth/invitation', { invitation: second })).toMatchObject({ role: 'admin' })
  const { invitations } = await call(owner, 'GET', '/users')
  expect(invitations).toMatchObject([{ email: 'gun@example.com', role: 'admin', isExpired: false }])
  await call(owner, 'DELETE', `/users/invitations/${invitations[0]!.id}`)
  expect((await call(null, 'POST', '/auth/invitation', { invitation: second })).code).toBe('invalid-input')
  const third = await invite(owner, 'gun@example.com', 'full')
  await scene.database.db.execute(sql`update invitations set expires_at = now() - interval '1 minute'`)
  expect((await call(null, 'POST', '/auth/invitation', { invitation: third })).code).toBe('invalid-input')
})

test('a letter sent anew with another role says from which it was changed, also in the event log', async () => {
  const owner = await found('pernilla@example.com', 'Pernilla AB', '5591234017')
  const ask = (role: string) => call(owner, 'POST', '/users/invitations', { email: 'rut@example.com', role })
  expect(await ask('admin')).toMatchObject({ changedFrom: null })
  expect(await ask('admin')).toMatchObject({ changedFrom: null })
  expect(await ask('full')).toMatchObject({ changedFrom: 'admin', invitations: [{ role: 'full' }] })
  const { rows } = (await scene.database.db.execute(sql`
    select params from events where activity = 'member-invited' and subject = 'rut@example.com' order by at, id`)) as {
    rows: { params: object }[]
  }
  expect(rows.map(({ params }) => params)).toEqual([
    { role: 'admin' },
    { role: 'admin' },
    { role: 'full', changedFrom: 'admin' },
  ])
})

test('an invitation to a role above one’s own is neither changed nor withdrawn, and an owner is no address to invite', async () => {
  const owner = await found('siv@example.com', 'Siv AB', '5591234025')
  const admin = await join(await invite(owner, 'tom@example.com', 'admin'), 'Tom')
  await invite(owner, 'ulf@example.com', 'owner')
  const ask = (email: string) => call(admin, 'POST', '/users/invitations', { email, role: 'full' })
  expect(codes(await ask('ulf@example.com'))).toEqual(['not-allowed', 'invited-above'])
  expect(codes(await ask('siv@example.com'))).toEqual(['conflict', 'already-member'])
  const { invitations: open } = await call(admin, 'GET', '/users')
  expect((await call(admin, 'DELETE', `/users/invitations/${open[0]!.id}`)).code).toBe('not-allowed')
  expect((await call(owner, 'GET', '/users')).invitations).toMatchObject([{ email: 'ulf@example.com', role: 'owner' }])
})

test('roles are given and taken from above only, a company keeps an owner, and who is removed is out at once', async () => {
  const owner = await found('hans@example.com', 'Hans AB', '2021005489')
  const admin = await join(await invite(owner, 'ida@example.com', 'admin'), 'Ida')
  const member = await join(await invite(admin, 'jon@example.com', 'full'), 'Jon')
  const setRole = (by: Person, of: Person, role: string) => call(by, 'PUT', `/users/${of.id}/role`, { role })
  expect((await call(member, 'POST', '/users/invitations', { email: 'x@example.com', role: 'full' })).code).toBe(
    'not-allowed',
  )
  expect((await call(admin, 'POST', '/users/invitations', { email: 'x@example.com', role: 'owner' })).code).toBe(
    'not-allowed',
  )
  expect((await setRole(admin, owner, 'full')).code).toBe('not-allowed')
  expect((await setRole(admin, admin, 'owner')).code).toBe('not-allowed')
  expect(codes(await setRole(owner, owner, 'full'))).toEqual(['conflict', 'last-owner'])
  expect(codes(await call(owner, 'DELETE', `/users/${owner.id}`))).toEqual(['conflict', 'last-owner'])
  await setRole(owner, admin, 'owner')
  const both = await Promise.all([setRole(owner, admin, 'full'), setRole(admin, owner, 'full')])
  expect(both.filter(({ code }) => code === undefined)).toHaveLength(1)
  const { members } = await call(member, 'GET', '/users')
  expect(members.filter(({ role }) => role === 'owner')).toHaveLength(1)
  expect((await call(member, 'DELETE', `/users/${member.id}`)).code).toBeUndefined()
  expect((await call(member, 'GET', '/users')).code).toBe('not-allowed')
})

test('who leaves a company is told in its log to have left, and who is taken out to have been removed', async () => {
  const owner = await found('una@example.com', 'Una AB', '5560747569')
  const leaving = await join(await invite(owner, 'vea@example.com', 'admin'), 'Vea')
  const removed = await join(await invite(owner, 'xam@example.com', 'full'), 'Xam')
  await call(leaving, 'DELETE', `/users/${leaving.id}`)
  await call(owner, 'DELETE', `/users/${removed.id}`)
  const told = (await scene.eventsOf(owner.companyId)).slice(-2)
  expect(told.map(({ activity, subject }) => [activity, subject])).toEqual([
    ['member-left', 'Vea Ny'],
    ['member-removed', 'Xam Ny'],
  ])
})

test('who is removed or may no longer give a role leaves no invitation behind as a way back in', async () => {
  const owner = await found('kim@example.com', 'Kim AB', '5560160680')
  const admin = await join(await invite(owner, 'lo@example.com', 'admin'), 'Lo')
  const [asAdmin, asFull] = [
    await invite(admin, 'lo+1@example.com', 'admin'),
    await invite(admin, 'lo+2@example.com', 'full'),
  ]
  const ofOwner = await invite(owner, 'mia@example.com', 'admin')
  const opened = async (invitation: string) =>
    (await call(null, 'POST', '/auth/invitation', { invitation })).code ?? 'open'
  await call(owner, 'PUT', `/users/${admin.id}/role`, { role: 'admin' })
  expect(await Promise.all([asAdmin, asFull, ofOwner].map(opened))).toEqual(['open', 'open', 'open'])
  await call(owner, 'DELETE', `/users/${admin.id}`)
  expect(await Promise.all([asAdmin, asFull, ofOwner].map(opened))).toEqual(['invalid-input', 'invalid-input', 'open'])
})

test('an invitation that is under way while its sender is taken out is not made', async () => {
  const owner = await found('nora@example.com', 'Nora AB', '5567037485')
  const admin = await join(await invite(owner, 'olle@example.com', 'admin'), 'Olle')
  const actor = { userId: admin.id, name: 'Olle', email: '', language: 'sv' as const, sessionId: '' }
  const scope = { companyId: owner.companyId, companyName: 'Nora AB', role: 'admin' as const, actor }
  const { db } = scene.database
  const { queued, jobs } = holdJobs()
  const deps = {
    ...{ db, clock: systemClock, publicUrl: '', addressOf: () => null, record: async () => undefined },
    ...{ jobs, encryption: createEncryption('k'.repeat(40)) },
    letters: createLetterLimits({ db, clock: systemClock }),
  }
  const request = { email: 'olle+1@example.com', role: 'admin' as const }
  await inviteMember(deps, scope, request)
  await call(owner, 'DELETE', `/users/${admin.id}`)
  await expect(inviteMember(deps, scope, request)).rejects.toMatchObject({ code: 'not-allowed' })
  expect(queued).toHaveLength(1)
  expect((await call(owner, 'GET', '/users')).invitations).toEqual([])
})

test('who has signed out, or was taken out, in the meantime speaks for the company no more', async () => {
  const owner = await found('pia@example.com', 'Pia AB', organisationNumber(910))
  const admin = await join(await invite(owner, 'ragnar@example.com', 'admin'), 'Ragnar')
  const { db } = scene.database
  const sessionOf = async ({ id }: Person) =>
    (await db.select().from(sessions).where(eq(sessions.userId, id))).at(-1)?.id ?? ''
  const asks = async (person: Person) => ({ userId: person.id, sessionId: await sessionOf(person) })
  const [asOwner, asAdmin] = [await asks(owner), await asks(admin)]
  const maySpeak = (person: typeof asOwner) => scene.accounts.isSignedInMember(owner.companyId, person)
  expect([await maySpeak(asOwner), await maySpeak(asAdmin)]).toEqual([true, true])
  expect(await maySpeak({ ...asOwner, sessionId: asAdmin.sessionId })).toBe(false)
  await call(owner, 'DELETE', `/users/${admin.id}`)
  expect([await maySpeak(asOwner), await maySpeak(asAdmin)]).toEqual([true, false])
  await call(owner, 'POST', '/auth/sign-out')
  expect(await maySpeak(asOwner)).toBe(false)
})

test('letters to one address are few, whoever sends them', async () => {
  const senders = [await signIn('ada@example.com'), await signIn('cai@example.com')]
  const sent: (string | undefined)[] = []
  for (let i = 0; i < 8; i++)
    sent.push(
      (await call(senders[i % 2]!, 'POST', '/users/invitations', { email: 'Nils@Example.com', role: 'full' })).code,
    )
  expect(sent).toEqual([...Array(5).fill(undefined), ...Array(3).fill('too-many-requests')])
})

test('letters of one person are few, whoever they go to', async () => {
  const sender = await found('many@example.com', 'Många AB', '5591234033')
  const { fromPerson } = createLetterLimits({ db: scene.database.db, clock: systemClock })
  const write = async (email: string) =>
    (await call(sender, 'POST', '/users/invitations', { email, role: 'full' })).code
  for (let sent = 0; sent < 99; sent++) expect(await fromPerson.begin(sender.id)).toBe(true)
  expect([await write('first@example.com'), await write('second@example.com')]).toEqual([
    undefined,
    'too-many-requests',
  ])
})

test('one company never sees or touches the people of another', async () => {
  const [one, two] = [await signIn('ada@example.com'), await signIn('cai@example.com')]
  expect((await call(one, 'PUT', `/users/${two.id}/role`, { role: 'full' })).code).toBe('not-found')
  expect((await call(one, 'DELETE', `/users/${two.id}`)).code).toBe('not-found')
  expect((await call({ ...one, companyId: two.companyId }, 'GET', '/users')).code).toBe('not-allowed')
})

async function signIn(email: string): Promise<Person> {
  const { token, companies, user } = await call(null, 'POST', '/auth/sign-in', { email, password })
  return { token, companyId: companies[0]!.id, id: user.id }
}

test('fifty invitations may be open: one of them can be sent anew, and one that is too old makes room and goes after a month', async () => {
  const owner = await found('petra@example.com', 'Petra AB', '5568686868')
  const { db } = scene.database
  const createdAt = new Date()
  const inDays = (days: number) => new Date(createdAt.getTime() + days * 24 * 3600_000)
  const rows = Array.from({ length: 50 }, (_, nth) => ({
    ...{ companyId: owner.companyId, id: newId(), email: `p${nth}@example.com`, role: 'full' as const },
    ...{ secretHash: `${nth}`, invitedBy: owner.id, createdAt, expiresAt: inDays(7) },
  }))
  await db.insert(invitations).values(rows)
  const ask = async (email: string) => codes(await call(owner, 'POST', '/users/invitations', { email, role: 'full' }))
  expect(await ask('new@example.com')).toEqual(['conflict', 'too-many-invitations'])
  expect(await ask('P7@example.com')).toEqual([undefined])
  const expire = (email: string, days: number) =>
    db
      .update(invitations)
      .set({ expiresAt: inDays(days) })
      .where(eq(invitations.email, email))
  await expire('p1@example.com', -1)
  await expire('p2@example.com', -31)
  expect(await ask('new@example.com')).toEqual([undefined])
  expect(await ask('newer@example.com')).toEqual([undefined])
  expect(await ask('newest@example.com')).toEqual(['conflict', 'too-many-invitations'])

  const sweep = scene.accounts.jobs.handlers.find(({ definition }) => definition.schedule)
  await sweep?.run({}, new AbortController().signal)
  const left = (await call(owner, 'GET', '/users')).invitations.map(({ email }) => email)
  expect([left.length, left.includes('p1@example.com'), left.includes('p2@example.com')]).toEqual([51, true, false])
})
