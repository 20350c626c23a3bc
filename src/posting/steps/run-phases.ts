import type { RunPhase } from '../contract.ts'

/** Phases in which a request may leave. */
export const sendingPhases: RunPhase[] = ['posting', 'reverting']
/** Phases of a run that is taken back, or was. */
export const undoPhases = ['reverting', 'reverted', 'partly-reverted'] as const satisfies RunPhase[]
export type UndoPhase = (typeof undoPhases)[number]
/** Phases in which a lane has something to do: of a cancelled run, requests without an answer are still looked up. */
export const workingPhases: RunPhase[] = [...sendingPhases, 'cancelled']
