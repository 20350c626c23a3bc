import { expect, test } from 'vitest'
import { counted } from './testing/simulation/check-world.ts'
import { plants } from './testing/simulation/plants.ts'
import { simulate } from './testing/simulation/simulate.ts'

const nothingWrong = Object.fromEntries(counted.map((name) => [name, 0]))

test('150 seeds of crashes, lost, late and doubled requests, and people at work: nothing lost, doubled, half done or untrue', async () => {
  for (let seed = 1; seed <= 150; seed++) expect(await simulate(seed), `seed ${seed}`).toMatchObject(nothingWrong)
}, 120_000)

test('the same seed gives the same trace', async () => {
  const [first, second] = [await simulate(18), await simulate(18)]
  expect(first.trace.length).toBeGreaterThan(20)
  expect(second.hash).toBe(first.hash)
})

for (const plant of plants)
  test(`a lane spoilt by ${plant} is found out`, async () => {
    for (let seed = 1; seed <= 150; seed++) {
      const found = await simulate(seed, plant)
      if (counted.some((name) => found[name] > 0)) return
    }
    expect.fail('the simulation saw nothing wrong')
  }, 120_000)
