import { normaliseLabel } from '../cells/cell-text.ts'
import { sizeInMinor } from '../columns/profile-columns.ts'
import { roleOf } from '../words/header-words.ts'

const typeNames = /(?:^|\s)(?:\p{L}*typ|\p{L}*type|händelse|hendelse|hændelse|event)(?:$|\s)/u
const soldFor = /^(?:sales?|orders?|salg|försäljning(?:ar)?|sålt|captures?)$/
/** Stripe charges the customer; what Klarna charges its seller goes out. */
const charge = /^charges?$/
/** On an account it is a purchase, and taken out; on a card it pays the bill. */
const paidByCard = /^(?:kort(?:betalning|försäljning)(?:ar)?|kortbetaling(?:er)?|(?:card )?payments?)$/
const takenOut =
  /^(?:payouts?|utbetalning(?:ar)?|utbetaling(?:er)?|udbetaling(?:er)?|avräkning|settlement|oppgjør|bank transfer)(?!\p{L})/u
/** The VAT on what is kept, too; a fee that a card takes back is none. */
const kept =
  /^(?:(?:\p{L}+ ){0,3}fees?(?! (?:reversal|refund|waiver))|\p{L}*avgift(?:er)?|\p{L}*gebyr(?:er)?|commissions?|provision|tax|moms|mva|holdback)(?!\p{L})/u
/** Klarna gives back what it kept or held back, pays a commission, and bears a loss; Amazon makes good what it has lost. */
const keptNoMore =
  /^(?:fee refund|tax|release|credit|commissions?|(?:fee )?(?:corrections?|adjustments?)|justering(?:ar)?|reversal merchant protection|(?:safe-t )?reimbursements?)$/
/** The seller's own names for its orders, and when their price was taken, as in Klarna's report. */
const sellersReference = /^merchant ?reference ?\d?$/
const captureNames = /^capture (?:id|date)$/
/** `Transfer` pays out what was sold, or a card's bill: by itself it tells neither. */
const givenBack =
  /^(?:(?:payment |purchase )?(?:refunds?|returns?)|retur(?:er)?|återbetalning(?:ar)?|återköp|kreditering(?:ar)?|refusjon|tilbakebetaling|tilbagebetaling|chargebacks?|disputes?|reversals?|corrections?|adjustments?|justering(?:ar)?|transfers?)(?!\p{L})/u

/**
 * What a payment service tells its seller, by the kind of each row: what was sold comes in, and what the service keeps or pays
 * out goes out, as does what customers get back. A card's list takes fees the way of its purchases, and gives back the other
 * way, too; one row of another kind, or that goes another way, says that it is none, and so do several shops in `sellers`.
 * `isRemembered`: an earlier file with these columns was one, so that nothing but sales, or what was given back, is one too, and
 * so are four sales or more for each row of a kind that is new; as it is where the columns are Klarna's: it may send its seller
 * an invoice for what it keeps.
 */
export function surveySoldByType(
  names: readonly string[],
  { sellers = [], isRemembered = false }: { sellers?: readonly number[]; isRemembered?: boolean } = {},
): { add(cells: readonly string[]): void; decide(): 'customer-payments' | null } | null {
  const labels = names.map((name) => normaliseLabel(name.replaceAll('_', ' ')))
  const types = labels.flatMap((label, column) => (typeNames.test(label) ? [column] : []))
  const amount = names.findIndex((name) => roleOf(name)?.role === 'amount')
  if (types.length === 0 || amount < 0) return null
  const isKnown =
    isRemembered || [sellersReference, captureNames].every((pattern) => labels.some((label) => pattern.test(label)))
  const seen = types.map((column) => ({ column, counts: { ...nothing } }))
  const shops = new Set<string>()
  return {
    add(cells) {
      for (const column of sellers) shops.add((cells[column] ?? '').trim())
      const size = sizeInMinor(cells[amount] ?? '')
      if (size === 0) return
      for (const { column, counts } of seen) counts[kindOf(cells[column] ?? '', size)]++
    },
    decide() {
      const isSold = seen.some(({ counts }) => {
        const { sold, charges, charged, byCard, kept, out, back, others } = counts
        if (charges > 0 && charged > 0) return false
        const sales = sold + charges + byCard
        if (isKnown) return others * 4 <= sales && sales + charged + kept + out + back > 0
        if (others > 0) return false
        return sold + charges > 0 ? kept + out > 0 : byCard > 0 && out > 0 && byCard >= out
      })
      shops.delete('')
      return isSold && shops.size < 2 ? 'customer-payments' : null
    },
  }
}

const nothing = { sold: 0, charges: 0, charged: 0, byCard: 0, kept: 0, out: 0, back: 0, others: 0 }
type Kind = keyof typeof nothing

function kindOf(text: string, size: number): Kind {
  const label = normaliseLabel(text.replaceAll('_', ' '))
  if (charge.test(label)) return size > 0 ? 'charges' : 'charged'
  if (size > 0 && keptNoMore.test(label)) return 'back'
  if (size > 0) return soldFor.test(label) ? 'sold' : paidByCard.test(label) ? 'byCard' : 'others'
  if (kept.test(label)) return 'kept'
  return takenOut.test(label) ? 'out' : givenBack.test(label) ? 'back' : 'others'
}
