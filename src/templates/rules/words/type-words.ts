import { startsWithAny } from '../cells/cell-text.ts'
import { refusedWords } from './refused-words.ts'

/** What a row's type says of it: that it gave something back, was never carried through, or nobody can tell. Normalised. */

const pendingType =
  /^(?:(?:card|kort|issuing)[ _-]?)?(?:(?:pre-?)?(?:authori[sz](?:ation|ed)|auktorisation|auktorisering|auktoriser(?:ad|at)|auth)|reservation|reservering|reserverat|reservasjon)(?:[ _-](?:hold|release|reversal|köp|kortköp|(?:card )?purchase|transaction|transaktion))?$/

/** A row's type that says money was only set aside, or let go again: the purchase has a row of its own when it is booked. */
export function isPendingType(type: string): boolean {
  return pendingType.test(type)
}

/** What is paid for a return, or for a journey there and back. */
const boughtForReturn =
  'resa|resor|biljett|flyg|pant|avgift|gebyr|frakt|försändels|sändning|porto|paket|etikett|kartong|emballage|papper|hantering|transport|logistik|tjänst|kostnad'

/** `Kortretur`, `Returköp`, `Återbetalt`: words that stand alone or in longer ones. */
const refundTypes = new RegExp(
  [
    // A compound is what its last part says: `Kundretur` is a return, `Returfrakt` is freight.
    `retur(?:en|er|erna)?(?!\\p{L}|[ -](?:${boughtForReturn}))`,
    'retur(?:köp|kjøp|køb|transa[kc]|betal(?:ning|ing)|kreditt?|nota|post|bel(?:opp|øp|øb)|peng|premi|insättning|innskudd)(?!\\p{L}*(?:avgift|afgift|gebyr))',
    'return?er(?:a|ing)',
    '(?<!\\p{L})return(?:s|ed)?(?!\\p{L}| (?:payment|cheque|check|item|trip|ticket|flight|journey|fee))',
    'refund(?!able)',
    '(?<!\\p{L})charge[ -]?backs?(?!\\p{L})',
    '(?<!\\p{L})(?:merchandise credit|credit ?(?:voucher|note|memo)|credited)(?!\\p{L})',
    'återbetal(?!ningsplan)',
    'återbet(?!\\p{L})',
    'återköp(?!\\p{L})',
    'krediter(?:ing|ingar|ad|at|ade|t|et)(?!\\p{L})',
    'kreditt?nota',
    'kreditfaktura',
    'tilbakebetal',
    'tilbagebetal',
    'tilbageført',
    'refus[ij]on',
    'rückerstattung|^rückzahlung$',
    'kart\\p{L}*[ -]?gutschrift',
    '^ret\\.?$',
    '(?<!\\p{L})rembours',
    '(?:hyvitys|palautus)(?!\\p{L})',
    '(?<!\\p{L})(?:reembolso|rimborso|devolución|devolução|zwrot)(?!\\p{L})',
    'terugbetaling|refundering',
  ].join('|'),
  'u',
)
/** A ticket, and no money. */
const thereAndBack = /(?<!\p{L})tur(?: (?:och|o\.?|&|\+|\/) ?| ?[-/] ?)?retur/u
const boughtReturn = new RegExp(`retur(?:${boughtForReturn})|(?<!\\p{L})return (?:trip|ticket|flight|journey)`, 'u')

/** `Returresa`, `Return ticket`, `Returfrakt`: a journey there and back, or what a return costs, which was bought. */
export function isBoughtReturn(type: string): boolean {
  return boughtReturn.test(type) || thereAndBack.test(type)
}

/** `Returvaror`, `Retur frakt`: what came back, or what was paid for it. */
export function isOpenReturn(type: string): boolean {
  return /retur(?!n)[ -]?\p{L}/u.test(type) && !isRefundType(type) && !isBoughtReturn(type)
}

/** A row's type that says money came back, also where the file's amounts have no sign. */
export function isRefundType(type: string): boolean {
  return refundTypes.test(type) && !thereAndBack.test(type)
}

const transferBack =
  /autogiro|(?:bank|plus)giro|(?<!\p{L})[bp]g(?!\p{L})|överför|overfør|transfer|swish|vipps|mobilepay|top[ -]?up|(?:returnerad|retur av) (?:in|ut)?betalning/u

/** `Retur autogiro`, `Returnerad betalning`: what an account paid came back, or what came in was sent back; no shop's refund to a card. */
export function isTransferBack(type: string): boolean {
  return isRefundType(type) && transferBack.test(type)
}

const reversalTypes =
  /(?:^|[ _-])(?:reversal|cancellation|annullering|makulering|stornering|storno|återföring)(?:$|[ _-])/

/** Beside an amount without a sign: what was bought before was taken back. */
export function isReversalType(type: string): boolean {
  return reversalTypes.test(type)
}

const refusals = [...refusedWords, 'avböjt', 'denied']
const refusedEnd = new RegExp(` (?:${refusals.join('|')})$`, 'u')

/** `Nekat köp`, `Card payment declined`: no money was taken. */
export function isRefusedType(type: string): boolean {
  return startsWithAny(type, refusals) || refusedEnd.test(type)
}

const takenBack =
  /(?<!\p{L})(?:makuler(?:ad|at|ade)|annuller(?:ad|at|ade|et)|återkalla[dt]|ångra[dt]|avbrut(?:en|et)|avbokat|avbeställt|storner(?:ad|at)|storniert|reverser(?:ad|at)|reversed|cancel?led|voided|void|kansellert)(?!\p{L})/u

/** `Makulerat köp`, `Reversed purchase`: whether it was paid, and comes back in a row of its own, nobody can tell. */
export function isTakenBackType(type: string): boolean {
  return takenBack.test(type)
}

const eitherWay =
  /^(?:card|kort)[ -]?(?:credit|kredit)$|(?<!\p{L})(?:korriger(?:ing|at|ad)|juster(?:ing|at|ad)|rättelse|adjust(?:ment|ed)|correct(?:ion|ed)|kredit|credit)(?!\p{L}| ?(?:kort|card)|kort)/u
const boughtOnCredit = /(?<!\p{L})(?:on|by|på|med) (?:credit|kredit)(?!\p{L})/u

/** `Köp, korrigering`, `Card credit`: without a sign it may be more to pay or money back. A purchase on credit is one. */
export function isOpenType(type: string): boolean {
  return (eitherWay.test(type) && !boughtOnCredit.test(type)) || isOpenReturn(type)
}
