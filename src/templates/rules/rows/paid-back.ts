import { normaliseLabel, startsWithAny } from '../cells/cell-text.ts'
import { hasPurchaseDate, isVisaPurchase } from '../cells/merchant-text.ts'
import { onlyIn } from '../words/account-movements.ts'
import { refundStarts } from '../words/row-marks.ts'
import { isCash } from './card-texts.ts'

const cardRefundStarts = [
  ...refundStarts,
  ...['kortköp', 'återbetalning kort', 'köp'],
  ...['varekjøp', 'e-varekjøp', 'visa varekjøp', 'varekøb', 'visakøb', 'visa køb', 'kortkøb'],
]
/** What whoever holds a Dankort has in his hand after a purchase; a shop is paid by `Dankortsalg`. */
const dankortSlip = /(?<!\p{L})dankort-nota(?!\p{L})/u

/** On a bank account: money in that a card purchase gave back. */
export function isCardRefundLabel(label: string): boolean {
  if (startsWithAny(label, cardRefundStarts) || isPaidBackToCard(label)) return true
  return dankortSlip.test(label) || isVisaPurchase(label)
}

const toCard = /^insättning kort \d{6} (.+)$/u
/** Where cash is paid in with the card in hand. */
const paidInCash =
  /(?<!\p{L})(?:bankomat|\p{L}*kontant\p{L}*|\p{L}*insättning\p{L}*|\p{L}+automat|service ?box|bank ?box|natt ?safe|dagskassa|minibank|atm|cash)(?:en|er)?(?!\p{L})/u

/** `Insättning kort 260117 NK`, which Nordea writes of it; `Insättning kort 260114 BANKOMAT` is cash that was paid in. */
export function isPaidBackToCard(label: string): boolean {
  const shop = toCard.exec(label)?.[1]
  return shop !== undefined && !isCash(shop) && !paidInCash.test(shop)
}

/** `7-ELEVEN 442`, a shop; not `46701234567` or `0701234567 Kim`, who swished. */
const namedFirst = /^(?:\d{1,2}[- ]?)?\p{L}/u

/** `H&M 0431    /26-01-15`, as a bank writes what was bought by card and by nothing else; a Swish may say its day too. */
export function isPaidBackByDay(text: string): boolean {
  const label = normaliseLabel(text)
  return hasPurchaseDate(text) && namedFirst.test(text) && !onlyIn.test(label) && !toCard.test(label)
}
