import { expect, test } from 'vitest'
import { csv } from '#imports/testing/fake-neighbours.ts'
import { file, openPreflight } from './testing/preflight-scene.ts'

/** What the preview could not see, since it came after the confirmation: Fortnox itself refuses it, over HTTP. */
const { control, near, read, change, confirm } = openPreflight()
const abroad = csv('2026-10-05;MOLNVERKET;EUR;100,00;1152,00')
const account = (number: number, rules: object) => ({ accounts: { [number]: rules } })
const kort = { description: 'Kort', account: 2890 }
const euro = { description: 'Euro', buyRate: '11.1', sellRate: '11.3' }
const year = { from: '2026-01-01', to: '2026-12-31' }
const modeGone = { modesOfPayment: { KORT: null } }

type Case = [what: string, trouble: object, stands: string, mended: object, bytes?: Uint8Array]
const changes: Case[] = [
  ['the period', { lockedPeriod: '2026-10-31' }, 'bookkeep period-locked 2000401', { lockedPeriod: null }],
  ['the account', account(6110, { active: false }), 'create rejected 2000550', account(6110, { active: true })],
  ['the chart', { accounts: { 6110: null } }, 'create rejected 2001304', account(6110, {})],
  ['the VAT account', account(2641, { active: false }), 'create rejected 2000550', account(2641, { active: true })],
  ['cost centres', account(6110, { costCenter: 'MANDATORY' }), 'create', account(6110, { costCenter: 'ALLOWED' })],
  ['projects', account(6110, { project: 'MANDATORY' }), 'create', account(6110, { project: 'ALLOWED' })],
  ['the year', { financialYears: { 3: null } }, 'create', { financialYears: { 3: year } }],
  ['the mode of payment', modeGone, 'create-payment', { modesOfPayment: { KORT: kort } }],
  [
    'its account',
    account(2890, { active: false }),
    'bookkeep-payment rejected 2000550',
    account(2890, { active: true }),
  ],
  ['currencies', { currencies: { EUR: null } }, 'create rejected 2000427', { currencies: { EUR: euro } }, abroad],
  ['the scope', { missingScopes: ['payment'] }, 'create-payment missing-scope 2000663', { missingScopes: [] }],
  ['the licence', { missingLicences: ['payment'] }, 'create-payment missing-licence 2001101', { missingLicences: [] }],
  ['approval', { approval: 'flow', mayApprove: false }, 'bookkeep approval-required 2001322', { approval: 'none' }],
  ['payments’', { paymentApproval: true, mayApprove: false }, 'bookkeep-payment', { paymentApproval: false }],
]
test.each(changes)('%s: told with Fortnox’s own words, and posted once when mended', async (...given) => {
  const [, trouble, stands, mended, bytes = file] = given
  await confirm((await read(bytes)).id)
  await change(trouble)
  const { posting } = near()
  await posting.work()
  const [run] = (await posting.call('GET', '/runs')).body.items
  const [one] = (await posting.call('GET', `/runs/${run.id}/postings`)).body.items
  const refused = one.steps.filter(({ state }: { state: string }) => state === 'rejected')
  expect(refused).toHaveLength(1)
  const { step, problem } = refused[0]
  expect(`${step} ${problem.code} ${problem.serviceCode}`).toContain(stands)
  expect(problem.message).toMatch(/\S{3}/)
  await change(mended)
  await posting.call('POST', `/runs/${run.id}/retry`)
  while (posting.queued.length > 0) await posting.work()
  const { invoices, payments } = await control('GET', 'state/1001')
  expect(invoices).toMatchObject([{ Booked: true, Balance: '0', Cancelled: false }])
  expect(payments).toMatchObject([{ Booked: true }])
})

test('a payment that somebody deleted while it waited for approval is paid anew once', async () => {
  await confirm((await read(file)).id)
  await change({ paymentApproval: true, mayApprove: false })
  const { posting, connections, companyId, connectionId } = near()
  await posting.work()
  const session = await connections.openSession(companyId, connectionId)
  const { payments: made } = await control('GET', 'state/1001')
  await session.deletePayment(String(made[0].Number))
  await change({ paymentApproval: false })
  const [run] = (await posting.call('GET', '/runs')).body.items
  const choices = async () => (await posting.call('GET', `/runs/${run.id}/postings`)).body.items[0].choices
  const ids = [(await posting.call('GET', `/runs/${run.id}/postings`)).body.items[0].id]
  const choose = async (choice: string) => {
    await posting.call('POST', `/runs/${run.id}/postings/${choice}`, 'full', undefined, { ids })
    while (posting.queued.length > 0) await posting.work()
  }
  posting.advance(60_000)
  await choose('retry')
  expect(await choices()).toEqual(['pay-anew', 'handle'])
  await choose('pay-anew')
  const { invoices, payments } = await control('GET', 'state/1001')
  expect(invoices).toMatchObject([{ Balance: '0' }])
  expect(payments.filter(({ Booked }: { Booked: boolean }) => Booked)).toHaveLength(1)
})
