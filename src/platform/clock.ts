/** The only source of now; tests pass their own. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
