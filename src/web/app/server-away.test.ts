import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import * as m from '#messages'
import { createQueryClient } from './query-client.ts'
import { followReach } from './server-away.ts'

const { open } = vi.hoisted(() => ({ open: new Map<string, string>() }))
vi.mock('../ui/toasts.tsx', () => ({
  showToast: ({ id, title }: { id: string; title: string }) => open.set(id, title),
  closeToast: (id: string) => open.delete(id),
  toastsOf: (_: unknown, tell: () => unknown) => tell(),
}))

test('a list that failed while Radvis was away is there again when Radvis is, without being asked for', async () => {
  const client = createQueryClient()
  let isAway = true
  const read = () => (isAway ? Promise.reject(new Error('no answer')) : Promise.resolve(['Karin']))
  const list = new QueryObserver(client, { queryKey: ['users'], queryFn: read })
  const leave = list.subscribe(() => undefined)
  await vi.waitFor(() => expect(list.getCurrentResult().isError).toBe(true))
  followReach('away', client)
  expect([...open.values()]).toEqual([m.shell_away_title()])
  isAway = false
  followReach('back', client)
  expect(open.size).toBe(0)
  await vi.waitFor(() => expect(list.getCurrentResult().data).toEqual(['Karin']))
  leave()
})
