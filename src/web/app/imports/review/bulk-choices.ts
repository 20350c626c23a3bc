import type { ImportRow } from '#imports/contract.ts'

type Decided = Pick<ImportRow, 'state' | 'decision'>

/** Which decisions mean something for one of the marked rows at least; a row that has not come may take each. */
export function decisionsFor(rows: readonly (Decided | undefined)[]): { anyway: boolean; takeBack: boolean } {
  return {
    anyway: rows.some((row) => row === undefined || row.state === 'duplicate'),
    takeBack: rows.some((row) => row === undefined || row.decision !== null),
  }
}
