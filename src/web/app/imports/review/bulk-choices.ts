import type { ImportRow } from '#imports/contract.ts'
import { heldCodes } from '#imports/rules/anyway-codes.ts'

export type Decided = Pick<ImportRow, 'state' | 'decision' | 'problems'>

/** Which changes mean something for one of the marked rows at least; a row that has not come may be any but below a day. */
export function changesFor(
  rows: readonly (Decided | undefined)[],
): Record<'anyway' | 'takeBack' | 'dayAbove', boolean> {
  return {
    anyway: rows.some((row) => row === undefined || row.state === 'duplicate' || isHeld(row)),
    takeBack: rows.some((row) => row === undefined || row.decision !== null),
    dayAbove: rows.some((row) => row !== undefined && lacksDayBelowOne(row)),
  }
}

/** Its day is missing, and the row above has one. */
export const lacksDayBelowOne = ({ problems }: Pick<ImportRow, 'problems'>) =>
  problems.some(({ code, params }) => code === 'date-missing' && params?.above !== undefined)

const isHeld = ({ problems }: Pick<ImportRow, 'problems'>) => problems.some(({ code }) => heldCodes.includes(code))
