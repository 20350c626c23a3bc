/** A row that holds a record of its source anew: `number` is its place there. */
export type VersionRow = { number: number; recordId: string }
/** A row of an import, by its number in the file. */
export type RowPlace = { importId: string; row: number }
/** A row of a source without identities, and one of an earlier import's that says what it said before somebody edited it. */
export type EditedSince = RowPlace & { number: number }
