import { normaliseLabel, startsWithAny } from '../cells/cell-text.ts'
import { type BoundSource, type RowInContext, readAlternatives } from '../mapping/bind-fields.ts'
import { isCardRefundLabel, isPaidBackToCard } from './paid-back.ts'

/**
 * Whether the text of so much paid begins as movements on an account do. Of money in as `Insättning kort 260117 NK` only who
 * names those themselves says so.
 */
export function isMovementLabel(label: string, minor: number, movements: readonly string[]): boolean {
  if (minor >= 0 || !isPaidBackToCard(label)) return startsWithAny(label, movements) || isCutOff(label, movements)
  return startsWithAny(
    label,
    movements.filter((start) => start !== 'insättning'),
  )
}

/** Banks cut their texts (Handelsbanken at 14 to 16 letters, SEB at 12): `Leverantörsbetal` is one word and what is left of it. */
const shortestCut = 12

function isCutOff(label: string, movements: readonly string[]): boolean {
  if (label.length < shortestCut || label.includes(' ')) return false
  return movements.some((start) => start.startsWith(label) && !start.includes(' '))
}

/** `Överföring` in the one column of texts and `Sparkonto` in the other, of which the template takes the shop: no purchase. */
export function isMovedBeside(
  source: BoundSource | undefined,
  context: RowInContext,
  minor: number,
  movements: readonly string[],
): boolean {
  return textsBeside(source, context).some((label) => isMovementLabel(label, minor, movements))
}

/** `Kortköp` in the one and the shop in the other, of money that came in: the shop gave it back. */
export function isRefundedBeside(source: BoundSource | undefined, context: RowInContext): boolean {
  return textsBeside(source, context).some(isCardRefundLabel)
}

function textsBeside(source: BoundSource | undefined, context: RowInContext): string[] {
  if (source?.kind !== 'first') return []
  return readAlternatives(source, context).map(({ text }) => normaliseLabel(text))
}
