import { seededNumbers } from '#sandbox/seeded-numbers.ts'

/** Draws the same values for the same seed, so that a file that was misread can be made again. */
export type Draw = {
  int(low: number, high: number): number
  pick<T>(from: readonly T[]): T
  chance(share: number): boolean
}

export function createDraw(seed: number): Draw {
  const next = seededNumbers(Math.imul(seed + 1, 0x9e3779b1))
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    int,
    pick: (from) => from[int(0, from.length - 1)] as (typeof from)[number],
    chance: (share) => next() < share,
  }
}
