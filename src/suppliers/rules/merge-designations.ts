import type { NewDesignation } from '../contract.ts'

type Text = Pick<NewDesignation, 'match' | 'text'>
const isSame = (one: Text, other: Text) => one.match === other.match && one.text === other.text
const isIn = (texts: readonly Text[], one: Text) => texts.some((other) => isSame(one, other))

/** Those that are among others, letter by letter. */
export function among<One extends Text>(texts: readonly One[], others: readonly Text[]): One[] {
  return texts.filter((one) => isIn(others, one))
}

/** Those that are not among others, letter by letter. */
export function without<One extends Text>(texts: readonly One[], others: readonly Text[]): One[] {
  return texts.filter((one) => !isIn(others, one))
}

/**
 * The texts of a supplier that a person wants otherwise than they were `before`: what they added and took away, on those
 * that it has `now`. Without `before` what they want stands in place of all.
 */
export function mergeDesignations(
  now: readonly Text[],
  before: readonly Text[] | undefined,
  wanted: readonly NewDesignation[],
): NewDesignation[] {
  if (!before) return [...wanted]
  const kept = now.filter((one) => isIn(wanted, one) || !isIn(before, one)).map(({ match, text }) => ({ match, text }))
  return [...kept, ...wanted.filter((one) => !isIn(before, one) && !isIn(kept, one))]
}
