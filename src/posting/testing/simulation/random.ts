import { seededNumbers } from '#sandbox/seeded-numbers.ts'

/** The same seed gives the same numbers for ever. */
export function createRandom(seed: number) {
  const next = seededNumbers(seed * 2_654_435_761)
  return {
    chance: (share: number) => next() < share,
    between: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
  }
}
export type Random = ReturnType<typeof createRandom>
