import type { AmountAnswer, ImportRow } from '#imports/contract.ts'
import { heldCodes } from '#imports/rules/anyway-codes.ts'
import { answeredAmount } from '#imports/rules/asked-amounts.ts'

export type Decided = Pick<ImportRow, 'state' | 'decision' | 'problems' | 'amount'>

/**
 * Which changes mean something for one of the marked rows at least; a row that has not come may be any but below a day. An
 * amount is written only where each of the marked rows asks for it; those that have not come are asked where they are changed.
 */
export function changesFor(
  rows: readonly (Decided | undefined)[],
): Record<'anyway' | 'takeBack' | 'dayAbove' | 'include' | 'refund', boolean> {
  const known = rows.filter((row) => row !== undefined)
  const allAsk = (answer: AmountAnswer) =>
    known.length > 0 && known.every((row) => answeredAmount(row, answer) !== null)
  return {
    include: allAsk('as-read'),
    refund: allAsk('as-refund'),
    anyway: rows.some((row) => row === undefined || row.state === 'duplicate' || isHeld(row)),
    takeBack: rows.some((row) => row === undefined || row.decision !== null),
    dayAbove: rows.some((row) => row !== undefined && lacksDayBelowOne(row)),
  }
}

/** Its day is missing, and the row above has one. */
export const lacksDayBelowOne = ({ problems }: Pick<ImportRow, 'problems'>) =>
  problems.some(({ code, params }) => code === 'date-missing' && params?.above !== undefined)

const isHeld = ({ problems }: Pick<ImportRow, 'problems'>) => problems.some(({ code }) => heldCodes.includes(code))
