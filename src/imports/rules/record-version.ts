/** A row that holds a record of its source anew: `number` is its place there. */
export type VersionRow = { number: number; recordId: string }
/** A row of a source without identities, and one of an earlier import's that says what it said before somebody edited it. */
export type EditedSince = { number: number; importId: string; row: number }
