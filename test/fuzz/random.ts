import { seededNumbers } from '#sandbox/seeded-numbers.ts'

/** Dice that fall the same way for the same seed, so that every file can be made again. */
export type Dice = {
  /** 0 up to, not including, `end`. */
  below(end: number): number
  /** `true` so many times out of a hundred. */
  chance(percent: number): boolean
  one<T>(of: readonly T[]): T
}

export function createDice(seed: number): Dice {
  const next = seededNumbers(seed)
  const below = (end: number) => Math.floor(next() * end)
  return { below, chance: (percent) => next() * 100 < percent, one: (of) => of[below(of.length)]! }
}
