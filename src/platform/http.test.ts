import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { AppError } from '#kernel/errors.ts'
import { createApi, defineRoute, json, jsonBody, requireStill, scopeOf } from './http.ts'

const greet = defineRoute('full', {
  method: 'post',
  path: '/greetings/{id}',
  request: { params: z.object({ id: z.string().max(3) }), body: jsonBody(z.object({ name: z.string().min(1) })) },
  responses: { 200: json(z.object({ text: z.string() })) },
})

const rule = z.object({ a: z.string(), b: z.string(), c: z.string(), d: z.string() })
const teach = defineRoute('full', {
  method: 'post',
  path: '/rules',
  request: { body: jsonBody(z.object({ ids: z.array(z.uuid()).optional(), rules: z.array(rule).optional() })) },
  responses: { 200: json(z.object({})) },
})

function app(scope: boolean) {
  const api = createApi()
  api.use('*', async (c, next) => {
    const actor = { userId: 'u', name: 'A', email: 'a@example.com', language: 'sv' as const, sessionId: 's' }
    c.set('actor', scope ? actor : null)
    c.set('scope', scope ? { companyId: 'c', companyName: 'C', role: 'full', actor } : null)
    await next()
  })
  api.openapi(greet, (c) =>
    c.json({ text: `${c.req.valid('json').name} ${scopeOf(c).companyId} ${c.req.valid('param').id}` }, 200),
  )
  api.openapi(teach, (c) => c.json({}, 200))
  api.onError((error, c) =>
    c.json(error instanceof AppError ? { code: error.code, errors: error.errors } : { code: String(error) }, 400),
  )
  return api
}

const post = (body: unknown) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

test('a call that fits is answered', async () => {
  expect(await (await app(true).request('/greetings/7', post({ name: 'Ada' }))).json()).toEqual({ text: 'Ada c 7' })
})
test('a call without a token is refused before its input is looked at', async () => {
  expect(await (await app(false).request('/greetings/7', post({}))).json()).toMatchObject({ code: 'not-signed-in' })
})
test('a missing field is named with its path', async () => {
  expect(await (await app(true).request('/greetings/7', post({ name: '' }))).json()).toMatchObject({
    errors: [{ path: 'name', code: 'required' }],
  })
  expect(await (await app(true).request('/greetings/7', post({}))).json()).toMatchObject({
    errors: [{ path: 'name', code: 'required' }],
  })
})
test('an address that cannot name anything is not found: no field is to be corrected', async () => {
  const answer = await app(true).request('/greetings/cut-off', post({ name: 'Ada' }))
  expect(await answer.json()).toEqual({ code: 'not-found', errors: [] })
})
test('a list of many wrong values is refused with the first hundred of them, and one of far too many with that', async () => {
  const refusalOf = async (body: object) => (await app(true).request('/rules', post(body))).json()
  for (const body of [{ ids: Array(20_000).fill(1) }, { rules: Array(24_000).fill({}) }]) {
    const { code, errors } = await refusalOf(body)
    expect([code, errors.length]).toEqual(['invalid-input', 100])
  }
  const tooMany = { code: 'invalid-input', errors: [{ path: '', code: 'too-big', params: { maximum: 25_000 } }] }
  for (const values of [Array(400_000).fill(1), Array(900).fill(Array(100).fill(1))])
    expect(await refusalOf({ ids: values })).toEqual(tooMany)
})
test('a text with half a letter, which cannot be stored, is refused; a whole one that comes escaped is not', async () => {
  const answerTo = async (name: string) => {
    const body = `{"name":"${name}"}`
    return (await app(true).request('/greetings/7', { ...post({}), body })).json()
  }
  const refused = { code: 'invalid-input', errors: [{ path: '', code: 'invalid-format' }] }
  for (const half of ['\\ud83d', '\\udE00 Ada', '\\ude00\\ud83d']) expect(await answerTo(half)).toEqual(refused)
  for (const whole of ['\\ud83d\\ude00', '\\\\ud83d']) expect(await answerTo(whole)).not.toHaveProperty('code')
})
test('a body that is no JSON is refused as that, however long it is', async () => {
  const answer = await app(true).request('/rules', { ...post({}), body: `{"ids":[${'1,'.repeat(400_000)}` })
  expect(await answer.json()).toMatchObject({ code: 'Error: Malformed JSON in request body' })
})

test('who is taken out of the company, or gets a lesser role, while what they send comes is refused when it has', async ({
  onTestFinished,
}) => {
  onTestFinished(() => void vi.restoreAllMocks())
  const actor = { userId: 'u', name: 'A', email: 'a@example.com', language: 'sv' as const, sessionId: 's' }
  const answersIn = async (takesMs: number, after: 'admin' | 'full' | null) => {
    let role: 'admin' | 'full' | null = 'admin'
    const api = createApi()
    api.use('*', async (c, next) => {
      const identify = async () => {
        c.set('actor', actor)
        c.set('scope', role && { companyId: 'c', companyName: 'C', role, actor })
      }
      c.set('identify', identify)
      await identify()
      await next()
    })
    const upload = defineRoute('admin', { method: 'post', path: '/', responses: { 200: json(z.object({})) } })
    api.openapi(upload, async (c) => {
      const began = performance.now()
      role = after
      vi.spyOn(performance, 'now').mockReturnValue(began + takesMs)
      await requireStill(c)
      return c.json({}, 200)
    })
    api.onError((error, c) => c.json({}, error instanceof AppError && error.code === 'not-allowed' ? 403 : 500))
    const { status } = await api.request('/', { method: 'POST' })
    vi.restoreAllMocks()
    return status
  }
  expect([await answersIn(60_000, 'admin'), await answersIn(60_000, 'full'), await answersIn(60_000, null)]).toEqual([
    200, 403, 403,
  ])
  expect(await answersIn(10, null)).toBe(200) // seen a moment ago: not asked again
})
