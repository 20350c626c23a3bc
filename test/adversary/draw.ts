/** Draws the same values for the same seed, so that a file that was misread can be made again. */
export type Draw = {
  int(low: number, high: number): number
  pick<T>(from: readonly T[]): T
  chance(share: number): boolean
}

export function createDraw(seed: number): Draw {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    int,
    pick: (from) => from[int(0, from.length - 1)] as (typeof from)[number],
    chance: (share) => next() < share,
  }
}
