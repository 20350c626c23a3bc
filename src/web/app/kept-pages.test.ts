import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepPages } from './kept-pages.ts'

const fetchMock = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock)
  serves('old', ['/a.js', '/b.js'])
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const serves = (id: string, pages: string[]) =>
  fetchMock.mockReset().mockImplementation(async () => Response.json({ id, pages }))

test('the code of every page is fetched once, one after the other', async () => {
  const kept: string[] = []
  const all = keepPages(new AbortController().signal, async (page) => kept.push(page))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(kept).toEqual(['/a.js'])
  await vi.advanceTimersByTimeAsync(60_000)
  await all
  expect(kept).toEqual(['/a.js', '/b.js'])
})

test('what could not be had is asked for again later, where the build that is served by then has it', async () => {
  const kept: string[] = []
  const all = keepPages(new AbortController().signal, async (page) => {
    if (page === '/b.js') throw new TypeError('Failed to fetch')
    kept.push(page)
  })
  await vi.advanceTimersByTimeAsync(5_000)
  serves('new', ['/a.js', '/c.js'])
  await vi.advanceTimersByTimeAsync(60_000)
  await all
  expect(kept).toEqual(['/a.js', '/a.js', '/c.js'])
})

test('nothing is fetched any more once the signed-in pages are left', async () => {
  const left = new AbortController()
  const keep = vi.fn<(page: string) => Promise<void>>(async () => undefined)
  const all = keepPages(left.signal, keep)
  await vi.advanceTimersByTimeAsync(1_000)
  left.abort()
  await vi.advanceTimersByTimeAsync(60_000)
  await all
  expect(keep).toHaveBeenCalledOnce()
})
