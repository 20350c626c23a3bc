import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, connect as openSocket, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { startPostgres } from '../postgres.ts'
import { endProcess, startProcess } from './radvis-process.ts'

/** A way to the database that can be cut and mended. */
async function openWay(port: number, target: number) {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = openSocket(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  const open = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const cut = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    await closed
  }
  await open()
  return { open, cut }
}

let stop: () => Promise<void> = async () => undefined
let url: string
let way: Awaited<ReturnType<typeof openWay>>

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'radvis-away-'))
  const postgres = await startPostgres()
  const [port, wayPort] = [await freePort(), await freePort()]
  const { port: databasePort } = new URL(postgres.url)
  way = await openWay(wayPort, Number(databasePort))
  url = `http://127.0.0.1:${port}`
  const environment = {
    ...{
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      SECRET_KEY: 'a secret that this one installation has',
    },
    DATABASE_URL: postgres.url.replace(databasePort, String(wayPort)),
  }
  const radvis: ChildProcess = await startProcess('src/main.ts', ['--services=web'], environment, `${url}/readyz`)
  stop = async () => {
    await endProcess(radvis, 'SIGKILL')
    await way.cut()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
afterAll(() => stop())

const person = {
  user: {
    firstName: 'Karin',
    lastName: 'Ekdahl',
    email: 'a@radvis.example',
    mobile: '070-174 06 05',
    password: 'radvis away',
  },
  company: {
    ...{ name: 'Fjällbruket AB', organisationNumber: '556036-0793', address: 'Bruksvägen 1', zipCode: '831 31' },
    ...{ city: 'Östersund', country: 'SE', billingEmail: 'a@radvis.example' },
  },
}

test('while the database is away every call says so and when to come back; nobody is signed out, and all goes on afterwards', async () => {
  let token = ''
  let companyId = ''
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}`, 'x-company-id': companyId }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { status, headers } = response
    return { status, type: headers.get('content-type'), after: headers.get('retry-after'), body: await response.json() }
  }
  const signedUp = (await call('POST', '/auth/sign-up', person)).body
  token = signedUp.token
  companyId = signedUp.companies[0].id
  const { email, password } = person.user
  const calls: [method: string, path: string, body?: unknown][] = [
    ['GET', '/runs/01a1fe99-e86b-7000-8a5b-c0b1a09c5a20'],
    ['PUT', '/mapped-suppliers', { supplierNumber: '1', account: 5410, vatType: 'SE25', designations: [] }],
    ['GET', '/me'],
    ['POST', '/auth/sign-in', { email, password }],
    ['POST', '/auth/reset-password', { token: 'of no letter', password }],
  ]
  const before = await Promise.all(calls.map((one) => call(...one)))
  expect(before.map(({ status }) => status).every((status) => status < 500)).toBe(true)

  await way.cut()
  for (const one of calls)
    expect([one[1], await call(...one)]).toMatchObject([
      one[1],
      {
        ...{ status: 503, type: 'application/problem+json', after: '5' },
        body: { code: 'temporarily-unavailable', status: 503, title: expect.stringContaining('Försök igen') },
      },
    ])
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)

  await way.open()
  const after = await Promise.all(calls.map((one) => call(...one)))
  expect(after.map(({ status }) => status)).toEqual(before.map(({ status }) => status))
})
