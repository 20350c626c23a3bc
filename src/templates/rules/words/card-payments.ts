import { saysNoName } from './row-marks.ts'

/** Texts and types of rows that pay a card's bill, put money on a card or pay a giro: no purchases, and no shop's refunds. */

/** Beginnings of texts with which an issuer writes that the card's bill was paid. */
export const cardPayments = [
  'Inbetalning',
  'Bg inbetalning',
  'Bg-inbetalning',
  'Betalning mottagen',
  'Betalt BG',
  'Betalt PG',
  'Tack för betalningen',
  'Tack för din betalning',
  'Autogirobetalning',
  'Innbetaling',
  'Innbetalt',
  'Indbetaling',
  'Betaling mottatt',
  'Betaling modtaget',
  'Payment received',
  'Payment - thank you',
  'Thank you for your payment',
  'Zahlung erhalten',
]

const deposit =
  /^(?:(?:wallet|card|account|konto|kort) ?)?(?:load|top[ _-]?up|deposit|påfyllning|insättning|innskudd|indbetaling|inbetalning|innbetaling|einzahlung)(?=$| (?:from|från|via) )/

/** A row's type or text that says money was put on the card, which no shop gives back. */
export function isDeposit(label: string): boolean {
  return deposit.test(label)
}

const cardPayment =
  /^(?:kortbetalning(?= (?:mottagen|(?:av )?(?:kort)?faktura)(?!\p{L}))|(?:extra|direkt)[ -]?inbetalning(?:ar)?(?!\p{L})|inbetalningar(?!\p{L})|inbet(?=$|\.| \d)|betald faktura(?!\p{L})|fakturan? betald(?!\p{L})|(?:(?:din|er|automatisk|manuell|mottagen) )?(?:in)?betalning(?=$|[,.:]| ?- ?tack(?!\p{L})| (?:via|från|mottagen|tack|kort|faktura|av (?:kort)?faktura|bg|pg|bankgiro|plusgiro|autogiro)(?!\p{L}))|autogiro|(?:bank|plus)giro(?:in)?betalning|[bp]g[ -]inbetalning|överföring(?=$| (?:från|till) )|card payment$|received payment$|payment(?=$|[,.]| (?:received|by|via|from|thank|-))|(?:payment|maksu)(?= \d{1,2}\.\d{1,2}\.?(?:\d{2}|\d{4})?$)|direct debit)/u

/** Money in on a card that is called a payment and no shop's refund: `Betalning`, `Autogiro`, `Överföring från konto`. */
export function isCardPaymentLabel(label: string): boolean {
  return cardPayment.test(label) || isDeposit(label) || isCardBillPaid(label) || isCardAlone(label)
}

const brand = '(?:visa|mc|master ?card|eurocard|amex|american express|maestro|diners(?: club)?|dankort)'
const paidWith = '(?:(?:betalt|betald|betalat|betalning|paid|payment)(?: (?:med|by|with|av))?[ :]+)?'
const cardAlone = new RegExp(
  `^${paidWith}(?:${brand}(?:[ -]?(?:card|kort))?|(?:(?:kredit|bank|betal)?kort|(?:credit |debit )?card)(?=.*\\d))[ :]*[-*x•.# ]*(?:\\d{4})?$`,
)

/** `Visa **1234` on a hotel's bill: the card that it was paid with, and no shop. */
function isCardAlone(label: string): boolean {
  return cardAlone.test(label)
}

const paidBy = '(?:online|internet|mobile|electronic|automatic|auto|web|phone|ach)[ -](?:payment|pymt|pmt)'
/** What may stand behind it: nothing, a mark or number, or a word of the bank's; not the rest of a shop's name (`Web Payment Solutions`). */
const afterPaid =
  '(?=$|\\s*[^\\p{L}\\s]|\\s+(?:thanks?|received|from|to|by|via|on|dated?|web|ppd|ach|id|ref|reference|conf|confirmation|des|bill|transfer|chk|checking|credit)(?!\\p{L}))'
const billPaid = new RegExp(
  `(?:^|[ -])(?:${paidBy}|auto-?pay(?: (?:payment|pymt|pmt))?|pymt)(?!\\p{L})${afterPaid}|(?:^|[ -])payment(?:,| -)? ?thank you|^payment$`,
  'u',
)

/** Finnish, German and Dutch; `ZAHLUNG/ÜBERWEISUNG ERHALTEN BESTEN DANK`. */
const billPaidAbroad =
  /^(?:(?:maksu)?suoritus|kiitos maksustanne|zahlung\/überweisung erhalten|ausgleich kreditkarte|ihre zahlung [-\u2013] besten dank|hartelijk bedankt voor uw betaling)(?!\p{L})/u

/** How issuers abroad write that the card's bill was paid: `CAPITAL ONE MOBILE PYMT`, `Payment Thank You-Mobile`. */
export function isCardBillPaid(label: string): boolean {
  return billPaid.test(label) || billPaidAbroad.test(label)
}

/** SEB writes a batch of suppliers' payments as `LBE5801-7161`: by *leverantörsbetalning*, and from which giro. */
const giroNumber =
  /^(?:(?:bg|pg|bankgiro|plusgiro|giro)[ .:]*(?:\d[\d ]*-\d|\d(?:[ -]?\d){3})|lbe?[ .:]*\d{3,4}-?\d{4}(?!\d))/

/** `Bg 123-4567 Leverantören`: paid to a giro number or from one, which no card can. */
export function isPaidToGiro(label: string): boolean {
  return giroNumber.test(label)
}

const paidInAtStart = /^(?:[bp]g[ -])?in[nd]?betal/
const toNobody =
  /^(?:[bp]g[ -])?in[nd]?betal\p{L}*(?:[ :.,-]+(?:[\d./:-]+|ocr|bg|pg|bankgiro|plusgiro|giro|autogiro|faktura|från|fra|konto|kort|card|nordea|seb|swedbank|handelsbanken|danske bank|dnb|länsförsäkringar|ica banken))*$/u

/** `Inbetalning …`: to a card, or from an account to somebody. */
export function isPaidIn(label: string): boolean {
  return paidInAtStart.test(label)
}

/** Neither a number, a way to pay nor a bank is whom an account pays: `Inbetalning Fora` beside shops is no card's. */
export function isPaidToNobody(label: string): boolean {
  return toNobody.test(label)
}

const tax =
  /^(?:[bp]g[ -])?in[nd]?betal(?:ning|ing) (?:av |till |til )?(?:skatt|skat(?!\p{L})|moms(?!\p{L})|mva(?!\p{L}))/u
/** Also what Skatteverket writes on the tax account; `Skatt & Redovisning AB` is a shop. */
const taxAlone =
  /^(?:(?:moms (?:til )?)?skatt?(?!\p{L})(?:[ -]+(?:ocr|[fa]-?skatt|moms)(?!\p{L}))*|moms(?= \p{L})|debiterad preliminärskatt|avdragen skatt(?!\p{L})|kostnadsränta(?!\p{L}))/u
const rent =
  /^(?:lokal|kontors|butiks|garage|lager|förråds|verkstads|p-plats)?hyra(?: (?:lokal(?:en)?|kontor(?:et)?|garage|butik(?:en)?|lager|förråd|verkstad))?(?!\p{L})/u
const swishNumber = /^(?:\+?46|0)[ -]?7[02369](?:[ -]?\d){7}$/

const ofLoan =
  '(?:(?:bo|privat|bil|bostads|företags|rörelse|checkräknings|bank|hypoteks|bottenlåne|topplåne)?lån(?:et)?|(?:(?:bo|privat)?låne?)?amortering(?:ar)?)'
/** `Omsättning lån 1234`, `Lån återbetalning`: interest and what is paid off, for which nobody sends an invoice. */
const loan = new RegExp(
  `^(?:(?:omsättning|återbetalning|betalning|inbetalning|amortering|amort|ränta|räntebetalning) (?:av |på |till )?${ofLoan}|${ofLoan}(?: ?[-:/]? ?(?:återbetalning|betalning|inbetalning|omsättning|amortering|ränta|nr|nummer))?|(?:bo|privat)?lånebetalning|(?:bo)?låneränta)(?!\\p{L})`,
  'u',
)
/** `Till sparkonto`, `Eget konto`, `Til opsparing`: to the same owner. */
const ownSavings =
  /^(?:(?:till|från|til|fra) )?(?:(?:mitt |eget )?(?:spar|buffert|placerings|spare)konto(?:t)?|eget konto|egna konton|egen konto|opsparing|(?:månads)?sparande)(?!\p{L})/u
/** Between accounts of one's own, to its owners, wages, taxes and shares: nobody sends an invoice for them. */
const ownMoney = new RegExp(
  `^(?:${[
    '(?:stående|intern|egen|egna|koncern|konto)[ -]?(?:överföring(?:ar)?|överf|öf|betalning)|överf(?: (?:mobil|internet))?',
    'omföring(?: likvidkonto)?|(?:till |från )?koncernkonto|cash ?pool(?:ing)?|valutaväxling',
    'löne?(?:överföring(?:ar)?|betalning(?:ar)?|bg|fil|körning|insättning)|traktamente',
    'skattekontot(?: ocr)?|(?:moms|skatte)(?:in)?betalning|prel(?:iminär)?[. -]?skatt|agi(?= \\d{4}-?\\d\\d$)',
    '(?:eget|egna|privat|privata) uttag|(?:aktie)?utdelning(?:ar)?|aktieägar(?:tillskott|lån)|uttag automat',
    'lb[ -](?:ut)?betalning(?:ar)?|betalfil|filbetalning(?:ar)?|låneavi|utlbet|utlandsbetalning|(?:utland )?sepa[ -]payment',
    '(?:köp (?:av )?)?(?:fond(?:er)?|aktier?)|(?:fond|aktie)köp|pensionssparande',
  ].join('|')})(?!\\p{L})`,
  'u',
)
const issuer = [
  'american express(?: (?:europe|services|sverige))?(?: (?:s\\.?a\\.?|ab))?|amex|(?:seb )?eurocard(?: ab)?|first ?card',
  'seb kort(?: bank)?(?: ab)?|entercard(?: (?:group|sverige))?(?: ab)?|diners club(?: nordic)?(?: ab)?',
].join('|')
const bill = 's?[ -]?(?:faktura|fakturan|avi|räkning|inbetalning|autogiro|betalning'
/** Whose cards the purchases were made with: they stand in its own file, and its bill is no other purchase; not `Kreditkort betalning`. */
const cardBill = new RegExp(
  `^(?:(?:betalning (?:till |av )?|autogiro )?(?:${issuer})(?:${bill}))?|(?:betalning )?(?:kredit|företags|bank)?kort${bill}(?= av faktura)))(?!\\p{L})`,
  'u',
)
/** To the number of an account. */
const paidIn = /^(?:in|ut)betalning(?= (?=(?:\D*\d){4})[\d*x -]+$)/u
/** `RESA SPANIEN 3435 20 01910`: Nordea ends a transfer with the number of the account, whatever text somebody gave it; not a card text. */
const toAccount = /^(?!kort|köp |visa |insättning kort).*(?<![\d\p{L}-])[1-4]\d{3} \d\d \d{5}$/u
/** `SHB 537571892`: to an account at another bank; not the bank's fee of a month, `SEB 2026-01-31`. */
const toOtherBank =
  /^(?:shb|handelsbanken|seb|swedbank|fsb|sbab|ica banken|skandiabanken|lf bank|danske bank|nordea|sparbanken) (?!20\d\d)(?:\d[ -]?){8,15}$/

/** `Hyra oktober`, `Lån återbetalning`, `Inbetalning skattekonto`, `46701234567`: paid from an account to whom no card pays; not `Hyra Släp AB`, a shop. */
export function isPaidFromAccount(label: string): boolean {
  const patterns = [rent, loan, ownSavings, ownMoney, cardBill, paidIn, taxAlone]
  const isAlone = patterns.some((one) => {
    const word = one.exec(label)?.[0]
    return word !== undefined && saysNoName(label.slice(word.length))
  })
  const isToNumber = [swishNumber, toAccount, toOtherBank].some((one) => one.test(label))
  return isToNumber || isPaidToGiro(label) || tax.test(label) || isAlone
}
