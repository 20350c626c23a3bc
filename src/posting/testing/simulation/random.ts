/** The same seed gives the same numbers for ever (mulberry32). */
export function createRandom(seed: number) {
  let state = (seed * 2_654_435_761) >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    chance: (share: number) => next() < share,
    between: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
  }
}
export type Random = ReturnType<typeof createRandom>
