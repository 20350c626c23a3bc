import type { ColumnProfile } from '../columns/profile-columns.ts'
import { isOutgoing, isOutgoingAlone, isPlusOrMinus, saysDifferent, saysOnlyDirections } from '../words/directions.ts'
import type { ColumnRole } from '../words/header-words.ts'

/** What a company calls `Kategori` may say no more than `Inkomst` or `Utgift`. */
const rolesOfDirections: ReadonlySet<ColumnRole> = new Set(['type', 'other', 'amount', 'detail'])

/**
 * `D` and `K` in every row, whatever the column is called; `OUT` in all of them where it has no other use, and `Debit` beside the
 * balance of an account, which is no kind of card.
 */
export function directionsAmong(profiles: readonly ColumnProfile[]): (column: ColumnProfile) => boolean {
  const isOfAccount = profiles.some(({ role, figures }) => role === 'balance' && figures > 0)
  return ({ name, role, values }) => {
    const isOfCard = /kort|card|funding/i.test(name) // its kind: debit or credit
    const isFree = !isOfCard && (role === null || rolesOfDirections.has(role))
    if (!isFree || !saysOnlyDirections(values)) return false
    if (saysDifferent(values) || (role === 'amount' && values.every(isOutgoing))) return true // `In/Ut`
    const isSaid = isOfAccount ? (word: string) => isOutgoing(word) && !isPlusOrMinus(word) : isOutgoingAlone
    return (role === null || (isOfAccount && role === 'type')) && values.every(isSaid)
  }
}
