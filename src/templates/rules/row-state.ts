import type { FieldSource, TargetField } from '../contract.ts'
import { type BoundSource, type RowInContext, readText } from './bind-fields.ts'
import { isBlank, normaliseLabel, startsWithAny } from './cell-text.ts'
import { columnsOfSource } from './columns-of-source.ts'
import type { ColumnRole } from './header-words.ts'
import { type ColumnProfile, columnOf } from './profile-columns.ts'
import { flagName, namesOf } from './row-flags.ts'
import { isKnownState, type PaymentState, stateOf, voidBeginnings } from './row-marks.ts'

/**
 * How far an order has come, or the payment of a bill: a card may have paid what is `Processing` there, or what was
 * `Cancelled` after.
 */
const ofOrders = namesOf(
  `order status | orderstatus | köpstatus | purchase status | payment status | payment state | betalningsstatus |
  betalstatus | betalingsstatus | zahlungsstatus | invoice status | fakturastatus`,
)

/** What banks and issuers write beside a row, and nobody who keeps a list. */
const ofIssuers: ReadonlySet<ColumnRole | null> = new Set([
  ...(['balance', 'bookedDate', 'rate', 'foreignAmount', 'foreignAmountOrVat', 'providerId'] as const),
])

/** A name by which a state is an order's or a bill's, wherever it stands. */
export function isStateOfOrder(name: string): boolean {
  return ofOrders.has(flagName({ name }))
}

/** What those who keep a list write beside a purchase, and an issuer only where it also says the card or who holds it. */
const ofLists: ReadonlySet<ColumnRole | null> = new Set([
  ...(['project', 'costCenter', 'ledgerAccount', 'comments', 'invoiceNumber', 'dueDate'] as const),
  ...(['ourReference', 'yourReference'] as const),
])
const ofCards: ReadonlySet<ColumnRole | null> = new Set([
  'card',
  'holder',
  'accountCurrency',
  'foreignCurrency',
] as const)
const supplierName = namesOf(
  'leverantör | leverantörsnamn | leverantörens namn | supplier | supplier name | vendor | vendor name',
)

/**
 * Words that no bank writes among those of the state, or columns that no bank has, in a list that has nothing else of a
 * bank's either.
 */
function isOwnState({ values }: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  const has = (roles: ReadonlySet<ColumnRole | null>) =>
    profiles.some(({ role, filled }) => filled > 0 && roles.has(role))
  if (has(ofIssuers)) return false
  if (values.some((value) => !isKnownState(value))) return true
  return !has(ofCards) && (has(ofLists) || profiles.some((column) => supplierName.has(flagName(column))))
}

export function hasOwnStates(
  columns: readonly ColumnProfile[],
  { status }: Partial<Record<TargetField, FieldSource>>,
): boolean {
  const last = status && columnsOfSource(status).at(-1)
  const state = last && columnOf(columns, { kind: 'source', from: last })
  return state?.role === 'status' && isOwnState(state, columns)
}

/** Of a list of the company's own: what would leave the row out is asked about, unless no money was taken at all. */
function ownStateOf(text: string): PaymentState {
  const state = stateOf(text)
  const isOpen = state === 'pending' || (state === 'void' && !startsWithAny(normaliseLabel(text), voidBeginnings))
  return isOpen ? 'unclear' : state
}

/** Where a row's state stands, and how it is read under its header. */
export type StateSource = {
  fields: ReadonlyMap<TargetField, BoundSource>
  context: RowInContext
  isBlankStatusPending: boolean
  hasOwnStates: boolean
}

/** What a rule of the template gives is what the person who made it means. */
export function statusOf({ fields, context, isBlankStatusPending, hasOwnStates }: StateSource): PaymentState {
  const source = fields.get('status')
  if (!source) return 'done'
  const { text, isByTemplate } = readText(source, context)
  return hasOwnStates && !isByTemplate ? ownStateOf(text) : statusOfText(text, isBlankStatusPending)
}

export function statusOfText(text: string, isBlankPending: boolean): PaymentState {
  return isBlank(text) ? (isBlankPending ? 'pending' : 'done') : stateOf(text)
}
