import { isBlank, normaliseLabel, startsWithAny, tidyText } from '../cells/cell-text.ts'
import { looksLikeDate } from '../cells/dates.ts'
import { withoutCardLabels } from './labelled-cards.ts'
import { stateOfTitle } from './pending-sections.ts'

/** A row that stands around the transactions and says something about them. */
export type RowMark =
  | { kind: 'card'; card: string; holder: string | null }
  | { kind: 'section-title'; title: string; isPurchases: boolean }
  | { kind: 'printed-total'; label: string; labelColumn: number; isPurchaseSum: boolean }
  | { kind: 'rate-note'; rate: string | null }
  | { kind: 'balance' }
  | { kind: 'state-title'; isPending: boolean }

/** `525400******1111`, `5254 12** **** 1234`, `XXXX-XXXX-XXXX-1234`: at least four masked digits and the last ones. */
const maskedCard =
  /^(?:(?:kort|card)(?:nummer|nr| nr| number)?\.? *:? *)?((?:\d[\d -]{2,9})?[ *•·#x-]*(?:[*•·#]{3,}|x{4,})[ *•·#x-]*\d{3,5})(?: +(.+))?$/i
/** `*1234`, `…1234`, `5254..1234`, `Kort som slutar på 1234`: alone in their row, or beside who holds the card. */
const shortCard =
  /^(?:(?:kort|card)(?:nummer|nr| nr| number)?\.? *:? *(?:(?:som )?(?:slutar (?:på|med)|ending(?: in| with)?):? +(?=\d))?)?((?:[*•]{1,2}|(?:\d{4,6})?(?:\.{2,3}|…)|(?<=(?:slutar (?:på|med)|ending(?: in| with)?):? +))\d{4})(?: +(\p{L}.*))?$/iu
/** Beyond this a text is no card and its holder; the pattern's time grows with the cube of the length. */
const longestCardLine = 200
const rateNote =
  /^(?:valutakurs|vekselkurs|växlingskurs|exchange rate|valu?utt?akurssi)\s*:?\s*(\d[\d\s\u00a0]*(?:[.,]\d+)?)?/i

const purchaseTitles = [
  'köp/uttag',
  'kjøp/uttak',
  'køb/hævning',
  'køb/hævninger',
  'purchases/withdrawals',
  'köp',
  'ostot/nostot',
]
const sectionTitles = [
  ...purchaseTitles,
  'totalt övriga händelser',
  'totalt andre hendelser',
  'övriga händelser',
  'andre hendelser',
  'total andre hændelser',
  'totalt andre hændelser',
  'andre hændelser',
  'total other events',
  'avgifter och räntor',
]
const purchaseSums = [
  'summa köp/uttag',
  'sum kjøp/uttak',
  'sum køb/hævning',
  'sum køb/hævninger',
  'saldo hendelser',
  'saldo hændelser',
  'total purchases/withdrawals',
]
const totals = [
  'tot',
  'tot.',
  'totalt belopp',
  'totalbelopp',
  'totalbeløp',
  'totalt beløp',
  'totalbeløb',
  'total amount',
  'summa',
  'totalt',
  'total',
  'sum',
  'i alt',
  'ialt',
  'beløb i alt',
  'yhteensä',
  'gesamt',
  'gesamtbetrag',
  'delsumma',
  'subtotal',
  'summa belopp',
  'summa transaktioner',
  'summa kort',
  'att betala',
  'å betale',
]
const totalStarts = [
  'summa köp',
  'summa uttag',
  'summa kort',
  'totalt för kort',
  'totalt kort',
  'totalsumma',
  'slutsumma',
  'sum kort',
  'total for card',
]
const balances = [
  'ingående saldo',
  'utgående saldo',
  'ing saldo',
  'utg saldo',
  'ing. saldo',
  'utg. saldo',
  'ingående balans',
  'utgående balans',
  'inngående saldo',
  'saldo',
  'primosaldo',
  'ultimosaldo',
  'opening balance',
  'closing balance',
  'balance brought forward',
  'skuld från',
  'ingående skuld',
  'utgående skuld',
  'föregående saldo',
  'saldo från föregående faktura',
  'saldo föregående',
  'saldo förra',
  'tidigare saldo',
  'skuld föregående',
  'anfangssaldo',
  'endsaldo',
  'startsaldo',
  'slutsaldo',
  'turnover',
  'algsaldo',
  'lõppsaldo',
  'käive',
  'sākuma atlikums',
  'beigu atlikums',
  'apgrozījums',
  'likutis pradžiai',
  'likutis pabaigai',
  'apyvarta',
]
const balanceNames = new Set(balances)
const balanceStarts = balances.filter((balance) => balance.includes(' '))
/** A whole word that begins the text, not `Reservation.com`; in English with what is pending, not `Pending Coffee`. */
const pendingStart =
  /^(?:(?:prel|preliminärt?|reservation(?! (?:counter|desk|genie|cent(?:er|re)|services?)(?!\p{L}))|reserver(?:at|ad|t|et)|skyddat belopp)(?=\.?(?:\s|$)|[:(])|pending(?=\s*(?:$|[:(-]|capture|clearing|posting|transaction|card|payment|purchase|charge|authori[sz])))/u
/** `Varekjøp MØBELHUS RINGSAKER Reservert transaksjon`. */
const pendingEnd = /\sreserv(?:ert transaksjon|eret transaktion|erad transaktion)$/
export const refundStarts = [
  'kortretur',
  'kortåterbetalning',
  'retur',
  'återköp',
  'kreditering',
  'refund',
  'card refund',
  'card_refund',
]

/** What a row without a readable date and amount says. Null: nothing known. */
export function markOf(cells: readonly string[]): RowMark | null {
  const filled = filledCells(cells)
  const first = filled[0]
  if (!first) return null
  return cardMark(filled) ?? rateMark(first.text) ?? balanceMark(filled) ?? totalMark(filled) ?? titleMark(filled)
}

type FilledCell = { text: string; column: number }

function filledCells(cells: readonly string[]): FilledCell[] {
  const filled: FilledCell[] = []
  for (let column = 0; column < cells.length; column++) {
    const text = cells[column]
    if (text !== undefined && !isBlank(text)) filled.push({ text: tidyText(text), column })
  }
  return filled
}

function cardMark(found: readonly FilledCell[]): RowMark | null {
  const filled = withoutCardLabels(found)
  if (filled.length > 3 || filled.some(({ text }) => looksLikeDate(text))) return null
  for (const [index, { text }] of filled.entries()) {
    const match = cardIn(text) ?? (index === 0 && isBesideName(filled) ? cardIn(text, shortCard) : null)
    if (!match?.[1]) continue
    return { kind: 'card', card: match[1].trim(), holder: match[2]?.trim() ?? filled[index + 1]?.text ?? null }
  }
  return null
}

function cardIn(text: string, card = maskedCard): RegExpExecArray | null {
  return text.length > longestCardLine ? null : card.exec(text)
}

function isBesideName(filled: readonly FilledCell[]): boolean {
  return filled.length < 3 && filled.slice(1).every(({ text }) => !/\d/.test(text))
}

function rateMark(text: string): RowMark | null {
  const match = rateNote.exec(text)
  if (!match) return null
  return { kind: 'rate-note', rate: match[1]?.replace(/[\s\u00a0]/g, '').replace(',', '.') ?? null }
}

function balanceMark(filled: readonly FilledCell[]): RowMark | null {
  return filled.some(({ text }) => isBalanceLabel(normaliseLabel(text))) ? { kind: 'balance' } : null
}

function totalMark(filled: readonly FilledCell[]): RowMark | null {
  if (filled.length < 2) return totalInOneCell(filled[0])
  for (const { text, column } of filled) {
    const label = normaliseLabel(text)
    if (purchaseSums.includes(label))
      return { kind: 'printed-total', label: text, labelColumn: column, isPurchaseSum: true }
    if (isTotalLabel(label)) return { kind: 'printed-total', label: text, labelColumn: column, isPurchaseSum: false }
  }
  return null
}

const labelAndSum = /^([^:]{2,40}): ?([^:]{1,40}[.,]\d\d(?: ?kr| ?sek)?)$/i

/** `Summa: 150,00 kr`; a total's label alone is a title. */
function totalInOneCell(only: FilledCell | undefined): RowMark | null {
  const label = labelAndSum.exec(only?.text ?? '')?.[1]
  if (!only || label === undefined || !isTotalLabel(normaliseLabel(label))) return null
  return { kind: 'printed-total', label, labelColumn: only.column, isPurchaseSum: false }
}

function titleMark(filled: readonly FilledCell[]): RowMark | null {
  const [only, second] = filled
  if (!only || second) return null
  const state = stateOfTitle(only.text)
  if (state) return { kind: 'state-title', isPending: state === 'pending' }
  const label = normaliseLabel(only.text)
  if (!sectionTitles.includes(label)) return null
  return { kind: 'section-title', title: only.text, isPurchases: purchaseTitles.includes(label) }
}

/** `Ingående saldo`, with or without a date behind: a balance is no purchase even where it has date and amount. */
export function isBalanceLabel(label: string): boolean {
  if (balanceNames.has(label)) return true
  return balanceStarts.some((start) => startsWithAny(label, [start]) && saysNoName(label.slice(start.length)))
}

/** Words that stand behind `Ingående saldo` where it is one, and none of `Opening Balance Studio`. */
const besideBalance = new Set(
  [
    'per den för på av i vid från till föregående förra period perioden månad månaden faktura fakturan konto kontot',
    'kontonummer kort kortet kredit kr sek nok dkk eur usd gbp företagskonto privatkonto rörelsekonto sparkonto',
    'bank bokfört disponibelt jan januari feb februari mar mars apr april maj jun juni jul juli aug augusti sep sept',
    'september okt oktober nov november dec december january february march may june july october december',
    'inköp köp uttag utlägg transaktioner belopp kvartal vecka år totalt',
    'at as of on the date for from to account period previous statement forward carried brought',
    'pr fra til konto kontoen periode perioden måned saldo balans balance',
  ].flatMap((words) => words.split(' ')),
)

export function saysNoName(rest: string): boolean {
  return rest.split(/[^\p{L}]+/u).every((word) => word === '' || besideBalance.has(word))
}

/** `Prel KORTKÖP`, `Reservation Kortköp Spotify`, and `Reserverat` where the date should stand. */
export function isPendingLabel(label: string): boolean {
  return pendingStart.test(label) || pendingEnd.test(label)
}

/** `RESERVATION COUNTER`: a shop, or what the bank has reserved for one. */
export function mayBeReservation(label: string): boolean {
  return /^reservation (?:counter|desk|genie|cent(?:er|re)|services?)(?!\p{L})/u.test(label)
}

/** `Summa` in the column of the texts, `Summa maj 2026`, `Totalt för kort 1234`. */
export function isTotalLabel(label: string): boolean {
  if (totals.includes(label) || startsWithAny(label, totalStarts)) return true
  return sumWords.some((word) => startsWithAny(label, [word]) && saysNoName(label.slice(word.length)))
}
const sumWords = ['summa', 's:a', 'totalt', 'totalsumma', 'delsumma', 'slutsumma']

/** `Summa kort 1234`, `Totalt för kort`: no shop is called so, whatever else stands in the row. */
export function isOnlyTotal(label: string): boolean {
  return startsWithAny(label, totalStarts)
}

/** Labels of totals that shops are called too, such as the petrol stations of Total. */
export const totalsAndShops: ReadonlySet<string> = new Set(['total', 'sum'])

/** `Summa kostnader`, or `*1234 Summa` as Excel writes subtotals: a total where the rows above come to what stands beside it. */
export function mayBeTotal(label: string): boolean {
  return isTotalLabel(label) || startsWithAny(label, ['total', 'sum', ...sumWords]) || / (?:summa|totalt?)$/.test(label)
}

/** Beside an amount without a sign: it was credited. `Credit` may as well be the kind of card. */
export function isCreditMark(label: string): boolean {
  return label === 'cr'
}

const refundWords =
  /(?:^|[ _-])(?:retur|return|refund|chargeback|credit ?(?:voucher|note)|återbetalning|återköp|kreditering|kreditt?nota|kreditfaktura|tilbakebetaling|tilbagebetaling|refusjon|refusion)(?:$|[ _-])/

/** A row's text that says so gave something back; a shop may be called `Returpack`. */
export function isRefundLabel(label: string): boolean {
  return startsWithAny(label, refundStarts) || refundWords.test(label)
}
