import type { ImportRow } from '#imports/contract.ts'
import { perhapsImported } from '#imports/rules/anyway-codes.ts'

export type Decided = Pick<ImportRow, 'state' | 'decision' | 'problems'>

/** Which decisions mean something for one of the marked rows at least; a row that has not come may take each. */
export function decisionsFor(rows: readonly (Decided | undefined)[]): { anyway: boolean; takeBack: boolean } {
  return {
    anyway: rows.some((row) => row === undefined || row.state === 'duplicate' || isPerhapsImported(row)),
    takeBack: rows.some((row) => row === undefined || row.decision !== null),
  }
}

export const isPerhapsImported = ({ problems }: Pick<ImportRow, 'problems'>) =>
  problems.some(({ code }) => code === perhapsImported)
