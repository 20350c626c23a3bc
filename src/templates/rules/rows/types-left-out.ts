import type { RowProblem } from '#kernel/row-problem.ts'
import type { TemplateMapping } from '../../contract.ts'
import { isOneOf, normaliseLabel, startsWithAny, tidyText } from '../cells/cell-text.ts'
import { type BoundSource, type RowInContext, readText } from '../mapping/bind-fields.ts'
import type { RowOutcome } from '../mapping/reading.ts'
import { isRefundType, isRefusedType } from '../words/type-words.ts'

/** Tells of rows left out for a type that the template does not know: a bank's new word for a purchase would be lost in silence. */
export type TypesLeftOut = {
  note(outcome: RowOutcome, source: BoundSource | undefined, context: RowInContext): void
  warnings(): RowProblem[]
}

/** What the issuer takes for the card: no purchase, but money that somebody has to book. */
const cardCost =
  /avgift|gebyr|gebühr|(?<!\p{L})fees?(?!\p{L})|entgelt|ränta|rente|räntekostnad|interest|zinsen|påslag|surcharge|markup/u
/** Types of what else moves on a card beside purchases: nobody has to be told that they are left out. */
const otherMovement =
  /uttag|uttak|withdraw|cash|atm(?!\p{L})|bankomat|betal|payment|einzahlung|overf|överf|transfer|växling|veksling|exchange|conversion|top[ _-]?up|load|påfyllning|deposit|insättning|innskudd|autogiro|giro|swish|saldo|balance|bonus|reward|plan|mileage|milersättning|out.of.pocket|utlägg|reimburse|ersättning|invoice|faktura/u
/** What a company pays a shop for, though its type ends as a movement's does: `Subscription payment`. */
const boughtByType = /subscri|licen[cs]|prenumer|abonnemang|membership|hosting|software/u
const isNoPurchase = (label: string) => cardCost.test(label) || otherMovement.test(label)
/** On an account most rows are no purchases; these say by themselves that they are. */
const cardPurchase =
  /(?:kort|card|karten|kaart|kortti)[ _-]?(?:köp|kjøp|køb|purchase|payment|transaktion|transaction|zahlung|betaling|maksu)|varekjøp|varekøb|(?:pago|pagamento|paiement|płatność) .*(?:carta|carte|cartão|tarjeta|kartą)/u
const mostTypes = 10

/** One of the template's types, or `Kortköp utland` beside `Kortköp`: the bank told it no further in the sample's rows. */
export function isOneOfTypes(label: string, types: ReadonlySet<string>): boolean {
  if (isOneOf(label, types)) return true
  return [...types].some((type) => {
    const isFurther = cardPurchase.test(type) && startsWithAny(label, [type])
    return isFurther && !isNoPurchase(label.slice(type.length))
  })
}

const boughtByCard = /(?:kort|card|karten|kaart)[ _-]?(?:köp|kjøp|køb|purchase|transaktion|transaction)/u

/**
 * On a card: `CARD_REFUND` of money that came back, and `Card purchase` of money that went out, are what they are called also where the
 * sample had none of them. `Card payment` may be how its bill is paid.
 */
export function isCalledPurchase(label: string, minor: number): boolean {
  if (isNoPurchase(label)) return false
  return minor < 0 ? isRefundType(label) : boughtByCard.test(label)
}

function isTold(label: string): boolean {
  return cardCost.test(label) || boughtByType.test(label) || isRefundType(label)
}

export function createTypesLeftOut(mapping: TemplateMapping): TypesLeftOut {
  const purchaseTypes = new Set((mapping.purchaseTypes ?? []).map(normaliseLabel))
  const isSilent = purchaseTypes.size === 0 || (mapping.purchaseSections ?? []).length > 0
  const found = new Map<string, { type: string; rows: number }>()
  const isToTell = (label: string) => {
    if (cardPurchase.test(label)) return !isRefusedType(label)
    if (mapping.account === 'bank') return false
    return label === '' || isTold(label) || !(otherMovement.test(label) || isRefusedType(label))
  }
  return {
    note(outcome, source, context) {
      if (isSilent || !source || outcome.kind !== 'skipped') return
      if (outcome.reason !== 'other-movement' && outcome.reason !== 'incoming') return
      const type = tidyText(readText(source, context).text)
      const label = normaliseLabel(type)
      if (isOneOfTypes(label, purchaseTypes) || !isToTell(label)) return
      const known = found.get(label)
      if (known) known.rows++
      else if (found.size < mostTypes) found.set(label, { type: type.slice(0, 100), rows: 1 })
    },
    warnings: () =>
      [...found.values()].map(({ type, rows }) =>
        type === ''
          ? { code: 'rows-without-type', params: { rows } }
          : {
              code: cardCost.test(normaliseLabel(type)) ? 'card-cost-left-out' : 'type-left-out',
              params: { type, rows },
            },
      ),
  }
}
