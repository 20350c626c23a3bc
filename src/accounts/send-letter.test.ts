import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Clock } from '#platform/clock.ts'
import { createLog } from '#platform/log.ts'
import { isRecipientUnknown, type Mail } from '#platform/mailer.ts'
import { type AccountsApp, openAccountsApp } from '../../test/accounts-app.ts'

const sent: Mail[] = []
let refusal: Error | null = null
let minutesLater = 0
const clock: Clock = { now: () => new Date(Date.now() + minutesLater * 60_000) }
const logged: string[] = []
let scene: AccountsApp
let headers: Record<string, string> = { 'content-type': 'application/json' }

async function call(method: string, path: string, body?: unknown) {
  const answer = await scene.app.request(path, { method, headers, body: JSON.stringify(body) })
  return { status: answer.status, body: await answer.json() }
}
const email = 'ada@example.com'
const invite = async (to: string) => (await call('POST', '/users/invitations', { email: to, role: 'full' })).status
const workOff = () => scene.held.workOff(scene.accounts.jobs.handlers)
const answered = (response: string) => Object.assign(new Error(response), { command: 'RCPT TO', response })
/** As the queue does with a job that failed. */
async function tryTwice(): Promise<void> {
  const waiting = [...scene.held.queued]
  await expect(workOff()).rejects.toThrow('nobody listens')
  refusal = null
  scene.held.queued.push(...waiting)
}

beforeAll(async () => {
  const mailer = {
    send: async (letter: Mail) => {
      if (refusal) throw refusal
      sent.push(letter)
    },
  }
  scene = await openAccountsApp({ mailer, clock, log: createLog('warn', { write: (line) => void logged.push(line) }) })
  const company = {
    name: 'Ada AB',
    organisationNumber: '5560360793',
    address: 'Gatan 1',
    zipCode: '111 22',
    city: 'Lund',
  }
  const user = { firstName: 'Ada', lastName: 'Ek', email, mobile: '070', password: 'a long password' }
  const { body } = await call('POST', '/auth/sign-up', {
    user,
    company: { ...company, country: 'SE', billingEmail: email },
  })
  headers = { ...headers, authorization: `Bearer ${body.token}`, 'x-company-id': body.companies[0].id }
})
afterAll(() => scene.database.close())

test('while the mail server is away invitations and new passwords are asked for as ever, and the letters go out when it is back', async () => {
  refusal = new Error('nobody listens')
  expect(await invite('bo@example.com')).toBe(201)
  expect(await call('POST', '/auth/forgot-password', { email })).toEqual({ status: 200, body: { done: true } })
  expect(scene.held.queued).toHaveLength(2)
  await tryTwice()
  await workOff()
  expect(sent.map(({ to }) => to)).toEqual(['bo@example.com', email])
  expect(sent.map(({ text }) => /(?:invitation|token)=\S{24,}/.test(text))).toEqual([true, true])
})

test('what waits in the queue tells neither the secret nor who is written to', async () => {
  await invite('cai@example.com')
  const waiting = JSON.stringify(scene.held.queued)
  await workOff()
  const secret = /invitation=(\S+)/.exec(sent.at(-1)?.text ?? '')?.[1] ?? ''
  expect(secret).toHaveLength(32)
  expect([waiting.includes(secret), waiting.includes('cai@')]).toEqual([false, false])
})

test('an invitation that was withdrawn, or sent anew, before its letter went out goes out no more', async () => {
  const before = sent.length
  await invite('di@example.com')
  await invite('eva@example.com')
  await invite('eva@example.com')
  const { body } = await call('GET', '/users')
  const { id } = body.invitations.find((invitation: { email: string }) => invitation.email === 'di@example.com')
  await call('DELETE', `/users/invitations/${id}`)
  await workOff()
  expect(sent.slice(before).map(({ to }) => to)).toEqual(['eva@example.com'])
})

test('a letter whose link is too old by then is not sent, and the log tells', async () => {
  const before = sent.length
  await call('POST', '/auth/forgot-password', { email })
  minutesLater = 61
  await workOff()
  minutesLater = 0
  expect(sent).toHaveLength(before)
  expect(logged.join()).toContain('a letter was not sent before its link expired')
})

test('an address that the mail server does not know is not tried again, and whoever invited is told', async () => {
  refusal = answered('550 5.1.1 no such user')
  await invite('finn@example.com')
  await workOff()
  refusal = null
  expect(
    (await scene.eventsOf(headers['x-company-id']!)).map((one) => [one.type, one.activity, one.subject]),
  ).toContainEqual(['error', 'invitation-undeliverable', 'finn@example.com'])
  expect(logged.join()).toContain('no such user')
  expect(logged.join()).not.toContain('invitation=')
})

test.each([
  '554 5.7.1 Relay access denied',
  '530 5.7.0 Authentication required',
  '550 5.7.1 Client host blocked',
  '550 relay not permitted',
  '553 5.1.8 Sender address rejected: domain not found',
  '552 5.2.2 mailbox full',
  '550 Blocked, see http://example.com/policy',
  '550 Message rate limit exceeded',
  '550 Try again later',
  '550 IP 192.0.2.1 has bad reputation',
  '550 Mailbox is temporarily disabled',
  '553 Mail from domain not allowed',
])('what a server refuses for another reason (%s) goes out when that is mended', async (response) => {
  const before = sent.length
  refusal = answered(response)
  await invite(`gun${before}@example.com`)
  const waiting = [...scene.held.queued]
  await expect(workOff()).rejects.toThrow(response)
  refusal = null
  scene.held.queued.push(...waiting)
  await workOff()
  expect(sent.slice(before).map(({ to }) => to)).toEqual([`gun${before}@example.com`])
})

test.each([
  '550 5.1.1 <x@example.com>: Recipient address rejected: User unknown in local recipient table',
  '550-5.1.1 The email account that you tried to reach does not exist.',
  '550 5.1.10 RESOLVER.ADR.RecipientNotFound',
  '550 No such user here',
  '550 Unrouteable address',
  '550 Recipient address x@example.com does not exist',
  '553 sorry, no mailbox here by that name',
])('an address is known to be nobody’s by %s', (response) => {
  expect(isRecipientUnknown(answered(response))).toBe(true)
})
