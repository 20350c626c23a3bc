import { expect, test } from 'vitest'
import { createSharedReadings } from './share-calls.ts'

/** Readings of something that is kept once its reading has ended. */
function open() {
  let kept: { at: number } | null = null
  const [ends, share] = [Promise.withResolvers<void>(), createSharedReadings(({ at }: { at: number }) => at)]
  let readings = 0
  const ask = (asked: number, { looked = Promise.resolve(), oldest = asked } = {}) =>
    share('k', oldest, {
      find: async () => {
        const found = kept
        await looked
        return found
      },
      read: async () => {
        readings++
        await ends.promise
        kept = { at: asked }
        return kept
      },
    })
  return { ask, end: ends.resolve, readings: () => readings }
}

test('whoever asks while something is read gets that reading, and so does who comes when it has ended with an older look', async () => {
  const { ask, end, readings } = open()
  const [both, looked] = [Promise.all([ask(10), ask(11)]), Promise.withResolvers<void>()]
  const late = ask(9, { looked: looked.promise })
  end()
  expect(await both).toEqual([{ at: 10 }, { at: 10 }])
  looked.resolve()
  expect(await late).toEqual({ at: 10 })
  expect(readings()).toBe(1)
})

test('what was read lately enough is not read again', async () => {
  const { ask, end, readings } = open()
  end()
  await ask(10)
  expect(await ask(20, { oldest: 10 })).toEqual({ at: 10 })
  expect(readings()).toBe(1)
})

test('who asks after a reading began, and comes when it has ended, has it read again', async () => {
  const { ask, end, readings } = open()
  end()
  await ask(10)
  expect(await ask(11)).toEqual({ at: 11 })
  expect(readings()).toBe(2)
})
