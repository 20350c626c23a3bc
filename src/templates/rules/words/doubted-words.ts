import { normaliseLabel, startsWithAny } from '../cells/cell-text.ts'
import { isRefundLabel } from './row-marks.ts'

/** What a row is said to be of which a person has to say whether it is invoiced. */

const allowances = [
  ...['milersättning', 'milersättningar', 'kilometerersättning', 'körersättning', 'bilersättning', 'mil-ersättning'],
  ...['traktamente', 'traktamenten', 'traktamentsersättning', 'dagtraktamente', 'heldagstraktamente'],
  ...['halvdagstraktamente', 'nattraktamente', 'utlandstraktamente', 'mileage allowance', 'mileage reimbursement'],
  ...['mileage expense', 'per diem', 'per diems', 'daily allowance', 'kilometergodtgjørelse', 'kjøregodtgjørelse'],
  ...['diettgodtgjørelse', 'kørselsgodtgørelse', 'kilometergeld', 'verpflegungspauschale', 'kilometrikorvaus'],
].map(normaliseLabel)
/** Without anything behind it; `Mileage` alone is a shop's name too. */
const allowancesAlone = new Set(['mileage', 'diett', 'diæter', 'päiväraha', 'mileage (km)'].map(normaliseLabel))
const privatePurchases = [
  'privat utlägg',
  'privata utlägg',
  'privat köp',
  'privata köp',
  'privatköp',
  'eget utlägg',
].map(normaliseLabel)

/** `Milersättning 42 km`, `Traktamente Malmö`: what the company pays somebody for a journey, and no shop. */
export function isAllowance(label: string): boolean {
  return startsWithAny(label, allowances) || allowancesAlone.has(label)
}

/** `Privat utlägg`: whoever bought it paid with money of their own, or for themselves. */
export function isPrivate(label: string): boolean {
  return startsWithAny(label, privatePurchases)
}

const ofNoShop =
  /(?<!\p{L})(?:\p{L}*skatt|skat(?!\p{L})|moms|mva|nav(?!\p{L})|csn|lån(?:e\p{L}*|en)?(?!\p{L})|hyra|husleie|deposition|depositum|utlägg|utlegg|lön(?:e\p{L}*|er|en)?(?!\p{L})|lønn|sjuk(?!hus|vård)|syk(?!kel|ehus)|\p{L}*försäkring|\p{L}*forsikring|pension(?!at)|tax(?!i|[ -]?free)|loan|salary|insurance)/u

/** `Skattekonto`, `Pension`, `Lån`: for which no shop is paid, nor gives anything back, as `Taxi`, `Pensionat`, `Långholmen` and `Sjukvårdsboden` do. */
export function isOfNoShop(label: string): boolean {
  return ofNoShop.test(label)
}

const feeWord = /(?<!\p{L})(?:fees?|\p{L}*avgift(?:er)?|\p{L}*gebyr(?:er)?)(?!\p{L})/u

/** `ELGIGANTEN RETUR` without a minus, in a list that writes none. `Refund fee` is what giving back costs. */
export function saysMoneyBack(label: string): boolean {
  return isRefundLabel(label) && !feeWord.test(label)
}

/** Money in on an account, `ELGIGANTEN RETUR` or `Återbetalning Elgiganten`: of a card purchase, or whatever else was paid back. */
export function mayBeRefund(label: string): boolean {
  return isRefundLabel(label) && !isOfNoShop(label)
}
