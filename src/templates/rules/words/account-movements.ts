import { normaliseLabel, startsWithAny } from '../cells/cell-text.ts'
import { isFeeEitherWay, namesCustomer } from './customer-names.ts'

/** How a bill paid by giro is called: whoever pays it has its invoice already. */
const giroPayments = [
  'Bg-bet',
  'Bankgiro',
  'Bankgirobetalning',
  'Bg-betalning',
  'Betalning BG',
  'Betalning bankgiro',
  'Plusgiro',
  'Plusgirobetalning',
  'Pg-betalning',
  'Betalning PG',
  'Betalning plusgiro',
  'Leverantörsbetalning',
  'Leverantörsbetalningar',
  'Leverantörsbet',
  'Kontogirering',
  'Nettgiro',
]
const paysAndTaxes = [
  'Lön',
  'Löner',
  'Löneutbetalning',
  'Löneutbetalningar',
  'Skatteverket',
  'Skattekonto',
  'F-skatt',
  'Arbetsgivaravgift',
  'Arbetsgivaravgifter',
  'Skatteförvaltningen',
  'Skatteetaten',
  'Skattetrekk',
  'Forskuddstrekk',
  'Forskuddsskatt',
  'Arbeidsgiveravgift',
  'Skattestyrelsen',
  'A-skat',
  'Lønn',
  'Lønning',
  'Lønnsutbetaling',
  'Løn',
  'Lønoverførsel',
  'Palkka',
  'Gehalt',
  'Gehälter',
  'Gehaltszahlung',
  'Lohn',
  'Löhne',
  'Lohnzahlung',
  'Lohn/Gehalt',
  'Salary',
  'Salaries',
]
/** Beginnings of texts on a bank account that are no card purchases. */
export const accountMovements = [
  'Överföring',
  'Övf',
  ...paysAndTaxes,
  ...giroPayments,
  'Insättning',
  'Overføring',
  'Overførsel',
  'Overført',
  'Straksoverførsel',
  'Kontooverføring',
  'Kontooverførsel',
  'Kontoregulering',
  'Kontoöverföring',
  'Überweisung',
  'Ueberweisung',
  'Dauerauftrag',
  'Payroll',
  'Own transfer',
  'Internal transfer',
  'Transfer to',
  'Transfer from',
]
/** Of an account too, but no sign of one: a card's bill is paid by Autogiro, and money is taken out on it. */
export const otherMovements = [
  'Autogiro',
  'Autogirobetalning',
  'E-faktura',
  'E-fakturabetalning',
  'Avtalegiro',
  'Bs betaling',
  'Betalingsservice',
  'Kontantuttag',
  'Bankomat',
  'Bankomatuttag',
  'Uttag bankomat',
  'Standing order',
  'Cash withdrawal',
  'ATM withdrawal',
]
/** Beginnings of texts of money that comes in on a bank account, never on a card. */
export const moneyIn = [...accountMovements, 'Swish', 'BG', 'PG', 'Bg-inbetalning'].map(normaliseLabel)
/** Whatever sign most rows have: nobody pays a salary or taxes with a card's refund, nor takes in a Swish on a card. */
export const onlyOut = paysAndTaxes.map(normaliseLabel)
/** Of money that goes out from an account and never from a card. */
export const moneyOut = [...onlyOut, ...giroPayments.map(normaliseLabel)]
const authorities = ['Skatteverket', 'Skatteförvaltningen', 'Skatteetaten', 'Skattestyrelsen'].map(normaliseLabel)
/** Whatever a template says: an identity card costs a fee at Skatteverket, but nobody pays wages, F-skatt or a giro by card. */
export const neverByCard = moneyOut.filter((text) => !authorities.includes(text))
export const onlyIn =
  /^(?:swish(?:$| (?:från|inbetalning|mottagen)(?!\p{L})| ?\+?\d)|bg-inbetalning|insättning(?:$| \d))/u

/**
 * Whether a text says that money came in, as a bank writes it. `isCounted`: the balance rises by the amounts, so that a giro, a
 * transfer or interest came in too; no shop is called so whose purchases a card's debt rises by.
 */
export function saysMoneyIn(label: string, isCounted: boolean): boolean {
  if (onlyIn.test(label) || moneyInName.test(label)) return true
  if (isCounted && namesCustomer(label) && !isFeeEitherWay(label)) return true
  return isCounted && (startsWithAny(label, moneyIn) || eitherWay.test(label))
}
/** `Deposit Hotel` and `Incoming Media AB` are bought from, unless most rows are called so. */
const moneyInName =
  /^(?:(?:kontant|kort|bank(?:giro)?|bg|pg|plusgiro)?insättning|(?:kund|swish|kort)?betalning från|kund(?:in)?betalning|kunde(?:ind|inn)betaling|överf(?:öring)?\.? från|övf från|mottagen betalning|(?:vipps|mobilepay)(?: betaling)? fra|innskudd|payment received|received (?:payment|transfer)|[bp]g[ -]?inb(?:etalning)?|autogiroinb(?:etalning)?|utdelning|deposits?(?=$|[ :#-]+\d| (?:from|via|by|ref)(?!\p{L}))|incoming(?=$| (?:bank|wire|sepa|swish|payment|transfer|funds|credit|deposit|from)(?!\p{L}))|payment from|transfer from|overføring fra|overførsel fra|einzahlung|gutschrift)(?!\p{L})/u

/** `Gutschrift COOP`: on a card a shop gave it. */
export function isGivenAsCredit(label: string): boolean {
  return /^gutschrift(?!\p{L})/u.test(label)
}

/** `Deposit Acme AB`: nobody buys most of what is bought from shops that are called so. */
export function isPaidInOften(label: string): boolean {
  return /^(?:deposit|incoming)(?!\p{L})/u.test(label)
}
const eitherWay = /^(?:[bp]g|inbetalning|innbetaling|indbetaling|ränta|räntebetalning|interest)(?!\p{L})/u
