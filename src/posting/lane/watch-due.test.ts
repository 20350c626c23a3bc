import { expect, test } from 'vitest'
import { createSimulatedTime } from '#connectors/testing/simulated-time.ts'
import { watchDue } from './watch-due.ts'

test('who sends something again while an ended watch still asks the store is heard at once', async () => {
  const time = createSimulatedTime()
  const asking: (() => void)[] = []
  const ask = () => asking[0]?.()
  let listed = 0
  const watch = watchDue({
    ...time,
    store: {
      async listDue() {
        if (++listed > 1) return [] // what was sent again has a request yet that nobody knows of
        await time.sleep(3_000)
        return ['a run']
      },
    },
    onAsked: (asked) => {
      asking.push(asked)
      return () => undefined
    },
    signal: new AbortController().signal,
  })
  const heardAfter = (ms: number, whileAt: (at: number) => void = () => undefined) =>
    watch.during(0, async (due) => {
      const begunAt = time.now()
      whileAt(begunAt)
      while (!due.aborted && time.now() - begunAt < ms) await time.sleep(500)
      return due.aborted ? time.now() - begunAt : null
    })
  await time.run(
    (async () => {
      expect(await heardAfter(1_000, ask)).not.toBeNull() // from now on the store is asked
      await heardAfter(5_500, watch.lookedUp) // ends while the store is slow
      const heard = await heardAfter(20_000, () => void time.sleep(1_000).then(ask))
      expect(heard).toBeLessThanOrEqual(10_000)
    })(),
  )
})
