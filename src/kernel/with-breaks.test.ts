import { expect, test } from 'vitest'
import { withBreaks } from './with-breaks.ts'

test('others have their turn between the steps of long work, whose result and error come through', async () => {
  const told: string[] = []
  function* work(): Generator<undefined, string> {
    for (let step = 1; step <= 3; step++) {
      told.push(`step ${step}`)
      setImmediate(() => told.push(`turn ${step}`))
      yield
    }
    return 'done'
  }
  expect(await withBreaks(work())).toBe('done')
  expect(told).toEqual(['step 1', 'turn 1', 'step 2', 'turn 2', 'step 3', 'turn 3'])
  function* broken(): Generator<undefined, never> {
    yield
    throw new Error('broken')
  }
  await expect(withBreaks(broken())).rejects.toThrow('broken')
})
