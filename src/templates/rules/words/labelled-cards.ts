import { roleOf } from './header-words.ts'

const mayBeLabel = /kort|card|innehav|holder/i

/** `Kortnummer | 5412****1234 | Kortinnehavare | Anna`, either way round → the card and its holder; other cells as they are. */
export function withoutCardLabels<Cell extends { text: string }>(cells: readonly Cell[]): readonly Cell[] {
  const [first, second, third, fourth] = cells
  if (cells.length !== 4 || !first || !second || !third || !fourth || !mayBeLabel.test(first.text)) return cells
  const [one, other] = [roleOf(first.text)?.role, roleOf(third.text)?.role]
  if (one === 'card' && other === 'holder') return [second, fourth]
  return one === 'holder' && other === 'card' ? [fourth, second] : cells
}
