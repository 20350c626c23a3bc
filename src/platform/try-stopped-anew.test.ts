import { expect, test } from 'vitest'
import { tryStoppedAnew } from './try-stopped-anew.ts'

const failing = (code: string) => new Error('Failed query', { cause: Object.assign(new Error('no'), { code }) })

/** A work that fails so often, and what it was told at each try. */
function workThatFails(times: number, code = '57014') {
  const tries: boolean[] = []
  const work = async (isLast: boolean) => {
    tries.push(isLast)
    if (tries.length <= times) throw failing(code)
  }
  return { tries, work }
}

test('what the server stopped is done anew so often and no oftener, and the last try knows that it is', async () => {
  const once = workThatFails(1)
  await tryStoppedAnew(once.work, undefined, [1, 1])
  expect(once.tries).toEqual([false, false])
  const always = workThatFails(9)
  await expect(tryStoppedAnew(always.work, undefined, [1, 1])).rejects.toThrow('Failed query')
  expect(always.tries).toEqual([false, false, true])
})

test('what is wrong with it is thrown at once, and a process that stops begins nothing anew', async () => {
  const wrong = workThatFails(9, '23505')
  await expect(tryStoppedAnew(wrong.work, undefined, [1])).rejects.toThrow('Failed query')
  expect(wrong.tries).toEqual([false])
  const stopping = new AbortController()
  const { tries, work } = workThatFails(9)
  const tried = tryStoppedAnew(work, stopping.signal, [60_000])
  stopping.abort()
  await expect(tried).rejects.toThrow('Failed query')
  expect(tries).toEqual([false])
})
