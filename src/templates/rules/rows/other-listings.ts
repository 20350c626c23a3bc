import type { RowProblem } from '#kernel/row-problem.ts'
import { isBlank, normaliseLabel } from '../cells/cell-text.ts'
import { looksLikeDate } from '../cells/dates.ts'
import { sizeInMinor } from '../columns/profile-columns.ts'
import type { RowOutcome } from '../mapping/reading.ts'
import { customerNames } from '../words/customer-names.ts'
import { surveyCampaigns } from './campaign-costs.ts'
import type { LocatedRow, Table } from './lay-out-rows.ts'
import { surveySoldByType } from './sold-by-type.ts'

/**
 * What a file lists that has days and amounts and lists no purchases: the account rows of vouchers (a general ledger, a list
 * of vouchers), of which one purchase has several; what customers have paid in by Swish, by card or through Stripe or were invoiced,
 * which is income; pay; trades in securities; or what each campaign of an advertiser cost, which the card paid in other sums.
 */
export const listings = [
  ...(['account-rows', 'swish-received', 'customer-payments', 'customer-invoices', 'payroll'] as const),
  ...(['securities', 'campaign-costs'] as const),
] as const
export type Listing = (typeof listings)[number]

/** So many rows tell it, so that the rest of a long file says nothing else. */
const lookedAt = 1000

export type ListingSurvey = {
  add(located: LocatedRow): void
  decide(): Listing | null
}

/** `isSellersReport`: an earlier file with these columns was a payment service's to its seller. */
export function surveyListing({
  isSellersReport = false,
}: {
  isSellersReport?: boolean | undefined
} = {}): ListingSurvey {
  const tables = new Map<Table, ReturnType<typeof surveyTable>>()
  let above = ''
  let seen = 0
  return {
    add({ table, isHeader, row }) {
      if (isHeader || seen >= lookedAt) return
      seen++
      if (!table) {
        above += ` ${normaliseLabel(row.cells.filter((cell) => !isBlank(cell)).join(' '))}`.slice(0, 500)
        return
      }
      // Once for each table: most are none of them, which is an answer too.
      if (!tables.has(table)) tables.set(table, surveyTable(table.names, isSellersReport))
      tables.get(table)?.add(row.cells)
    },
    decide() {
      for (const table of tables.values()) {
        const found = table?.decide(above)
        if (found) return found
      }
      return null
    },
  }
}

export function warningOf(listing: Listing | null): RowProblem[] {
  return listing === null ? [] : [{ code: listing }]
}

/** What a row of such a list is; `inFile`: the row's amount with the sign that the file gives it. */
export function asListed(outcome: RowOutcome, listing: Listing | null, inFile: (minor: number) => number): RowOutcome {
  if (listing === 'account-rows' || listing === 'campaign-costs') {
    const code = listing === 'account-rows' ? 'account-row' : 'campaign-cost'
    const isRow = outcome.kind !== 'skipped' || movements.has(outcome.reason)
    return isRow ? { kind: 'unreadable', problems: [{ code }], ...amountOf(outcome) } : outcome
  }
  if (listing === null || outcome.kind !== 'purchase') return outcome
  if (listing === 'payroll' || listing === 'securities')
    return { kind: 'skipped', reason: 'other-movement', ...amountOf(outcome) }
  const { amountSek, foreignAmount } = outcome.fields
  const isReceived = inFile(amountSek ?? foreignAmount ?? 0) > 0
  return { kind: 'skipped', reason: isReceived ? 'incoming' : 'other-movement', ...amountOf(outcome) }
}

const movements: ReadonlySet<string> = new Set(['incoming', 'other-movement', 'payment-to-card', 'pending'])

function amountOf(outcome: RowOutcome): { amountSek?: number } {
  const amountSek = outcome.kind === 'purchase' ? outcome.fields.amountSek : outcome.amountSek
  return amountSek === null || amountSek === undefined ? {} : { amountSek }
}

/** Whether the kinds of a sample's rows say that a payment service wrote it for its seller. */
export function isOfSeller(names: readonly string[], rows: readonly { cells: readonly string[] }[]): boolean {
  const survey = surveySoldByType(names, { sellers: sellersIn(names) })
  for (const { cells } of rows.slice(0, lookedAt)) survey?.add(cells)
  return survey?.decide() === 'customer-payments'
}

function sellersIn(names: readonly string[]): number[] {
  return placesNamed(names.map(normaliseLabel), sellerNames)
}

function placesNamed(labels: readonly string[], pattern: RegExp): number[] {
  return labels.flatMap((label, column) => (pattern.test(label) ? [column] : []))
}

/** Null where the names say that it is none of them, so that nothing is looked at in any row. */
function surveyTable(
  names: readonly string[],
  isSellersReport: boolean,
): {
  add(cells: readonly string[]): void
  decide(above: string): Listing | null
} | null {
  const all = [
    surveyAccountRows(names),
    surveySwish(names),
    surveyStripe(names),
    surveyPayout(names),
    surveySoldByType(names, { sellers: sellersIn(names), isRemembered: isSellersReport }),
    surveyByNames(names),
    surveyCampaigns(names),
  ]
  const surveys = all.filter((survey) => survey !== null)
  if (surveys.length === 0) return null
  return {
    add: (cells) => {
      for (const survey of surveys) survey.add(cells)
    },
    decide: (above) => surveys.reduce<Listing | null>((found, survey) => found ?? survey.decide(above), null),
  }
}

const accountNames =
  /^(?:bas-?|bokförings|motbokförings)?konto(?:[ -]?n(?:umme)?r\.?|kod)?$|^(?:ledger |gl |nominal )?account(?: (?:no\.?|number|code))?$/
const accountTitles = /^(?:konto(?:namn|benämning|text)|benämning|account (?:name|title|description))$/
const voucherNames =
  /^(?:ver(?:ifikat(?:ion(?:en)?s?)?)?[ .-]*(?:n(?:umme)?r|id|serie)?\.?|serie|voucher(?: (?:no\.?|nr|number|id|series))?|bilags?(?:[ -]?n(?:umme)?r)?\.?|journal (?:entry|no\.?|number)|belegn(?:umme)?r\.?)$/
const debitNames = /^(?:debet|debit|soll)(?:[ -]?(?:belopp|beløp|beløb|amount))?(?: \(?(?:sek|kr)\)?)?$/
const creditNames = /^(?:[ck]redit|haben)(?:[ -]?(?:belopp|beløp|beløb|amount))?(?: \(?(?:sek|kr)\)?)?$/
const amountNames = /^(?:belopp|amount|beløp|beløb|betrag)(?: \(?(?:sek|kr)\)?)?$/
/** Who sold something: where it stands, each row is a purchase, which may say the account it is to be booked on. */
const sellerNames =
  /^(?:leverantör(?:snamn)?|butik|handlare|inköpsställe|säljställe|säljare|merchant(?: name)?|supplier(?: name)?|vendor(?: name)?)$/
const ledgerTitles = /huvudbok|verifikationslista|kontoanalys|grundbok|dagbok|general ledger|journal entries/

/** `1930`, `1930 Företagskonto`. */
const account = /^[1-9]\d{3}(?:[ :-].*)?$/
/** `A12`, `A 12`, `LF-7`, `12`; a bank's own are longer. */
const voucher = /^[a-zåäö]{0,4}[ :/-]?\d{0,6}$/i

function surveyAccountRows(names: readonly string[]): ReturnType<typeof surveyTable> {
  const find = (pattern: RegExp) => names.findIndex((name) => pattern.test(normaliseLabel(name)))
  const places = { account: find(accountNames), title: find(accountTitles), debit: find(debitNames) }
  const [credit, amount] = [find(creditNames), find(amountNames)]
  const hasSides = places.debit >= 0 && credit >= 0
  const vouchers = placesNamed(names.map(normaliseLabel), voucherNames)
  const hasSeller = find(sellerNames) >= 0
  const mayBe = hasSides || (places.account >= 0 && amount >= 0 && vouchers.length > 0 && !hasSeller)
  if (!mayBe) return null
  let rows = 0
  const others = { accounts: 0, vouchers: 0 }
  const accounts = new Set<string>()
  const sums = { debit: 0, credit: 0 }
  const byVoucher = new Map<string, { rows: number; sum: number }>()
  return {
    add(cells) {
      const at = (column: number) => (cells[column] ?? '').trim()
      const sizes = (hasSides ? [places.debit, credit] : [amount]).map((column) => sizeInMinor(at(column)))
      if (sizes.every((size) => size === 0)) return
      rows++
      if (places.account >= 0 && !account.test(at(places.account))) others.accounts++
      accounts.add(at(places.account))
      const number = vouchers.map(at).join(' ').trim()
      if (number === '' || !vouchers.every((column) => voucher.test(at(column)))) others.vouchers++
      const [first = 0, second = 0] = sizes
      sums.debit += first
      sums.credit += second
      const known = byVoucher.get(number) ?? { rows: 0, sum: 0 }
      byVoucher.set(number, { rows: known.rows + 1, sum: known.sum + first - second })
    },
    decide(above) {
      if (rows === 0) return null
      const hasAccounts = places.account >= 0 && others.accounts === 0
      const hasVouchers = vouchers.length > 0 && others.vouchers === 0
      const isBalanced = sums.debit > 0 && sums.debit === sums.credit
      const several = [...byVoucher.values()].filter((one) => one.rows > 1)
      const areBalanced = several.length > 0 && several.filter(({ sum }) => sum === 0).length * 2 > byVoucher.size
      const isListed = hasSides
        ? hasVouchers || ledgerTitles.test(above) || (hasAccounts && (places.title >= 0 || isBalanced))
        : hasAccounts && hasVouchers && accounts.size > 1 && areBalanced
      return isListed ? 'account-rows' : null
    },
  }
}

const senderNames = /^(?:avsändar|betalar|payer|sender|från(?: |$)|kundens? )/
const recipientNames = /^(?:mottagar|payee|recipient|receiver|till(?: |$)|swish[ -]?(?:nummer|nr|number)$)/
/** A company's number in Swish, which no phone has. */
const companyNumber = /^123\d{7}$/
const phone = /^(?:46|0046|0)7\d{8}$/

function surveySwish(names: readonly string[]): ReturnType<typeof surveyTable> {
  const labels = names.map(normaliseLabel)
  const placesOf = (pattern: RegExp) => placesNamed(labels, pattern)
  const [senders, recipients] = [placesOf(senderNames), placesOf(recipientNames)]
  if (senders.length === 0) return null
  const isNamed = labels.some((label) => label.includes('swish'))
  const sent = { company: 0, others: new Set<string>() }
  const received = { company: 0, phones: 0, others: new Set<string>() }
  let unsent = 0 // a purchase or a fee in a statement of all that moved an account; a sum has no day
  return {
    add(cells) {
      if (senders.every((column) => isBlank(cells[column] ?? '')) && cells.some(looksLikeDate)) unsent++
      const textsOf = (columns: readonly number[]) => columns.map((column) => (cells[column] ?? '').trim())
      const digitsOf = (columns: readonly number[]) => textsOf(columns).map((text) => text.replace(/[ +-]/g, ''))
      if (digitsOf(senders).some((digits) => companyNumber.test(digits))) sent.company++
      if (digitsOf(recipients).some((digits) => companyNumber.test(digits))) received.company++
      if (digitsOf(recipients).some((digits) => phone.test(digits))) received.phones++
      sent.others.add(textsOf(senders).join('\n'))
      received.others.add(textsOf(recipients).join('\n'))
    },
    decide(above) {
      const isSwish = isNamed || above.includes('swish') || received.company > 0
      if (!isSwish || unsent > 0 || sent.company > 0 || received.phones > 0) return null
      const isOwn = received.company > 0 || recipients.length === 0 || sent.others.size > received.others.size
      return isOwn && [...sent.others].some((text) => text.trim() !== '') ? 'swish-received' : null
    },
  }
}

/** Of Stripe's reports: what moved its balance, and what customers paid by card. */
const balanceNames =
  /^(?:balance transaction id|reporting category|available on(?: \(?utc\)?)?|arrival date(?: \(utc\))?|amount refunded|customer[ _]facing[ _]amount)$/
const feeNames = /^(?:fee|fees|captured|net|source type)$/
const stripeId = /^(?:txn|ch|py|re|po|pi|tr|fee)_\w{1,}$/
/** A purchase with a card of Stripe's own in such a report. */
const ownPurchase = /^issuing[ _](?:transaction|authorization)/

/** What customers paid through Stripe, its fees and what it paid out; with purchases among them the rows stay as they are. */
function surveyStripe(names: readonly string[]): ReturnType<typeof surveyTable> {
  const labels = names.map((name) => normaliseLabel(name.replaceAll('_', ' ')))
  if (!labels.some((label) => balanceNames.test(label)) || !labels.some((label) => feeNames.test(label))) return null
  let hasIds = false
  let hasPurchases = false
  return {
    add(cells) {
      hasIds ||= cells.some((cell) => stripeId.test(cell.trim()))
      hasPurchases ||= cells.some((cell) => ownPurchase.test(normaliseLabel(cell)))
    },
    decide: () => (hasIds && !hasPurchases ? 'customer-payments' : null),
  }
}

const payoutNames =
  /^(?:(?:payout|settlement)(?: (?:date|id|status|batch|number))?|psp reference|utbetalning(?:sdag|sdatum|s-?id)?|avräkningsdatum|oppgjør(?:s-?id|sdato|ssum|skonto|snummer)?|udbetaling(?:sdato|s-?id)?)$/
const schemeNames =
  /^(?:card (?:brand|type|scheme|network)|payment method|kort(?:typ|type|utgivare|märke)|betalningsmetod|betalsätt)$/
const scheme = /^(?:visa|mc|master ?card|maestro|amex|american express|dankort|diners|jcb|bankaxept|v ?pay)(?!\p{L})/iu
const keptNames =
  /^(?:fees?|avgift(?:er)?|commission|provision|transaction fee|transaktionsavgift|gebyr(?:er)?)(?! ?%)(?:$| )/
/** SumUp calls what is left of a sale `Payout`. */
const netNames = /^(?:payout|net(?:to)?(?:belopp)?|net (?:amount|credit|debit)|netto ?(?:belopp|beløp))(?:$| )/
/** When something was sold, or charged for: on lists of what customers paid. */
const soldNames = /^(?:sales? date|date of sale|salgsdato|försäljnings(?:dag|datum)|sålt datum|capture[ -](?:id|date))$/
const saleTypeNames = /^(?:type|typ|transaksjonstype|transaction type|transaktionstyp)$/
const sale = /^(?:sales?|salg|försäljning|sålt|capture|charge)$/
const kept = /^(?:fees?|avgift(?:er)?|gebyr(?:er)?|commission|provision)(?!\p{L})/u

/**
 * What customers paid, told by their cards' kinds beside what the acquirer kept and when it paid out the rest, or by the type
 * and the day of a sale beside that, or, as Zettle has it, by the numbers of the shop's own receipts; what a supplier sold us
 * with our cards has such days too, of which nothing is kept. Its merchant is the company itself: several are shops that
 * somebody bought from.
 */
function surveyPayout(names: readonly string[]): ReturnType<typeof surveyTable> {
  const labels = names.map((name) => normaliseLabel(name.replaceAll('_', ' ')))
  const placesOf = (pattern: RegExp) => placesNamed(labels, pattern)
  const has = (pattern: RegExp) => placesOf(pattern).length > 0
  const kinds = has(keptNames) && has(netNames) ? placesOf(schemeNames) : []
  const types = has(soldNames) && !has(boughtNames) ? placesOf(saleTypeNames) : []
  const sellers = placesOf(sellerNames)
  const isSpent = sellers.length > 0 || (has(purposeNames) && !has(timeNames))
  const isTill = has(receiptNames) && kinds.length > 0 && !isSpent
  if (!isTill && (!has(payoutNames) || kinds.length + types.length === 0)) return null
  const seen = { schemes: 0, others: 0, sales: 0, kept: 0 }
  const isKept = has(keptNames) || has(netNames)
  const sold = new Set<string>()
  return {
    add(cells) {
      const textsOf = (columns: readonly number[]) =>
        columns.map((column) => (cells[column] ?? '').trim()).filter((text) => text !== '')
      if (textsOf(kinds).some((text) => scheme.test(text))) seen.schemes++
      else if (textsOf(kinds).length > 0) seen.others++
      const labels = textsOf(types).map(normaliseLabel)
      if (labels.some((label) => sale.test(label))) seen.sales++
      if (labels.some((label) => kept.test(label))) seen.kept++
      for (const name of textsOf(sellers)) sold.add(name)
    },
    decide() {
      const isSale = seen.sales > 0 && (isKept || seen.kept > 0)
      return (seen.schemes > seen.others || isSale) && sold.size < 2 ? 'customer-payments' : null
    },
  }
}

const cashierNames = /^(?:kassör(?:ska)?|kassabiträde|cashier|kasserer|kassierer)$/
/** A cashier of an association, who writes down what each receipt is for; a till has no such column, and says when. */
const purposeNames = /^(?:vad|vad (?:köptes|är köpt)|inköp|köpt|ändamål|syfte|avser|avseende|text|beskrivning|purpose)$/
const timeNames = /^(?:tid|tidpunkt|klockslag|kl\.?|time)$/
const receiptNames = /^(?:kvitto(?:n(?:umme)?r\.?|-?id)?|receipt(?: (?:no\.?|number|id))?|kvitteringsn(?:umme)?r\.?)$/
const ofInvoices = /^(?:kund(?:n(?:umme)?r\.?|-?id)|customer (?:no\.?|number|id)|kundenavn|ordern(?:umme)?r\.?)$/
const invoiceNumbers = /^(?:fakturan(?:umme)?r\.?|invoice (?:no\.?|number)|fakturanummer)$/
/** Of what was bought on an account with a supplier: a card, a pump, a journey, a telephone. */
const boughtNames =
  /^(?:(?:kort|bränslekort|card|fuel card)(?:[ -]?n(?:umme)?r\.?| number| no\.?)?|(?:tank)?station(?:snamn|ens namn)?|station name|site|resenär(?:ens namn)?|passagerare|passenger|travell?er(?: name)?|taxibolag|taxi company|från(?: adress)?|pickup(?: address)?|abonnemang(?:s-?n(?:umme)?r\.?)?|abonnent|telefonn(?:umme)?r\.?|mobiln(?:umme)?r\.?|subscription|phone number|anläggnings-?(?:id|n(?:umme)?r\.?)|mätarn(?:umme)?r\.?)$/
/** A garage writes it on its own invoices too. */
const carNames =
  /^(?:reg\.? ?n(?:umme)?r\.?|registreringsn(?:umme)?r\.?|fordon|vehicle|licen[cs]e plate|registration(?: number)?)$/
const payNames = /^(?:brutto|netto|månads|grund|total)lön(?: \(?(?:sek|kr)\)?)?$|^(?:gross|net) (?:pay|salary)$/

/** A security's number, and what the broker took or how many were traded. */
const securityNames = /^isin(?:[ -]?(?:kod|code))?$/
const tradeNames = /^(?:courtage|kurtage|brokerage(?: fee)?|commission|antal|antall|quantity|shares|units)$/

/** Invoices to customers, whom no seller stands beside, lists of pay, and trades, by what their columns are called. */
function surveyByNames(names: readonly string[]): ReturnType<typeof surveyTable> {
  const labels = names.map(normaliseLabel)
  const has = (pattern: RegExp) => labels.some((label) => pattern.test(label))
  const isPay = labels.filter((label) => payNames.test(label)).length > 1 || (has(payNames) && has(/^(?:skatt|tax)$/))
  const customer = labels.findIndex((label) => customerNames.test(label))
  const isBought = has(sellerNames) || has(boughtNames)
  const isSales = customer >= 0 && has(invoiceNumbers) && has(ofInvoices) && !isBought
  // a receipt that somebody of ours wrote out
  const isMobilePay = has(/^myshop[ -]?(?:number|nummer)$/) && has(/^(?:payment point|betalingssted)$/)
  const isSpent = has(sellerNames) || (has(purposeNames) && !has(timeNames))
  const isTill = has(cashierNames) && (has(receiptNames) || has(schemeNames)) && !isSpent
  const isTrades = has(securityNames) && has(tradeNames)
  if (!isPay && !isSales && !isTill && !isMobilePay && !isTrades) return null
  const customers = new Set<string>()
  let hasRows = false
  return {
    add(cells) {
      hasRows = true
      const name = (cells[customer] ?? '').trim()
      if (name !== '') customers.add(name)
    },
    decide() {
      if (!hasRows) return null
      if (isTrades) return 'securities'
      if (isPay || isTill || isMobilePay) return isPay ? 'payroll' : 'customer-payments'
      return has(carNames) && customers.size < 2 ? null : 'customer-invoices'
    },
  }
}
