import type { FieldSource, TargetField } from '../../contract.ts'
import { isBlank, normaliseLabel, startsWithAny } from '../cells/cell-text.ts'
import { type BoundSource, type RowInContext, readText } from '../mapping/bind-fields.ts'
import { columnsOfSource } from '../mapping/columns-of-source.ts'
import type { ColumnRole } from '../words/header-words.ts'
import {
  beginsBooked,
  isFailedWord,
  isKnownState,
  isPaidState,
  type PaymentState,
  stateOf,
  voidBeginnings,
} from '../words/payment-states.ts'
import { type ColumnProfile, columnOf } from './profile-columns.ts'
import { flagName, namesOf } from './row-flags.ts'

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

/** What bookkeepers have not entered yet, or a bank has not booked: with nothing of a bank's beside it, nobody can tell. */
const unbookedWord = /^(?:obokför[dt]|(?:ej|inte|icke|ännu ej) bokför[dt]|ikke bok?ført|ikke bogført)$/

/**
 * Words that no bank writes among those of the state, or columns that no bank has, in a list that has nothing else of a
 * bank's either.
 */
function isOwnState({ values }: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  const has = (roles: ReadonlySet<ColumnRole | null>) =>
    profiles.some(({ role, filled }) => filled > 0 && roles.has(role))
  const unbooked = values.filter((value) => unbookedWord.test(normaliseLabel(value))).length
  if (unbooked > 0 && unbooked === values.length) return true
  if (has(ofIssuers)) return false
  if (unbooked > 0 && !has(ofCards)) return true
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

/**
 * Words that nobody knows are asked about: most rows have a bank's words for what it has booked, or nobody knows any word of
 * a bank's few. `usual` is then the one that most rows have, which must be what is booked.
 */
export type AskedStates = { usual: string | null }

/** Where a row's state stands, and how it is read under its header. */
export type StateSource = {
  fields: ReadonlyMap<TargetField, BoundSource>
  context: RowInContext
  isBlankStatusPending: boolean
  hasOwnStates: boolean
  asked: AskedStates | null
}

/** What a rule of the template gives is what the person who made it means. */
export function statusOf({ fields, context, hasOwnStates, ...words }: StateSource): PaymentState {
  const source = fields.get('status')
  if (!source) return 'done'
  const { text, isByTemplate } = readText(source, context)
  if (isByTemplate) return isBlank(text) ? statusOfText(text, words) : stateOf(text)
  if (!hasOwnStates) return statusOfText(text, words)
  return isAskedState(text, words.asked) ? 'unclear' : ownStateOf(text)
}

/** What a word comes down to where nobody keeps a list of their own. */
export function statusOfText(
  text: string,
  { isBlankStatusPending, asked }: Pick<StateSource, 'isBlankStatusPending' | 'asked'>,
): PaymentState {
  if (isBlank(text)) return isBlankStatusPending ? 'pending' : 'done'
  const isOpen = asked ? isAskedState(text, asked) : isFailedWord(text)
  return isOpen ? 'unclear' : stateOf(text)
}

function isAskedState(text: string, asked: AskedStates | null): boolean {
  return asked !== null && isUnknownState(text) && normaliseLabel(text) !== asked.usual
}

/** What somebody does with a purchase that was paid: its export, its receipt, its check; or how the card is now. */
const doneSinceName =
  /attest|godkän|approv|review|gransk|kvitto|receipt|export|import|moms|(?<!\p{L})vat(?!\p{L})|leverans|deliver|synk|sync|konter|accounting|redovis|dokument|document|match|avstäm|reconcil|fortnox|visma|bifog|bilag|attach|underlag|^bokförings?(?:status)?$/u

/** `Exportstatus`, `Kvitto`, `Granskning`: a column that says nothing of whether the card paid. */
export function saysWhatWasDoneSince(name: string): boolean {
  return doneSinceName.test(normaliseLabel(name))
}

/** What somebody at the company thinks of a purchase, or has done with it since. */
const sinceThen =
  /attest|godkän|approv|review|granska|kvitto|receipt|export|avstäm|reconcil|match|synk|sync|kontera|submitted|inskickad|arkiv|archive|^redo(?!\p{L})|^ready(?!\p{L})|needs attention|action required|åtgärd/u
const longestWord = 40

export function isUnknownState(text: string): boolean {
  if (text.length > longestWord || !/\p{L}/u.test(text) || /\d{2}/.test(text)) return false
  return !isKnownState(text) && !isPaidState(text) && !beginsBooked(text) && !sinceThen.test(text.toLowerCase())
}
