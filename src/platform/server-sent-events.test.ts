import { expect, test } from 'vitest'
import { AppError } from '#kernel/errors.ts'
import { createApi } from './http.ts'
import { streamChanges } from './server-sent-events.ts'

function app(states: string[], heartbeatMs = 1000, longestMs = 60_000) {
  const api = createApi()
  let reads = 0
  api.get('/events', (c) =>
    streamChanges(c, {
      read: async () => ({ state: states[Math.min(reads++, states.length - 1)] }),
      isFinal: ({ state }) => state === 'done',
      everyMs: 1,
      heartbeatMs,
      longestMs,
    }),
  )
  return { api, reads: () => reads }
}

test('each change is sent once and the stream ends with the final state', async () => {
  const response = await app(['waiting', 'waiting', 'half', 'half', 'done', 'after']).api.request('/events')
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const sent = (await response.text()).split('\n').filter((line) => line.startsWith('data: '))
  expect(sent).toEqual(['data: {"state":"waiting"}', 'data: {"state":"half"}', 'data: {"state":"done"}'])
})

test('a quiet stream carries heartbeats', async () => {
  const response = await app([...Array(9).fill('waiting'), 'done'], 3).api.request('/events')
  expect(await response.text()).toContain(': still here')
})

test('reading stops when the reader has gone', async () => {
  const { api, reads } = app(['waiting'])
  const response = await api.request('/events')
  const reader = response.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  await new Promise((resolve) => setTimeout(resolve, 20))
  const readsThen = reads()
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(reads()).toBe(readsThen)
})

test('a read that fails ends the stream', async () => {
  const api = createApi()
  api.get('/events', (c) => streamChanges(c, { read: () => Promise.reject(new Error('secret')), isFinal: () => false }))
  expect(await (await api.request('/events')).text()).toBe('')
})

test('a stream ends after a while, so that who was taken out meanwhile hears no more', async () => {
  const response = await app(['waiting'], 1000, 300).api.request('/events')
  expect(await response.text()).toBe('event: progress\ndata: {"state":"waiting"}\n\n')
})

test('a change is not told to who may no longer hear it: the stream ends', async () => {
  const api = createApi()
  const member = { userId: 'u', name: 'A', email: 'a@example.com', language: 'sv' as const, sessionId: 's' }
  let reads = 0
  api.use('*', (c, next) => {
    c.set('actor', member)
    c.set('scope', { companyId: 'c', companyName: 'C', role: 'full', actor: member })
    c.set('identify', async () => void (reads > 2 && c.set('scope', null)))
    return next()
  })
  api.get('/events', (c) => {
    async function read() {
      // Seen to be a member so long ago that it has to be asked again.
      c.set('checked', { access: 'full', at: performance.now() - 2000 })
      return { reads: reads++ }
    }
    return streamChanges(c, { read, isFinal: () => false, everyMs: 1 })
  })
  const heard = (await (await api.request('/events')).text()).split('\n').filter((line) => line.startsWith('data: '))
  expect(heard).toEqual(['data: {"reads":0}', 'data: {"reads":1}'])
})

test('one person has only so many streams at once, and gets others when those have ended', async () => {
  const { api } = app(['waiting'])
  api.onError((error, c) => c.text(error instanceof AppError ? error.code : String(error), 429))
  const opened = await Promise.all(Array.from({ length: 21 }, () => api.request('/events')))
  expect(opened.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429])
  await Promise.all(opened.map(({ body }) => body?.cancel()))
  await expect.poll(async () => (await api.request('/events')).status).toBe(200)
})

test('who asks for the head alone, or reads no further, holds no stream', async () => {
  const { api } = app(['waiting'], 1, 60)
  api.onError((_, c) => c.text('', 429))
  for (let asked = 0; asked < 30; asked++) expect((await api.request('/events', { method: 'HEAD' })).status).toBe(200)
  await Promise.all(Array.from({ length: 20 }, () => api.request('/events')))
  await expect.poll(async () => (await api.request('/events')).status).toBe(200)
})
