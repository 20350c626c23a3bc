import type { FieldSource } from '../../contract.ts'
import { normaliseLabel } from '../cells/cell-text.ts'
import { columnsOfSource } from '../mapping/columns-of-source.ts'
import { labelOf, refOf } from '../mapping/table-columns.ts'
import { isRefundType, isReversalType } from '../words/type-words.ts'
import type { ColumnProfile } from './profile-columns.ts'
import type { FieldSuggestion } from './suggest-by-format.ts'

const cardKinds: ReadonlySet<string> = new Set([
  'kortköp',
  'kortköp/uttag',
  'kortköp utland',
  'kortköp utomlands',
  'kortuttag',
  'korttransaktion',
  'kortbetalning',
  'kartenzahlung',
  'kartenumsatz',
  'girocard',
  'pkorttimaksu',
  'korttiosto',
  'korttimaksu',
])

/**
 * A known format that takes the shop from the first of two columns, in whose file the first says what kind of row it is
 * (`Kortköp/uttag`): the shop is in the other. The savings banks write either into `Beskrivning`.
 */
export function withKinds(suggestions: FieldSuggestion[], columns: readonly ColumnProfile[]): FieldSuggestion[] {
  const merchant = suggestions.find(({ field }) => field === 'merchant')
  if (merchant?.source.kind !== 'first' || suggestions.some(({ field }) => field === 'type')) return suggestions
  const [first, ...others] = merchant.source.from
  const kinds = first?.kind === 'column' ? columns[first.index] : undefined
  if (!first || !kinds || others.length === 0 || !saysKinds(kinds)) return suggestions
  const source: FieldSource = { kind: 'first', from: [...others, first] }
  const reason = { code: 'header-name', params: { column: labelOf(kinds), filled: kinds.filled, rows: kinds.filled } }
  return [
    ...suggestions.map((one) => (one === merchant ? { ...one, source } : one)),
    { field: 'type', source: { kind: 'source', from: first }, reason, confidence: 0.8 },
  ]
}

/**
 * A known format whose column of the shop is mostly empty in this file, beside one that the format does not know and that
 * names whoever was paid in every row (`Motpart` beside `Meddelande`): the shop is there.
 */
export function withNamedShop(suggestions: FieldSuggestion[], columns: readonly ColumnProfile[]): FieldSuggestion[] {
  const merchant = suggestions.find(({ field }) => field === 'merchant')
  const from = merchant?.source.kind === 'source' ? merchant.source.from : null
  if (!merchant || from?.kind !== 'column') return suggestions
  const rows = Math.max(...columns.map(({ filled }) => filled))
  if ((columns[from.index]?.filled ?? 0) * 2 > rows) return suggestions
  const taken = new Set(
    suggestions.flatMap(({ source }) =>
      columnsOfSource(source).flatMap((ref) => (ref.kind === 'column' ? ref.index : [])),
    ),
  )
  const named = columns.find(
    ({ role, texts, index }) => role === 'merchant' && texts === rows && rows > 0 && !taken.has(index),
  )
  if (!named) return suggestions
  const source: FieldSource = { kind: 'first', from: [refOf(named), from] }
  const reason = { code: 'header-name', params: { column: labelOf(named), filled: named.filled, rows } }
  return suggestions.map((one) => (one === merchant ? { ...one, source, reason } : one))
}

const kindAndShop = /^(?:kortköp|korttransaktion|kortbetalning) (?!utland|utomlands)/

/** What banks call kinds of rows, as no shop is called. */
const kindWords: ReadonlySet<string> = new Set([
  ...cardKinds,
  ...`purchase | card purchase | card payment | payment | refund | card refund | fee | interest | sale | charge |
  return | reversal | authorization | authorisation | capture | settlement | withdrawal | cash withdrawal | deposit | transfer | direct debit | standing order | köp |
  varuköp | inköp | reservation | reservering | retur | återbetalning | betalning | inbetalning | uttag | insättning | överföring | avgift | ränta |
  autogiro | bankgiro | swish | kontantuttag | bankomatuttag | kontantinsättning | kjøp | varekjøp | varekøb | køb | innbetaling | gebyr | overføring | osto |
  maksu | kauf | einkauf | zahlung | lastschrift | überweisung | gutschrift`
    .split('|')
    .map((word) => word.trim()),
])

/** What is written of a purchase, which says nothing but beside a credit note. */
const documents: ReadonlySet<string> = new Set(['faktura', 'kvitto', 'invoice', 'receipt', 'debet', 'debit', 'kred'])

/**
 * `Transaktion` may be a column of shops; where every row says `Köp` or `Retur` it is none, nor where some of them give something
 * back (`Card purchase refund`, `Credit note`).
 */
export function saysOnlyKinds({ values }: Pick<ColumnProfile, 'values'>): boolean {
  const labels = [...new Set(values.map(normaliseLabel))]
  if (labels.length === 0 || labels.every((label) => kindWords.has(label))) return labels.length > 0
  const isBack = (label: string) => isRefundType(label) || isReversalType(label)
  const isPaid = (label: string) => kindWords.has(label) || documents.has(label) || cardKinds.has(label)
  return labels.some(isPaid) && labels.some(isBack) && labels.every((label) => isPaid(label) || isBack(label))
}

const movedAtEnd =
  '(?:withdrawal|load|unload|top[ -]?up|transfer|deposit|adjustment|uttag|överföring|insättning|inbetalning|payment|fees?|interest|avgift|ränta)'
const ofMoney =
  '(?:fx|atm|cash|card|account|bank|wallet|balance|funds?|money|sepa|wire|internal|external|own|employee|foreign|currency|exchange|transaction|withdrawal|late|overdraft|credit|debit|incoming|outgoing|inbound|outbound|instant|direct|domestic|international|manual|automatic|scheduled|standing|swish|[bp]g|bankgiro|plusgiro|savings|partner|customer|salary|payroll|giro|kort|konto|kontant|bankomat|egen|intern|extern|inkommande|utgående|automatisk|manuell|sparande|plånboks?|valuta|uttags|årlig)'
/** `Airport transfer` and `Car deposit` are bought. */
const kindAtEnd = new RegExp(
  `^(?:(?:[\\p{L}/-]{2,12} ){0,2}(?:purchase|refund|reversal|chargeback|köp|retur|återbetalning)|(?:${ofMoney} ){0,2}${movedAtEnd})(?: (?:in|out))?$`,
  'u',
)
/** A company's own kinds of what it buys: `Subscription fee`, `Purchase`. */
const categoryName = /^(?:(?:expense|cost|utgifts?|kostnads?)[ -]?)?(?:category|kategori|kategorie|kind|slag)(?:$| )/

/** `Purchase`, `Refund`, `Account load`, `FX fee`: what each row is, in a column that may be called anything, where another says of whom. */
export function saysKindOfEach({ name, values }: ColumnProfile): boolean {
  if (categoryName.test(normaliseLabel(name))) return false
  const labels = [...new Set(values.map(normaliseLabel))]
  const isKind = (label: string) => kindWords.has(label) || kindAtEnd.test(label)
  return labels.length > 1 && labels.some((label) => kindWords.has(label)) && labels.every(isKind)
}

/** `Kortköp` alone, and no row in which the shop stands behind it. */
export function saysKinds({ values }: ColumnProfile): boolean {
  const labels = values.map(normaliseLabel)
  return labels.some((label) => cardKinds.has(label)) && !labels.some((label) => kindAndShop.test(label))
}
