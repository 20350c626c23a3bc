/** Dice that fall the same way for the same seed (mulberry32), so that every file can be made again. */
export type Dice = {
  /** 0 up to, not including, `end`. */
  below(end: number): number
  /** `true` so many times out of a hundred. */
  chance(percent: number): boolean
  one<T>(of: readonly T[]): T
}

export function createDice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return { below, chance: (percent) => next() * 100 < percent, one: (of) => of[below(of.length)]! }
}
