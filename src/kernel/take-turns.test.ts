import { expect, it } from 'vitest'
import { takeTurns } from './take-turns.ts'

it('runs at most so many at once, in the order they came, also past one that fails', async () => {
  const inTurn = takeTurns(2)
  const begun: number[] = []
  let running = 0
  let most = 0
  const work = (index: number) => async () => {
    begun.push(index)
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running--
    if (index === 1) throw new Error('one that fails')
    return index
  }
  const all = await Promise.allSettled([0, 1, 2, 3, 4].map((index) => inTurn(work(index))))
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect([begun, most]).toEqual([[0, 1, 2, 3, 4], 2])
})

it('who asks for much leaves a place for others, and waits behind those who asked for little', async () => {
  const inTurn = takeTurns(3)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (whose: string, name: string) =>
    inTurn(() => {
      begun.push(name)
      return new Promise<void>((end) => ends.push(end))
    }, whose)
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('a', name))
  expect(begun).toEqual(['a1', 'a2'])
  all.push(ask('b', 'b1'), ask('b', 'b2'), ask('c', 'c1'))
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  for (const next of ['c1', 'a3', 'b2', 'a4']) {
    ends.shift()?.()
    await expect.poll(() => begun.at(-1)).toBe(next)
  }
  for (const end of ends) end()
  await Promise.all(all)
})
