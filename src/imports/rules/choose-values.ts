import { accountInText } from '#kernel/account-in-text.ts'
import type { LocalDate } from '#kernel/local-dates.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import { longestTexts, type SupplierInvoice, vatTypes } from '#kernel/supplier-invoice.ts'
import type { Origin } from '../contract.ts'
import { accountToSek, type PurchaseAmount } from './amounts.ts'
import { locate, originOf } from './origins.ts'
import type { PostingGround } from './posting-ground.ts'
import type { KnownSupplier, Origins, Purchase } from './purchase.ts'
import { creditComment } from './tie-refunds.ts'
import { baseAccount, receiptRounding } from './vat.ts'
import { vatPercent, vatWithin } from './vat-rates.ts'

type Candidate<T> = { value: T | null | undefined; origin: Origin[] }

/**
 * Which of several values wins: what the template maps before what settings, options and suppliers say, or after it
 * where the import asks for that; then what follows of itself.
 */
function choose<T>(
  mapped: Candidate<T>,
  others: readonly Candidate<T>[],
  { options }: PostingGround,
): { value: T; origin: Origin[] } | null {
  const isLast = options.settingsOverrideMapped && !isEdited(mapped.origin)
  const order = isLast ? [...others, mapped] : [mapped, ...others]
  for (const { value, origin } of order) if (value !== null && value !== undefined) return { value, origin }
  return null
}

/** What a person wrote in the row itself goes before everything else. */
function isEdited([origin]: readonly Origin[]): boolean {
  return origin?.kind === 'edited'
}

/** The account the cost stands on. A reverse charge has an account of its own where nobody chose one. */
export function chooseAccount(
  purchase: Purchase,
  supplier: KnownSupplier,
  ground: PostingGround,
  origins: Origins,
): { account: number | null; problem: RowProblem | null } {
  const { account: text } = purchase.fields
  const mapped = text === null ? null : accountInText(text)
  const chosen = choose(
    { value: text === null ? null : (mapped ?? ('unreadable' as const)), origin: originOf(purchase, 'account') },
    [
      { value: supplier.account, origin: [{ kind: 'supplier' }] },
      { value: supplier.registerAccount, origin: [{ kind: 'accounting-system' }] },
    ],
    ground,
  )
  if (chosen?.value === 'unreadable')
    return { account: null, problem: locate({ code: 'account-unreadable', value: text ?? '' }, purchase, 'account') }
  const account = chosen?.value ?? (supplier.vatType && baseAccount(supplier.vatType, statedRate(purchase, ground)))
  if (account !== null) origins.account = chosen?.origin ?? [{ kind: 'derived' }]
  return { account, problem: null }
}

/** The rate that the file states, where it goes before the settings and no amount goes before it (chooseVat). */
function statedRate({ fields }: Purchase, { options }: PostingGround): number | null {
  const { vatAmount, vatRate } = fields
  return vatRate === undefined || vatAmount || options.settingsOverrideMapped ? null : Number(vatRate)
}

/**
 * A supplier without a VAT type is booked as the file says: at its rate, or as VAT of an ordinary receipt where it states an
 * amount. Where it says neither, or settings go before it, the type is asked for.
 */
export function withVatOfFile(supplier: KnownSupplier, { fields }: Purchase, ground: PostingGround): KnownSupplier {
  if (supplier.vatType !== null || ground.options.settingsOverrideMapped) return supplier
  const { vatAmount, vatRate } = fields
  const byRate = (['SE25', 'SE12', 'SE6', 'SE0'] as const).find(
    (vatType) => vatRate !== undefined && Number(vatRate) === vatPercent(vatType, fields.invoiceDate),
  )
  const vatType = byRate ?? (vatRate === undefined && vatAmount ? 'SE25' : null)
  return vatType === null ? supplier : { ...supplier, vatType }
}

const knownPercents = (date: LocalDate) => new Set(vatTypes.map((vatType) => vatPercent(vatType, date)))

/**
 * The VAT that the file states, in öre: an amount before a rate. Null: the supplier's VAT type decides, as it does
 * where settings go before the file.
 */
export function chooseVat(
  purchase: Purchase,
  { gross, amount }: { gross: number; amount: PurchaseAmount },
  { options }: PostingGround,
  origins: Origins,
): { vat: number | null; percent: number | null } | { problem: RowProblem } {
  const { vatAmount, vatRate, invoiceDate } = purchase.fields
  origins.vat = [{ kind: 'derived' }]
  const isByHand = isEdited(originOf(purchase, 'vatAmount'))
  if (options.settingsOverrideMapped && !isByHand) return { vat: null, percent: null }
  // SEB Kort writes 0 where the shop reported no VAT, so zero states nothing, unless a person wrote it.
  if (vatAmount || (vatAmount === 0 && isByHand)) {
    origins.vat = originOf(purchase, 'vatAmount')
    // By hand it is written in kronor, whatever the account is kept in.
    const vat = isByHand ? Math.abs(vatAmount) : accountToSek(Math.abs(vatAmount), purchase.fields, amount)
    // A receipt with several rates states less VAT than its highest gives, never more.
    const most = isByHand || !vatRate ? null : vatWithin(gross, Number(vatRate))
    if (most !== null && vat > most + receiptRounding)
      return { problem: locate({ code: 'vat-implausible', params: { stated: vat, most } }, purchase, 'vatAmount') }
    return { vat, percent: null }
  }
  if (vatRate === undefined || isByHand) return { vat: null, percent: null }
  const percent = Number(vatRate)
  if (!knownPercents(invoiceDate).has(percent))
    return { problem: locate({ code: 'vat-rate-unknown-percent', params: { percent: vatRate } }, purchase, 'vatRate') }
  origins.vat = originOf(purchase, 'vatRate')
  return { vat: vatWithin(gross, percent), percent }
}

/** Cost centre (*kostnadsställe*) and project by code or name; what the register lacks stays as written and is refused by the checks. */
export function chooseDimensions(
  purchase: Purchase,
  { costCenters, projects }: PostingGround,
  origins: Origins,
): { costCenter?: string; project?: string } {
  const { fields } = purchase
  const dimensions: ReturnType<typeof chooseDimensions> = {}
  if (fields.costCenter) {
    dimensions.costCenter = codeOf(fields.costCenter, costCenters)
    origins.costCenter = originOf(purchase, 'costCenter')
  }
  if (fields.project) {
    dimensions.project = codeOf(fields.project, projects)
    origins.project = originOf(purchase, 'project')
  }
  return dimensions
}

/** The register's own code for a text that is a code or a name in it, whatever the case. */
function codeOf(text: string, register: ReadonlyMap<string, { name: string }>): string {
  if (register.has(text)) return text
  const wanted = text.toLowerCase()
  const codes = [...register]
  const [code] =
    codes.find(([one]) => one.toLowerCase() === wanted) ??
    codes.find(([, { name }]) => name.toLowerCase() === wanted) ??
    []
  return code ?? text
}

export function chooseDueDate(purchase: Purchase, ground: PostingGround, origins: Origins): LocalDate {
  return chooseDate(purchase, 'dueDate', ground, origins)
}

export function choosePaymentDate(purchase: Purchase, ground: PostingGround, origins: Origins): LocalDate {
  return chooseDate(purchase, 'paymentDate', ground, origins)
}

function chooseDate(
  purchase: Purchase,
  field: 'dueDate' | 'paymentDate',
  ground: PostingGround,
  origins: Origins,
): LocalDate {
  const { fields } = purchase
  const chosen = choose(
    { value: fields[field], origin: originOf(purchase, field) },
    [{ value: ground.options.paymentDate, origin: [{ kind: 'option' }] }],
    ground,
  )
  origins[field] = chosen?.origin ?? [{ kind: 'derived' }]
  return chosen?.value ?? fields.invoiceDate
}

const bySetting: Origin[] = [{ kind: 'setting' }]

/** How it is paid (*betalningssätt*), by code or name; the account that is drawn on is that mode's own. */
export function chooseModeOfPayment(purchase: Purchase, ground: PostingGround, origins: Origins): string | undefined {
  const { modeOfPayment } = purchase.fields
  const chosen = choose(
    {
      value: modeOfPayment === undefined ? null : codeOf(modeOfPayment, ground.modesOfPayment),
      origin: originOf(purchase, 'modeOfPayment'),
    },
    [{ value: ground.payment?.modeOfPayment, origin: bySetting }],
    ground,
  )
  origins.modeOfPayment = chosen?.origin ?? bySetting
  origins.paymentAccount = origins.modeOfPayment === bySetting ? bySetting : [{ kind: 'accounting-system' }]
  return chosen?.value
}

type Texts = Pick<SupplierInvoice, 'comments' | 'ourReference' | 'yourReference' | 'ocr' | 'credits'>

/** The texts of an invoice. What the accounting system has no room for is cut by the connector, and said here. */
export function chooseTexts(purchase: Purchase, origins: Origins): { texts: Texts; problems: RowProblem[] } {
  const { fields } = purchase
  const texts: Texts = {}
  const problems: RowProblem[] = []
  for (const field of ['comments', 'ourReference', 'yourReference', 'ocr'] as const) {
    const value = fields[field]
    if (!value) continue
    texts[field] = field === 'ocr' ? value.replace(/\s/g, '') : value
    origins[field] = originOf(purchase, field)
  }
  if (purchase.creditOf) {
    const { reference, number } = purchase.creditOf
    if (reference && number === null) texts.credits = [{ reference, text: creditComment(purchase.creditOf) }]
    texts.comments = [creditComment(purchase.creditOf), ...(texts.comments ? [texts.comments] : [])].join('. ')
    origins.comments = [{ kind: 'derived' }, ...(origins.comments ?? [])]
  }
  for (const field of ['invoiceNumber', 'comments', 'ourReference', 'yourReference', 'rowText'] as const) {
    const most = longestTexts[field]
    // What is said of a refund's purchase stands before its comment.
    const text = field === 'comments' ? texts.comments : fields[field]
    if ((text?.length ?? 0) > most)
      problems.push(locate({ code: 'text-shortened', params: { field, most } }, purchase, field))
  }
  // An OCR number has 2 to 25 digits (Bankgirot, "OCR-referenskontroll"); one that was cut would name another payment.
  if (texts.ocr !== undefined && !/^\d{2,25}$/.test(texts.ocr))
    problems.push(locate({ code: 'ocr-unreadable', value: fields.ocr ?? '' }, purchase, 'ocr'))
  return { texts, problems }
}
