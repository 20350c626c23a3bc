import { expect, test } from 'vitest'
import { counted } from './testing/simulation/check-world.ts'
import { type Plant, plants } from './testing/simulation/plants.ts'
import { simulate } from './testing/simulation/simulate.ts'

const nothingWrong = Object.fromEntries(counted.map((name) => [name, 0]))

test('150 seeds of crashes, lost, late and doubled requests, and people at work: nothing lost, doubled, half done or untrue', async () => {
  let outlived = 0
  for (let seed = 1; seed <= 150; seed++) {
    const found = await simulate(seed)
    expect(found, `seed ${seed}`).toMatchObject(nothingWrong)
    outlived += found.trace.filter((line) => /gives up (POST|PUT|DELETE) .* which comes later/.test(line)).length
  }
  // Of workers that live and lose only the database.
  expect(outlived).toBeGreaterThan(0)
}, 120_000)

test('the same seed gives the same trace', async () => {
  const [first, second] = [await simulate(18), await simulate(18)]
  expect(first.trace.length).toBeGreaterThan(20)
  expect(second.hash).toBe(first.hash)
})

/** Where faults that seldom meet what they spoil were met first; the search goes on from there. */
const rare: Partial<Record<Plant, number>> = {
  ...{ 'cancelled-waits': 2169, 'refusal-of-what-is-settled': 1025, 'unhandled-rests': 9451 },
  ...{ 'refresh-after-sleep': 896, 'outlives-its-lease': 238, 'asked-again-stays': 1411 },
  ...{ 'late-is-not-looked-for': 38, 'twins-stay': 35, 'unknown-is-refused': 34, 'refresh-for-everybody': 131 },
}

for (const plant of plants)
  test(`a lane spoilt by ${plant} is found out`, async () => {
    const first = rare[plant] ?? 1
    for (let seed = first; seed < first + 1000; seed++) {
      const found = await simulate(seed, plant)
      if (counted.some((name) => found[name] > 0)) return
    }
    expect.fail('the simulation saw nothing wrong')
  }, 240_000)
