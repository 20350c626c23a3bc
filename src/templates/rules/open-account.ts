import type { RowProblem } from '#kernel/row-problem.ts'
import type { TargetField, TemplateMapping } from '../contract.ts'
import { columnsOfSource } from './columns-of-source.ts'
import { isPlusOrMinus } from './directions.ts'
import { isNameOfShops } from './guess-account.ts'
import { roleOf } from './header-words.ts'
import type { SourceReading } from './reading.ts'

/**
 * Columns or signs for money out and in, and neither a balance, a card nor a type beside them, are an account's or a card's:
 * what came in is left out of the one and a refund of the other, so that whoever makes the template is told.
 */
export function openAccount({ rows }: SourceReading, mapping: TemplateMapping): RowProblem[] {
  const isTold = mapping.signRule === 'two-columns' || isBySign(mapping)
  if (!isTold || (mapping.purchaseTypes ?? []).length > 0) return []
  const roles = new Set(mapping.header.map((name) => roleOf(name)?.role))
  if (tellingRoles.some((role) => roles.has(role)) || tellingFields.some((field) => mapping.fields[field])) return []
  const shops = mapping.fields.merchant ? columnsOfSource(mapping.fields.merchant) : []
  if (shops.some(({ name }) => isNameOfShops(name))) return []
  if (mapping.account === 'bank') {
    const skipped = rows.flatMap(({ outcome }) => (outcome.kind === 'skipped' ? outcome.reason : []))
    const incoming = skipped.filter((reason) => reason === 'incoming').length
    return incoming === 0 || skipped.includes('other-movement')
      ? []
      : [{ code: 'account-or-card', params: { rows: incoming } }]
  }
  const back = rows.filter(
    ({ outcome }) => outcome.kind === 'purchase' && (outcome.fields.amountSek ?? outcome.fields.foreignAmount ?? 0) < 0,
  )
  return back.length === 0 || !isBySign(mapping) ? [] : [{ code: 'card-or-account', params: { rows: back.length } }]
}

const tellingRoles = ['balance', 'card'] as const
const tellingFields: readonly TargetField[] = ['card', 'status', 'type']

function isBySign({ signRule, outgoingDirections, incomingDirections = [] }: TemplateMapping): boolean {
  return signRule === 'direction' && [...outgoingDirections, ...incomingDirections].every(isPlusOrMinus)
}
