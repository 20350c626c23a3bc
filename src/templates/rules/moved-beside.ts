import { type BoundSource, type RowInContext, readAlternatives } from './bind-fields.ts'
import { normaliseLabel, startsWithAny } from './cell-text.ts'

/** `Överföring` in the one column of texts and `Sparkonto` in the other, of which the template takes the shop: no purchase. */
export function isMovedBeside(
  source: BoundSource | undefined,
  context: RowInContext,
  movements: readonly string[],
): boolean {
  if (source?.kind !== 'first') return false
  return readAlternatives(source, context).some(({ text }) => startsWithAny(normaliseLabel(text), movements))
}
