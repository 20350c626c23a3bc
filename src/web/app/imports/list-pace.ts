import type { ImportSummary } from '#imports/contract.ts'

const [busyMs, calmMs] = [2_000, 30_000]

/** How often a list of imports is asked for again: what is fetched on a schedule or by a colleague is to come to an open page. */
export const listEveryMs = (imports: readonly Pick<ImportSummary, 'state'>[]): number =>
  imports.some(({ state }) => state === 'reading') ? busyMs : calmMs
