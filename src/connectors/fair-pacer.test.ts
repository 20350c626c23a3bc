import { expect, test } from 'vitest'
import { createFairPacer } from './fair-pacer.ts'
import { createPacer } from './pacer.ts'
import { createSimulatedTime } from './testing/simulated-time.ts'

test('a company with a hundred requests does not hold up one with two', async () => {
  const { now, sleep, run } = createSimulatedTime()
  const pacer = createFairPacer(createPacer({ requests: 4, seconds: 1, now, sleep }))
  const order: string[] = []
  const ask = async (sharer: string) => {
    const answered = await pacer.pace(sharer)
    order.push(sharer)
    answered({ isRateLimited: false })
  }
  const many = Array.from({ length: 100 }, () => ask('many'))
  const few = [ask('few'), ask('few')]
  await run(Promise.all([...many, ...few]))
  expect(order.filter((one) => one === 'few')).toHaveLength(2)
  expect(order.lastIndexOf('few')).toBeLessThan(4)
  expect(order).toHaveLength(102)
})

test('a turn that cannot be had is told to whoever waits for it, and the next one is asked for anew', async () => {
  let asked = 0
  const pacer = createFairPacer({
    async pace() {
      if (++asked === 1) throw new Error('the database is away')
      return () => undefined
    },
  })
  await expect(pacer.pace('a')).rejects.toThrow('the database is away')
  await expect(pacer.pace('a')).resolves.toBeTypeOf('function')
})
