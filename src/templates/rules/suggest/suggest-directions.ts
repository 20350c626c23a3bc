import type { TemplateMapping } from '../../contract.ts'
import type { BuiltInFormat } from '../../formats/built-in-format.ts'
import { tidyText } from '../cells/cell-text.ts'
import type { ColumnProfile } from '../columns/profile-columns.ts'
import { isPlusOrMinus, otherThan, outgoingOf } from '../words/directions.ts'

/** What money out and in is called in the file; a person sees both before the template is saved. */
export function suggestDirections(
  column: ColumnProfile | undefined,
  account: 'card' | 'bank',
  format: BuiltInFormat | null,
): Pick<TemplateMapping, 'outgoingDirections' | 'incomingDirections'> {
  const texts = column?.values.map(tidyText) ?? []
  const words = [...new Set(texts)]
  const outgoingDirections = [...(format?.outgoingDirections ?? mostOnCard(texts, account) ?? outgoingOf(words))]
  return { outgoingDirections, ...(column && { incomingDirections: otherThan(outgoingDirections, words) }) }
}

/** `+` and `-` beside a card's amounts: most of its rows are purchases, whichever of the two they have. */
function mostOnCard(texts: readonly string[], account: 'card' | 'bank'): string[] | null {
  if (account === 'bank' || texts.length === 0 || !texts.every(isPlusOrMinus)) return null
  const plus = texts.filter((text) => text === '+').length
  return plus * 2 > texts.length ? ['+'] : null
}
