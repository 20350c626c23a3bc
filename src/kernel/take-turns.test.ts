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
