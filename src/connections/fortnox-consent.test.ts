import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConnectors } from '#connectors/registry.ts'
import { newId } from '#kernel/ids.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { type FortnoxSandbox, startFortnoxSandbox } from '#sandbox/fortnox/index.ts'
import { openTestDatabase } from '../../test/database.ts'
import { createTestClock, openConnections } from './testing/open-connections.ts'

let database: OpenDatabase
let sandbox: FortnoxSandbox
const clock = createTestClock(new Date().toISOString())
beforeAll(async () => {
  database = await openTestDatabase()
  sandbox = await startFortnoxSandbox({ now: clock.now, rateLimit: { requests: 1000, seconds: 1 } })
})
afterAll(async () => {
  await sandbox.close()
  await database.close()
})

/** A process of its own: connector, pace and tokens in memory are not shared, only the database is. */
function openProcess({ clientId, clientSecret, url } = sandbox, rateLimit = { requests: 1000, seconds: 1 }) {
  const [connector] = createConnectors({
    fortnox: {
      clientId,
      clientSecret,
      apiUrl: url,
      authUrl: `${url}/oauth-v1`,
      rateLimit,
      now: () => clock.now().getTime(),
    },
  })
  if (!connector) throw new Error('there is no connector')
  return openConnections({ database, clock, connector, sandboxUrls: { fortnox: url } })
}
/** What the consent page sends the person's browser back with. */
async function allow(
  process: ReturnType<typeof openProcess>,
  companyId: string,
  without: string[] = [],
): Promise<string> {
  const { body } = await process.as(companyId).send('POST', '/connectors/fortnox/authorize')
  const consent = new URL(body.url)
  const form = new URLSearchParams([...consent.searchParams, ['company', '1001'], ['decision', 'allow']])
  const asked = (form.get('scope') ?? '').split(' ')
  form.set('scope', asked.filter((scope) => !without.includes(scope)).join(' '))
  const answer = await fetch(`${consent.origin}${consent.pathname}`, { method: 'POST', body: form, redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '').search
}
const readStats = async () =>
  (await (await fetch(`${sandbox.url}/sandbox/stats`)).json()) as { refreshes: number; unauthorized: number }

test('a company connects to the sandbox, its tokens run out, and 50 calls in each of four processes refresh them once', async () => {
  const companyId = newId()
  const [here, there] = [openProcess(), openProcess()]
  const landed = await there.as(null).send('GET', `/connectors/fortnox/callback${await allow(here, companyId)}`)
  expect(landed.headers.get('location')).toContain('connected=fortnox')

  const connection = (await here.connections.findConnection(companyId))!
  expect(connection).toMatchObject({ tenantId: '1001', tenantName: 'Fjällbruket AB', state: 'connected' })
  const registers = await here.connections.registers(companyId, connection.id)
  expect(registers.accounts.length).toBeGreaterThan(100)
  expect(
    here.connections.resolvePayment(
      { ...(await here.connections.readSettings(companyId, 'fortnox')), paymentAccount: 2890 },
      registers,
    ),
  ).toEqual({ account: 2890, modeOfPayment: 'KORT' })

  clock.advance(3601)
  const processes = [here, there, openProcess(), openProcess()]
  const sessions = await Promise.all(processes.map((one) => one.connections.openSession(companyId, connection.id)))
  const companies = await Promise.all(Array.from({ length: 200 }, (_, index) => sessions[index % 4]!.readCompany()))
  expect(new Set(companies.map((company) => company.name))).toEqual(new Set(['Fjällbruket AB']))
  expect(await readStats()).toMatchObject({ refreshes: 1, unauthorized: 0 })
})

test('a consent that gives too little tells what is missing, until another gives it', async () => {
  const companyId = newId()
  const process = openProcess()
  const connect = async (without: string[]) => {
    const landed = await process
      .as(null)
      .send('GET', `/connectors/fortnox/callback${await allow(process, companyId, without)}`)
    expect(landed.headers.get('location')).toContain('connected=fortnox')
    const { body } = await process.as(companyId).send('GET', '/connectors')
    return body.items[0].connection.missingScopes
  }
  expect(await connect(['payment', 'connectfile'])).toEqual(['payment', 'connectfile'])
  expect(await connect([])).toEqual([])
  expect(await connect(['project'])).toEqual(['project'])
  await process.as(companyId).send('POST', '/connectors/fortnox/disconnect')
  const { body } = await process.as(companyId).send('GET', '/connectors')
  expect(body.items[0].connection.missingScopes).toEqual([])
})

test('consent given again while the company runs at its limit waits for room instead of failing', async () => {
  const busy = await startFortnoxSandbox({ now: clock.now, rateLimit: { requests: 1, seconds: 2 } })
  try {
    const companyId = newId()
    const process = openProcess(busy)
    const landings = []
    for (let time = 0; time < 2; time++) {
      const landed = await process
        .as(null)
        .send('GET', `/connectors/fortnox/callback${await allow(process, companyId)}`)
      landings.push(new URL(landed.headers.get('location') ?? '').search)
    }
    expect(landings).toEqual(['?connected=fortnox', '?connected=fortnox'])
  } finally {
    await busy.close()
  }
}, 20_000)

test('consent given again while another process takes every place of the pace gets one of them', async () => {
  const rateLimit = { requests: 5, seconds: 1 }
  const busy = await startFortnoxSandbox({ now: clock.now, rateLimit })
  const companyId = newId()
  const open = () => openProcess(busy, rateLimit)
  const [here, posting] = [open(), open()]
  const consent = async () => {
    const landed = await here.as(null).send('GET', `/connectors/fortnox/callback${await allow(here, companyId)}`)
    return new URL(landed.headers.get('location') ?? '').search
  }
  let isOver = false
  try {
    expect(await consent()).toBe('?connected=fortnox')
    const { id } = (await posting.connections.findConnection(companyId))!
    const session = await posting.connections.openSession(companyId, id)
    let answered = 0
    const works = Array.from({ length: 10 }, async () => {
      for (; !isOver; answered++) await session.readCompany()
    })
    await expect.poll(() => answered).toBeGreaterThan(10)
    expect(await consent()).toBe('?connected=fortnox')
    isOver = true
    await Promise.all(works)
    expect(await (await fetch(`${busy.url}/sandbox/stats`)).json()).toMatchObject({ rateLimited: 0 })
  } finally {
    isOver = true
    await busy.close()
  }
}, 60_000)
