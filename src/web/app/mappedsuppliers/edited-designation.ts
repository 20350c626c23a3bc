import type { Designation } from '#suppliers/contract.ts'

/** A file designation in the form; `key` is its row's own. */
export type EditedDesignation = Pick<Designation, 'match' | 'text'> & { key: string }
