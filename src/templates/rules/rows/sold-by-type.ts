import { normaliseLabel } from '../cells/cell-text.ts'
import { sizeInMinor } from '../columns/profile-columns.ts'
import { roleOf } from '../words/header-words.ts'

const typeNames = /(?:^|\s)(?:\p{L}*typ|\p{L}*type|händelse|hendelse|hændelse|event)(?:$|\s)/u
const soldFor = /^(?:sales?|orders?|salg|försäljning(?:ar)?|sålt|captures?|charges?)$/
/** On an account it is a purchase, and taken out; on a card it pays the bill. */
const paidByCard = /^(?:kort(?:betalning|försäljning)(?:ar)?|kortbetaling(?:er)?|(?:card )?payments?)$/
const takenOut =
  /^(?:payouts?|utbetalning(?:ar)?|utbetaling(?:er)?|udbetaling(?:er)?|avräkning|settlement|oppgjør|bank transfer)(?!\p{L})/u
/** The VAT on what is kept, too. */
const kept =
  /^(?:(?:\p{L}+ )?fees?|\p{L}*avgift(?:er)?|\p{L}*gebyr(?:er)?|commissions?|provision|tax|moms|mva|holdback)(?!\p{L})/u
/** Klarna gives back what it kept, or held back. */
const keptNoMore = /^(?:fee refund|release|credit)$/
/** `Transfer` pays out what was sold, or a card's bill: by itself it tells neither. */
const givenBack =
  /^(?:(?:payment |purchase )?(?:refunds?|returns?)|retur(?:er)?|återbetalning(?:ar)?|återköp|kreditering(?:ar)?|refusjon|tilbakebetaling|tilbagebetaling|chargebacks?|disputes?|reversals?|corrections?|adjustments?|justering(?:ar)?|transfers?)(?!\p{L})/u

/**
 * What a payment service tells its seller, by the kind of each row: what was sold comes in, and what the service keeps or pays
 * out goes out, as does what customers get back. A card's list takes fees the way of its purchases, and gives back the other
 * way, too; one row of another kind, or that goes another way, says that it is none, and so do several shops in `sellers`.
 * `isRemembered`: an earlier file with these columns was one, so that nothing but sales, or what was given back, is one too.
 */
export function surveySoldByType(
  names: readonly string[],
  { sellers = [], isRemembered = false }: { sellers?: readonly number[]; isRemembered?: boolean } = {},
): { add(cells: readonly string[]): void; decide(): 'customer-payments' | null } | null {
  const labels = names.map((name) => normaliseLabel(name.replaceAll('_', ' ')))
  const types = labels.flatMap((label, column) => (typeNames.test(label) ? [column] : []))
  const amount = names.findIndex((name) => roleOf(name)?.role === 'amount')
  if (types.length === 0 || amount < 0) return null
  const seen = types.map((column) => ({ column, sold: 0, byCard: 0, kept: 0, out: 0, back: 0, others: 0 }))
  const shops = new Set<string>()
  return {
    add(cells) {
      for (const column of sellers) shops.add((cells[column] ?? '').trim())
      const size = sizeInMinor(cells[amount] ?? '')
      if (size === 0) return
      for (const kinds of seen) kinds[kindOf(cells[kinds.column] ?? '', size)]++
    },
    decide() {
      const isSold = seen.some(({ sold, byCard, kept, out, back, others }) => {
        if (others > 0) return false
        if (isRemembered) return sold + byCard + kept + out + back > 0
        return sold > 0 ? kept + out > 0 : byCard > 0 && out > 0 && byCard >= out
      })
      shops.delete('')
      return isSold && shops.size < 2 ? 'customer-payments' : null
    },
  }
}

type Kind = 'sold' | 'byCard' | 'kept' | 'out' | 'back' | 'others'

function kindOf(text: string, size: number): Kind {
  const label = normaliseLabel(text.replaceAll('_', ' '))
  if (size > 0 && keptNoMore.test(label)) return 'back'
  if (size > 0) return soldFor.test(label) ? 'sold' : paidByCard.test(label) ? 'byCard' : 'others'
  if (kept.test(label)) return 'kept'
  return takenOut.test(label) ? 'out' : givenBack.test(label) ? 'back' : 'others'
}
