import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Reach, suspectAway, watchReach } from './reachability.ts'

const fetchMock = vi.fn<typeof fetch>()
const told: Reach[] = []
let page: EventTarget
let stop = () => undefined as unknown

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('fetch', fetchMock)
  told.length = 0
  stop = watchReach((reach) => told.push(reach))
})
afterEach(async () => {
  answers()
  await vi.advanceTimersByTimeAsync(10_000)
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const answers = () => fetchMock.mockReset().mockImplementation(async () => Response.json({ status: 'ok' }))
const isDown = () => fetchMock.mockReset().mockRejectedValue(new TypeError('Failed to fetch'))

test('one call that got no answer says nothing where Radvis answers otherwise', async () => {
  answers()
  suspectAway()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual([])
  expect(fetchMock).toHaveBeenCalledOnce()
})

test('Radvis that does not answer is told of once, and again when it is back', async () => {
  isDown()
  suspectAway()
  suspectAway()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual(['away'])
  answers()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told).toEqual(['away', 'back'])
})

test('a break of a moment is not told, but what failed in it may be asked for again', async () => {
  isDown()
  suspectAway()
  await vi.advanceTimersByTimeAsync(0)
  answers()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told).toEqual(['back'])
})

test('a proxy that answers for Radvis is not Radvis', async () => {
  fetchMock.mockReset().mockImplementation(async () => new Response('Bad Gateway', { status: 502 }))
  suspectAway()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told).toEqual(['away'])
})

test('nor is a network that answers everything with a page to sign in on', async () => {
  fetchMock.mockReset().mockImplementation(async () => new Response('<html>Sign in</html>'))
  suspectAway()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told).toEqual(['away'])
})

test('a line that goes is noticed before any call is made, and one that comes back at once', async () => {
  isDown()
  page.dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told).toEqual(['away'])
  answers()
  page.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['away', 'back'])
})
