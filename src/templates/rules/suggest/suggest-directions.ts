import type { TemplateMapping } from '../../contract.ts'
import type { BuiltInFormat } from '../../formats/built-in-format.ts'
import { tidyText } from '../cells/cell-text.ts'
import { isPurchaseType } from '../columns/guess-types.ts'
import type { ColumnProfile } from '../columns/profile-columns.ts'
import { createDirectionReader, isPlusOrMinus, outgoingOf } from '../words/directions.ts'

/**
 * What money out and in is called in the file; a person sees both before the template is saved. A word that says neither
 * (`Nota`) is not taken for money in since it is none for money out: its rows are asked about.
 */
export function suggestDirections(
  column: ColumnProfile | undefined,
  account: 'card' | 'bank',
  format: BuiltInFormat | null,
): Pick<TemplateMapping, 'outgoingDirections' | 'incomingDirections'> {
  const texts = column?.values.map(tidyText) ?? []
  const words = [...new Set(texts)]
  const outgoingDirections = [...(format?.outgoingDirections ?? mostOnCard(texts, account) ?? outgoingIn(words))]
  const directionOf = createDirectionReader(outgoingDirections, [])
  const incoming = words.filter((word) => directionOf(word) === 'in')
  return { outgoingDirections, ...(column && { incomingDirections: incoming.slice(0, 20) }) }
}

/** `Köp` beside `Retur` or `Kredit` too. */
function outgoingIn(words: readonly string[]): string[] {
  const bought = words.filter(isPurchaseType)
  const known = outgoingOf(words)
  return bought.length === 0 ? known : [...new Set([...known.filter((word) => words.includes(word)), ...bought])]
}

/** `+` and `-` beside a card's amounts: most of its rows are purchases, whichever of the two they have. */
function mostOnCard(texts: readonly string[], account: 'card' | 'bank'): string[] | null {
  if (account === 'bank' || texts.length === 0 || !texts.every(isPlusOrMinus)) return null
  const plus = texts.filter((text) => text === '+').length
  return plus * 2 > texts.length ? ['+'] : null
}
