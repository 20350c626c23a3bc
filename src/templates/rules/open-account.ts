import type { RowProblem } from '#kernel/row-problem.ts'
import type { SkipReason, TargetField, TemplateMapping } from '../contract.ts'
import { isBlank, normaliseLabel } from './cells/cell-text.ts'
import { columnsOfSource } from './mapping/columns-of-source.ts'
import type { ReadRow, SourceReading } from './mapping/reading.ts'
import { isCash } from './rows/card-texts.ts'
import { isPlusOrMinus } from './words/directions.ts'
import { roleOf } from './words/header-words.ts'
import { isNameOfShops } from './words/shop-names.ts'

/**
 * Columns or signs for money out and in, and neither a balance, a card nor a type beside them, are an account's or a card's:
 * what came in is left out of the one and a refund of the other, so that whoever makes the template is told. So are columns
 * without names that are taken for a card's.
 */
export function openAccount({ rows }: SourceReading, mapping: TemplateMapping): RowProblem[] {
  const isOfSides = mapping.signRule === 'two-columns' || isBySign(mapping)
  if (!(isOfSides || isUnnamed(mapping)) || (mapping.purchaseTypes ?? []).length > 0) return []
  const roles = new Set(mapping.header.map((name) => roleOf(name)?.role))
  if (tellingRoles.some((role) => roles.has(role)) || tellingFields.some((field) => mapping.fields[field])) return []
  const shops = mapping.fields.merchant ? columnsOfSource(mapping.fields.merchant) : []
  if (shops.some(({ name }) => isNameOfShops(name))) return []
  if (mapping.account === 'bank') {
    if (!isOfSides) return []
    const incoming = rows.filter((row) => isSkipped(row, 'incoming') || isAskedAsRefund(row)).length
    // Cash is taken out with a card too.
    const isMoved = rows.some((row) => isSkipped(row, 'other-movement') && !row.cells.map(normaliseLabel).some(isCash))
    return incoming === 0 || isMoved ? [] : [{ code: 'account-or-card', params: { rows: incoming } }]
  }
  const back = rows.filter(
    ({ outcome }) => outcome.kind === 'purchase' && (outcome.fields.amountSek ?? outcome.fields.foreignAmount ?? 0) < 0,
  )
  return back.length === 0 || mapping.signRule === 'two-columns'
    ? []
    : [{ code: 'card-or-account', params: { rows: back.length } }]
}

const isSkipped = ({ outcome }: ReadRow, reason: SkipReason) => outcome.kind === 'skipped' && outcome.reason === reason

const isAskedAsRefund = ({ outcome }: ReadRow) =>
  outcome.kind === 'unreadable' && outcome.problems.some(({ code }) => code === 'refund-or-payment')

const tellingRoles = ['balance', 'card'] as const
const tellingFields: readonly TargetField[] = ['card', 'status', 'type']

/** No column has a name that could say what the file is of. */
function isUnnamed({ header }: TemplateMapping): boolean {
  return header.every(isBlank)
}

function isBySign({ signRule, outgoingDirections, incomingDirections = [] }: TemplateMapping): boolean {
  return signRule === 'direction' && [...outgoingDirections, ...incomingDirections].every(isPlusOrMinus)
}
