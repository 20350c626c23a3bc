import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '../api-client.ts'
import { createQueryClient, keepAnswer } from './query-client.ts'

const { shown } = vi.hoisted(() => ({ shown: [] as { title: string; company: string | undefined }[] }))
vi.mock('../ui/toasts.tsx', () => {
  let company: string | undefined
  return {
    showToast: ({ title }: { title: string }) => shown.push({ title, company }),
    toastsOf: (of: { name: string } | null, tell: () => unknown) => {
      company = of?.name
      const told = tell()
      company = undefined
      return told
    },
  }
})
afterEach(() => {
  shown.length = 0
  onlineManager.setOnline(true)
})

const company = { id: 'a', name: 'Fjällbruket AB' }
const refusal = (status: number) =>
  new ApiProblem({ status, code: 'x', title: `Nej ${status}.`, errors: [], params: {} })
const failing = (status: number) => () => Promise.reject(refusal(status))

test('a failure that nobody tells of is told, under the name of its company', async () => {
  const change = new MutationObserver(createQueryClient(company), { mutationFn: failing(400) })
  await change.mutate().catch(() => undefined)
  expect(shown).toEqual([{ title: 'Nej 400.', company: 'Fjällbruket AB' }])
})

test('a failure that its form tells of is told in a toast only once the form is gone', async () => {
  const options = { mutationFn: failing(400), meta: { isToldInPlace: true } }
  const change = new MutationObserver(createQueryClient(company), options)
  const leave = change.subscribe(() => undefined)
  await change.mutate().catch(() => undefined)
  expect(shown).toEqual([])
  const late = change.mutate().catch(() => undefined)
  leave()
  await late
  expect(shown).toHaveLength(1)
})

test('what a change says when it is done is of the company it was made in', async () => {
  const { showToast } = await import('../ui/toasts.tsx')
  const change = new MutationObserver(createQueryClient(company), {
    mutationFn: () => Promise.resolve(),
    onSuccess: () => showToast({ type: 'success', title: 'Klart.' }),
  })
  await change.mutate()
  expect(shown).toEqual([{ title: 'Klart.', company: 'Fjällbruket AB' }])
})

test('after a change of which nobody knows what came, what is in sight is read again; after a refusal it is not', async () => {
  const client = createQueryClient(company)
  const read = vi.fn(() => Promise.resolve(1))
  const leave = new QueryObserver(client, { queryKey: ['things'], queryFn: read }).subscribe(() => undefined)
  await expect.poll(() => client.getQueryData(['things'])).toBe(1)
  await new MutationObserver(client, { mutationFn: failing(409) }).mutate().catch(() => undefined)
  expect(read).toHaveBeenCalledTimes(1)
  await new MutationObserver(client, { mutationFn: failing(0) }).mutate().catch(() => undefined)
  expect(read).toHaveBeenCalledTimes(2)
  leave()
})

test('without a connection a call is made all the same, and fails where that can be told', async () => {
  onlineManager.setOnline(false)
  const change = vi.fn(failing(0))
  await new MutationObserver(createQueryClient(company), { mutationFn: change }).mutate().catch(() => undefined)
  expect(change).toHaveBeenCalledOnce()
})

test('a change is known to be under way before the next press can come', async () => {
  const change = new MutationObserver(createQueryClient(company), { mutationFn: () => new Promise(() => undefined) })
  const told: boolean[] = []
  change.subscribe(({ isPending }) => told.push(isPending))
  void change.mutate()
  await Promise.resolve().then(() => undefined)
  expect(told.at(-1)).toBe(true)
})

test('what a change answered is not replaced by a reading that began before it', async () => {
  const client = createQueryClient(company)
  let answer = (_: string) => undefined as unknown
  const reading = client.fetchQuery({
    queryKey: ['users'],
    queryFn: () => new Promise<string>((resolve) => (answer = resolve)),
  })
  await keepAnswer(client, ['users'], 'after the change')
  answer('before the change')
  await reading.catch(() => undefined)
  expect(client.getQueryData(['users'])).toBe('after the change')
})
