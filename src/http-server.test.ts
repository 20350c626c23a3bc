import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Accounts } from '#accounts/index.ts'
import { ConnectorError } from '#connectors/accounting-connector.ts'
import { AppError } from '#kernel/errors.ts'
import type { Actor } from '#platform/http.ts'
import { createApi, defineRoute, json, jsonBody } from '#platform/http.ts'
import { createApp, listen } from './http-server.ts'

const actor: Actor = { userId: 'u', name: 'A', email: 'a@example.com', language: 'sv', sessionId: 's' }

/** The server with a call for JSON, one for a form and one that waits; whoever sends a token is signed in, to the company it names. */
function openApp(change: Partial<Parameters<typeof createApp>[0]> & { whileSlow?: () => Promise<void> } = {}) {
  const routes = createApi()
  const done = { responses: { 200: json(z.object({ bytes: z.number() })) } }
  const texts = { request: { body: jsonBody(z.object({ text: z.string() })) } }
  routes.openapi(defineRoute('anyone', { method: 'post', path: '/text', ...texts, ...done }), (c) =>
    c.json({ bytes: c.req.valid('json').text.length }, 200),
  )
  routes.openapi(defineRoute('signed-in', { method: 'post', path: '/form', ...done }), async (c) => {
    const file = (await c.req.formData()).get('file')
    return c.json({ bytes: file instanceof File ? file.size : 0 }, 200)
  })
  routes.openapi(defineRoute('full', { method: 'get', path: '/books', ...done }), (c) => c.json({ bytes: 0 }, 200))
  routes.openapi(defineRoute('anyone', { method: 'post', path: '/refused/{code}', ...done }), (c) => {
    const [serviceCode, serviceMessage] = [c.req.param('code'), 'Perioden är låst t.o.m. 2026-09-30.']
    throw new ConnectorError('period-locked', 'never', { status: 400, serviceCode, serviceMessage })
  })
  routes.openapi(defineRoute('anyone', { method: 'post', path: '/conflict/{code}', ...done }), (c) => {
    throw new AppError('conflict', 'refused', { errors: [{ path: 'role', code: c.req.param('code') ?? '' }] })
  })
  routes.openapi(defineRoute('anyone', { method: 'post', path: '/stored/{code}', ...done }), (c) => {
    throw Object.assign(new Error('the store failed'), { code: c.req.param('code') })
  })
  for (const method of ['get', 'post'] as const)
    routes.openapi(defineRoute('anyone', { method, path: '/slow', ...done }), async (c) => {
      await change.whileSlow?.()
      return c.json({ bytes: 0 }, 200)
    })
  const accounts = {
    routes: createApi(),
    async authenticate(c, next) {
      const companyId = c.req.header('x-company-id')
      c.set('actor', c.req.header('authorization') ? actor : null)
      c.set('scope', companyId ? { companyId, companyName: 'A', role: 'full', actor } : null)
      return next()
    },
  } satisfies Partial<Accounts> as unknown as Accounts
  return createApp({
    ...{ accounts, routes: [routes], web: null, largestFile: 30 * 2 ** 20, log: pino({ level: 'silent' }) },
    checkReady: async () => undefined,
    ...change,
  })
}

const megabytes = (count: number) => 'x'.repeat(count * 2 ** 20)
/** The body comes in pieces and does not say its length. */
function inPieces(text: string): RequestInit {
  const body = new Blob([text]).stream()
  return { body, duplex: 'half' } as RequestInit
}
function form(bytes: string): FormData {
  const made = new FormData()
  made.set('file', new File([bytes], 'a.csv'))
  return made
}

describe('the description of the calls', () => {
  it('says of each that its errors are problems, and of a company’s that it names the company', async () => {
    const { paths, components } = await (await openApp().request('/api/openapi.json')).json()
    const problem = { $ref: '#/components/responses/Problem' }
    expect(paths['/api/v1/text'].post).toMatchObject({ responses: { 200: {}, default: problem } })
    expect(paths['/api/v1/text'].post.parameters).toBeUndefined()
    expect(paths['/api/v1/books'].get.parameters).toEqual([{ $ref: '#/components/parameters/Company' }])
    expect(components.parameters.Company).toMatchObject({ name: 'X-Company-Id', in: 'header', required: true })
    const { properties } = components.responses.Problem.content['application/problem+json'].schema
    const answered = await (await openApp().request('/api/v1/nothing')).json()
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(answered)))
  })
})

describe('what the accounting system refused', () => {
  const refused = async (code: string, language: string) => {
    const headers = { 'accept-language': language }
    return (await openApp().request(`/api/v1/refused/${code}`, { method: 'POST', headers })).json()
  }

  it('is told in the language of whoever asks, with the answer beside it as it came', async () => {
    const answer = { code: 'accounting-system-refused', detail: 'Perioden är låst t.o.m. 2026-09-30.' }
    const english = 'The period is locked. Unlock it in Fortnox and try again.'
    expect(await refused('2000401', 'en')).toMatchObject({ ...answer, title: english })
    const swedish = 'Perioden är låst. Lås upp den i Fortnox och försök igen.'
    expect(await refused('2000401', 'sv')).toMatchObject({ ...answer, title: swedish })
  })

  it('stands in the sentence where nobody knows its code', async () => {
    const { title, detail } = await refused('2999999', 'en')
    expect(title).toBe('The accounting system said no: Perioden är låst t.o.m. 2026-09-30.')
    expect(detail).toBeUndefined()
  })
})

describe('a change that cannot be made', () => {
  const titleOf = async (code: string) => {
    const response = await openApp().request(`/api/v1/conflict/${code}`, { method: 'POST' })
    return (await response.json()).title
  }

  it('says why, where that has words', async () => {
    expect(await titleOf('last-owner')).toBe('Bolaget måste ha en ägare. Gör någon annan till ägare först')
  })

  it('says that something has changed, where nothing more is known', async () => {
    expect(await titleOf('of-no-words')).toBe('Något har ändrats sedan sidan lästes. Ladda om och försök igen.')
  })
})

describe('a disk without room, or a file store that does not answer', () => {
  it('is said to be so for now, and when to come back; anything else is a fault of ours', async () => {
    const ask = (code: string) => openApp().request(`/api/v1/stored/${code}`, { method: 'POST' })
    for (const code of ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', '53100']) {
      const answer = await ask(code)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await answer.json()).toMatchObject({
        code: 'temporarily-unavailable',
        title: expect.stringContaining('ont om plats på servern'),
      })
    }
    expect((await ask('EINVAL')).status).toBe(500)
  })
})

it('a database that is away is told to everybody who asks, and to the log once, however many do', async () => {
  const told: { err?: { code?: string } }[] = []
  const log = pino(
    { level: 'error', serializers: { err: ({ code }) => ({ code }) } },
    { write: (line: string) => void told.push(JSON.parse(line)) },
  )
  const app = openApp({ log })
  const codes = ['53300', '53300', '53300', 'EINVAL', 'EINVAL']
  const answers = []
  for (const code of codes) answers.push((await app.request(`/api/v1/stored/${code}`, { method: 'POST' })).status)
  expect(answers).toEqual([503, 503, 503, 500, 500])
  expect(told.map(({ err }) => err?.code)).toEqual(['53300', 'EINVAL', 'EINVAL'])
})

it('a statement that the database stopped since it took too long is said to be so for now', async () => {
  const answer = await openApp().request('/api/v1/stored/57014', { method: 'POST' })
  expect([answer.status, (await answer.json()).code]).toEqual([503, 'temporarily-unavailable'])
})

describe('who changes much at once', () => {
  it('waits for themselves alone: neither their readings nor the changes of others do', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    let begun = 0
    const whileSlow = () => {
      begun++
      return ended
    }
    const app = openApp({ whileSlow })
    const ask = (company: string, method = 'POST') =>
      app.request('/api/v1/slow', { method, headers: { 'x-company-id': company } })
    const all = Array.from({ length: 20 }, () => ask('busy'))
    await expect.poll(() => begun).toBe(6)
    all.push(ask('busy', 'GET'), ask('quiet'))
    await expect.poll(() => begun).toBe(8)
    end()
    for (const answer of await Promise.all(all)) expect(answer.status).toBe(200)
    expect(begun).toBe(22)
  })

  it('is refused where who waited was taken out of the company meanwhile', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    let [begun, isMember] = [0, true]
    const member = (companyId: string | undefined) =>
      companyId && isMember ? { companyId, companyName: 'A', role: 'full' as const, actor } : null
    const authenticate: Accounts['authenticate'] = async (c, next) => {
      const identify = async () => c.set('scope', member(c.req.header('x-company-id')))
      c.set('actor', actor)
      c.set('identify', identify)
      await identify()
      return next()
    }
    const routes = createApi()
    const done = { responses: { 200: json(z.object({ begun: z.number() })) } }
    routes.openapi(defineRoute('full', { method: 'post', path: '/change', ...done }), async (c) => {
      begun++
      await ended
      return c.json({ begun }, 200)
    })
    const accounts = { routes: createApi(), authenticate } satisfies Partial<Accounts> as unknown as Accounts
    const app = openApp({ accounts, routes: [routes] })
    const ask = () => app.request('/api/v1/change', { method: 'POST', headers: { 'x-company-id': 'busy' } })
    const all = Array.from({ length: 7 }, ask)
    await expect.poll(() => begun).toBe(6)
    isMember = false
    await new Promise((resolve) => setTimeout(resolve, 1100)) // so long that what was seen is looked at again
    end()
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual([...Array(6).fill(200), 403])
    expect(begun).toBe(6)
  })
})

describe('the metrics', () => {
  const statusOf = async (metricsToken: string | undefined, authorization?: string) => {
    const app = openApp(metricsToken === undefined ? {} : { metricsToken })
    return (await app.request('/metrics', authorization === undefined ? {} : { headers: { authorization } })).status
  }

  it('are for whoever knows the token, where one is set', async () => {
    const token = 'a token of the scraper'
    expect(await statusOf(token, `Bearer ${token}`)).toBe(200)
    for (const wrong of [undefined, token, `Bearer ${token}s`, 'Bearer '])
      expect(await statusOf(token, wrong)).toBe(401)
  })

  it('are open where none is', async () => expect(await statusOf(undefined)).toBe(200))
})

describe('what may be sent', () => {
  const app = openApp()
  const headers = { 'content-type': 'application/json' }
  const post = (path: string, init: RequestInit) => app.request(`/api/v1${path}`, { method: 'POST', ...init })

  it('JSON of a megabyte is read', async () => {
    const response = await post('/text', { headers, body: JSON.stringify({ text: megabytes(1) }) })
    expect(await response.json()).toEqual({ bytes: 2 ** 20 })
  })

  it('what is no JSON is refused as a whole', async () => {
    const response = await post('/text', { headers, body: '{"text":' })
    expect(await response.json()).toMatchObject({
      code: 'invalid-input',
      errors: [{ path: '', code: 'invalid-format' }],
    })
  })

  it('longer JSON is refused before it is taken apart, whether it says its length or not', async () => {
    const text = JSON.stringify({ text: megabytes(3) })
    const said = { ...headers, 'content-length': String(text.length) }
    expect((await post('/text', { headers: said, body: text })).status).toBe(413)
    expect((await post('/text', { headers, ...inPieces(text) })).status).toBe(413)
  })

  it('a file may be larger, of who is signed in', async () => {
    const response = await post('/form', { headers: { authorization: 'Bearer t' }, body: form(megabytes(25)) })
    expect(await response.json()).toEqual({ bytes: 25 * 2 ** 20 })
  })

  it('a form of receipts may be as long as all of its files, also where an import may not', async () => {
    const said = (bytes: number) => ({
      ...{ authorization: 'Bearer t', 'content-type': 'multipart/form-data; boundary=x' },
      'content-length': String(bytes * 2 ** 20),
    })
    const statusOf = async (path: string, bytes: number) =>
      (await post(path, { headers: said(bytes), body: '--x--' })).status
    expect(await statusOf('/receipts', 200)).toBe(404) // nobody takes them here
    expect(await statusOf('/receipts', 202)).toBe(413)
    expect(await statusOf('/imports', 200)).toBe(413)
  })

  it('nothing of a file is read of who is not', async () => {
    let pieces = 0
    const body = new ReadableStream({
      pull(controller) {
        pieces++
        controller.enqueue(new Uint8Array(2 ** 20))
        if (pieces === 25) controller.close()
      },
    })
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await post('/form', { headers: type, body, duplex: 'half' } as RequestInit)).status).toBe(401)
    expect(pieces).toBeLessThan(3)
  })
})

it('keeps a connection that is not used for longer than a proxy does: one that closes first is sent a request all the same', async () => {
  const { port, close } = await listen(openApp(), { port: 0, host: '127.0.0.1', graceMs: 0 })
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
    const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '') ?? []
    expect(Number(seconds)).toBeGreaterThan(60)
  } finally {
    await close()
  }
})

it('a process that cannot do its work says so to anyone, and why to its log alone', async () => {
  const told: unknown[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(JSON.parse(line)) })
  const checkReady = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432'))
  const answer = await openApp({ checkReady, log }).request('/readyz')
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'not ready' }])
  expect(told).toMatchObject([{ msg: 'not ready', err: { message: 'connect ECONNREFUSED 10.0.0.7:5432' } }])
})

describe('a call that is none of ours', () => {
  const app = openApp()
  const call = (method: string, path: string) => app.request(`/api${path}`, { method })

  it('is refused with the methods that its address takes, where it takes others', async () => {
    const response = await call('DELETE', '/v1/slow')
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST')
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({
      code: 'method-not-allowed',
      title: 'Adressen tar bara emot GET, HEAD, POST.',
    })
    expect((await call('GET', '/v1/conflict/last-owner')).headers.get('allow')).toBe('POST')
    expect((await call('PUT', '/openapi.json')).headers.get('allow')).toBe('GET, HEAD')
  })

  it('is not found where there is no such address', async () => {
    const response = await call('GET', '/v1/nothing')
    expect(response.status).toBe(404)
    expect(response.headers.get('allow')).toBeNull()
  })
})

it('lets the largest file come over a line of half a megabit a second', async ({ onTestFinished }) => {
  let allowedMs = 0
  const note = (message: unknown) => {
    allowedMs = (message as { server: Server }).server.requestTimeout
  }
  subscribe('http.server.request.start', note)
  onTestFinished(() => void unsubscribe('http.server.request.start', note))
  const { port, close } = await listen(openApp(), { port: 0, host: '127.0.0.1', graceMs: 0 })
  await fetch(`http://127.0.0.1:${port}/healthz`)
  await close()
  expect(allowedMs / 1000).toBeGreaterThan((100 * 2 ** 20 * 8) / 500_000)
})
