import { toSek } from '#kernel/exchange-rates.ts'
import type { LocalDate } from '#kernel/local-dates.ts'
import { multiplyRounded } from '#kernel/money.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import {
  type AccountRow,
  type InvoicePayment,
  mirrored,
  type SupplierInvoice,
  type VatType,
} from '#kernel/supplier-invoice.ts'
import type { ReadFields, TargetField } from '#templates/contract.ts'
import type { PostingStep } from '../contract.ts'
import { accountToSek, inInvoiceCurrency, type PurchaseAmount, readAmount } from './amounts.ts'
import { checkConnection } from './check-connection.ts'
import { checkVat, noteUnlimitedVat } from './check-vat.ts'
import { blockingFirst, checkInvoice } from './checks.ts'
import {
  chooseAccount,
  chooseDimensions,
  chooseDueDate,
  chooseModeOfPayment,
  choosePaymentDate,
  chooseTexts,
  chooseVat,
  withVatOfFile,
} from './choose-values.ts'
import { isGoodsAccount } from './goods-accounts.ts'
import { locate, originOf } from './origins.ts'
import { type Chart, chartOn, financialYearOf, type PostingGround, wantedSteps } from './posting-ground.ts'
import type { KnownSupplier, Origins, Purchase } from './purchase.ts'
import { chargeAccountedFor, isReverseCharged, reverseChargeOf, splitVat, type VatQuestion } from './vat.ts'
import { ownFoodRateSince } from './vat-rates.ts'

export type Draft = {
  /** öre, also where there is no invoice; null while the rate of the day is not known. */
  sek: number | null
  invoice: SupplierInvoice | null
  payment: InvoicePayment | null
  steps: PostingStep[]
  origins: Origins
  problems: RowProblem[]
}

/** One purchase on its way to an invoice; `origins` is filled in as the values are found. */
type Drafting = {
  purchase: Purchase
  amount: PurchaseAmount
  supplier: KnownSupplier
  /** The account of the cost, and the supplier's VAT type. */
  account: number
  vatType: VatType
  ground: PostingGround
  origins: Origins
}

/**
 * Makes the invoice of one purchase: the same function answers the preview, the dry run and the posting. The invoice is
 * built as far as it can be even where a problem stops it from being sent, so that the preview shows what is known.
 */
export function draftInvoice(purchase: Purchase, ground: PostingGround): Draft {
  const { fields } = purchase
  const supplier = purchase.supplier && withVatOfFile(purchase.supplier, purchase, ground)
  const origins: Origins = {}
  const problems: RowProblem[] = []
  const amount = readAmount(fields, ground.rates)
  if ('problem' in amount) problems.push(locate(amount.problem, purchase, ...cellsOfProblem(amount.problem)))
  if (!supplier)
    problems.push(
      purchase.supplierProblem ?? locate({ code: 'supplier-needed', value: fields.merchant }, purchase, 'merchant'),
    )
  else if (!supplier.isActive) problems.push({ code: 'supplier-inactive', params: { supplier: supplier.name } })
  const sek = 'problem' in amount ? fields.amountSek : amount.sek
  const nothing = { sek, invoice: null, payment: null, steps: [], origins }
  if ('problem' in amount || !supplier) return { ...nothing, problems }

  const { account, problem: accountProblem } = chooseAccount(purchase, supplier, ground, origins)
  if (supplier.vatType === null) problems.push({ code: 'vat-type-missing', params: { supplier: supplier.name } })
  if (account === null)
    problems.push(accountProblem ?? { code: 'account-missing', params: { supplier: supplier.name } })
  if (supplier.vatType === null || account === null) return { ...nothing, problems }

  const drafting: Drafting = { purchase, amount, supplier, account, vatType: supplier.vatType, ground, origins }
  const split = postingRows(drafting)
  if ('problem' in split) return { ...nothing, problems: [...problems, split.problem] }
  problems.push(...split.problems)

  const texts = chooseTexts(purchase, origins)
  problems.push(...texts.problems)
  const invoice: SupplierInvoice = { ...assembleInvoice(drafting, split), ...texts.texts }
  const { payment, steps, problems: stepProblems } = planSteps(drafting, invoice)
  problems.push(...noteVatOfFile(purchase, supplier.vatType, split.vat, ground), ...noteFee(purchase, amount))
  if (ground.settings.usesWarehouse && isGoodsAccount(account))
    problems.push({ code: 'goods-not-in-stock', params: { account, name: ground.connection.name } })
  problems.push(...noteUnlimitedVat(supplier.vatType, account, split.vat))
  problems.push(...askFoodRate(purchase, supplier, dayOfVat(purchase, amount)))
  if (chargeAccountedFor(supplier.vatType, account) === 'GOODS_IMPORT') problems.push({ code: 'import-vat-by-customs' })
  const inTheWay = checkConnection({ invoice, payment, steps }, ground)
  // Registers that are closed to us say nothing of the row.
  const found = inTheWay.some(({ code }) => code === 'scope-missing' || code === 'licence-missing')
    ? []
    : checkInvoice(invoice, payment, ground)
  const all = [...inTheWay, ...problems, ...stepProblems, ...found]
  return { sek, invoice, payment, steps, origins, problems: blockingFirst(all) }
}

/** Where the file and the supplier's VAT type differ in whether there is VAT at all, a person is told which of them goes. */
function noteVatOfFile(purchase: Purchase, vatType: VatType, vat: number, { options }: PostingGround): RowProblem[] {
  const { vatAmount, vatRate } = purchase.fields
  if ((vatAmount || Number(vatRate ?? 0) > 0) && vatType === 'SE0')
    return [locate({ code: 'vat-stated-not-deducted' }, purchase, ...vatCells)]
  const isDeducted = vat !== 0 && !isReverseCharged(vatType) && !options.settingsOverrideMapped
  if (vatAmount !== 0 || !isDeducted) return []
  return [locate({ code: 'vat-deducted-not-stated' }, purchase, 'vatAmount')]
}

/**
 * What was taught as 12 % before food got a rate of its own may be food or a meal; a person is asked once. Where the file
 * states the VAT, or a person wrote the type in the row, nothing is left to ask.
 */
function askFoodRate({ fields, vatType }: Purchase, supplier: KnownSupplier, day: LocalDate): RowProblem[] {
  const own = supplier.vatType === 'SE12' && vatType === undefined ? ownFoodRateSince(day) : null
  if (!own || fields.vatAmount || fields.vatRate !== undefined) return []
  if (supplier.vatChosenOn === undefined || supplier.vatChosenOn >= own.from) return []
  return [{ code: 'food-rate-changed', params: { supplier: supplier.name, from: own.from, percent: own.percent } }]
}

/** Whoever writes an amount reads one beside the fee in the file, and theirs is the whole. */
function noteFee(purchase: Purchase, amount: PurchaseAmount): RowProblem[] {
  const isWritten = purchase.edited?.includes('total') === true && feeOf(purchase.fields, amount) !== 0
  return isWritten ? [locate({ code: 'fee-in-total' }, purchase, 'fee')] : []
}

/** The cell that a problem with the amount is about. */
function cellsOfProblem({ code }: RowProblem): TargetField[] {
  return code.startsWith('rate-') ? ['rate', 'total'] : ['total', 'foreignAmount']
}

const accountCells = ['account'] as const
const vatCells = ['vatAmount', 'vatRate'] as const
/** `vat` in öre, `vatInCurrency` in the invoice's own. */
type Split = { rows: AccountRow[]; vat: number; vatInCurrency: number; problems: RowProblem[] }

function postingRows(drafting: Drafting): Split | { problem: RowProblem } {
  const { purchase, amount, account: costAccount, vatType, ground, origins } = drafting
  const { fields } = purchase
  const fee = feeOf(fields, amount)
  const gross = Math.abs(amount.sek) - fee
  const stated = chooseVat(purchase, { gross, amount }, ground, origins)
  if ('problem' in stated) return stated
  const date = dayOfVat(purchase, amount)
  const wrong = checkVat({
    ...{ vatType, date, gross, costAccount, supplierDebtAccount: ground.supplierDebtAccount },
    ...{ stated: stated.vat, statedPercent: stated.percent, isByHand: origins.vat?.[0]?.kind === 'edited' },
    perUnit: Math.abs(amount.sek / amount.total),
  })
  const answer = splitVat({
    vatType,
    date,
    gross,
    ...{ stated: stated.vat, statedPercent: stated.percent },
    persons: fields.persons === undefined ? null : Number(fields.persons),
    ...creditOfMeal(purchase, amount, origins),
    costAccount,
    inputVatAccount: ground.inputVatAccount,
  })
  if (answer.kind === 'no-rate')
    return {
      problem: locate({ code: 'vat-rate-unknown', params: { date: fields.invoiceDate } }, purchase, 'invoiceDate'),
    }
  if (answer.kind === 'persons-missing')
    return { problem: locate({ code: 'persons-missing' }, purchase, 'persons', 'merchant') }
  if (answer.kind === 'implausible')
    return {
      problem: locate(
        { code: 'vat-implausible', params: { stated: stated.vat ?? 0, most: answer.most } },
        purchase,
        ...vatCells,
      ),
    }
  const isAsked = answer.vat !== 0 && vatType === 'REPRESENTATION' && isUntied(purchase, amount, origins)
  const unknown = isAsked ? [locate({ code: 'representation-refund-untied' }, purchase, ...vatCells)] : []
  if (answer.vat === 0) origins.vat = [{ kind: 'derived' }]
  const text = fields.rowText ?? fields.merchant
  origins.rowText = originOf(purchase, fields.rowText ? 'rowText' : 'merchant')
  const dimensions = chooseDimensions(purchase, ground, origins)
  const chart = chartOn(fields.invoiceDate, ground)
  const inCurrency = inInvoiceCurrency(answer.vat, {
    ...amount,
    sek: Math.abs(amount.sek),
    total: Math.abs(amount.total),
  })
  const isByRate = stated.vat === null || stated.percent !== null
  const { rows: split, vat } = isByRate ? inWholeForeignVat(answer, inCurrency, amount) : answer
  const withDemanded = (row: AccountRow) => ({ ...row, ...demanded(row, dimensions, chart) })
  const rows = split.map((row) => (row.role === 'cost' ? { ...row, text, ...dimensions } : withDemanded(row)))
  const debt: AccountRow = { account: ground.supplierDebtAccount, role: 'debt', debit: 0, credit: Math.abs(amount.sek) }
  const others = [...feeRows(fee, costAccount, chart), debt].map(withDemanded)
  const isRefund = amount.sek < 0
  const posted = [...rows, ...others].filter((row) => row.debit + row.credit > 0)
  return {
    rows: posted.map((row) => (isRefund ? mirrored(row) : row)),
    vat: isRefund ? negated(vat) : vat,
    vatInCurrency: isRefund ? negated(inCurrency) : inCurrency,
    problems: [
      ...unknown,
      ...(wrong ? [locate(wrong, purchase, ...(wrong.code.startsWith('account') ? accountCells : vatCells))] : []),
    ],
  }
}

/** What goes back of a meal's VAT is told by what the meal cost, or by a person. */
function creditOfMeal(
  { creditOf }: Purchase,
  { sek, total }: PurchaseAmount,
  { vat }: Origins,
): Pick<VatQuestion, 'purchased' | 'taken' | 'isCreditWritten'> {
  if (sek >= 0) return {}
  const inSek = (minor: number) => multiplyRounded(minor, Math.abs(sek), Math.abs(total))
  const purchased = creditOf ? inSek(creditOf.total) : undefined
  const before = creditOf?.taken
  const taken = before && { gross: inSek(before.total), settled: inSek(before.settled), vat: before.vat }
  return { purchased, taken, isCreditWritten: vat?.[0]?.kind === 'edited' }
}

/** Of a refund alone nobody can tell how much of its purchase it is, nor how much of its VAT was deducted. */
function isUntied({ creditOf }: Purchase, { sek }: PurchaseAmount, { vat }: Origins): boolean {
  return sek < 0 && !creditOf && vat?.[0]?.kind !== 'edited'
}

const negated = (amount: number) => (amount === 0 ? 0 : -amount)

/** *Bankkostnader* */
export const bankCosts = 6570

/**
 * What of the amount card or bank took for itself, in öre: financial services are exempt (ML 10 kap.), so it is no part of
 * what VAT is reckoned on. Below zero where money came back: the fee was kept of it.
 */
function feeOf(fields: Purchase['fields'], amount: PurchaseAmount): number {
  const fee = accountToSek(fields.fee ?? 0, fields, amount)
  if (amount.sek < 0) return -fee
  return fee <= amount.sek ? fee : 0
}

/**
 * On an account of its own where the company has that. An account such as 4535 fills a box of the VAT return, where no fee
 * belongs: then the other is needed, and asked for where the chart lacks it.
 */
function feeRows(fee: number, costAccount: number, chart: Chart | undefined): AccountRow[] {
  if (fee === 0) return []
  const isOwn = chart?.get(bankCosts)?.isActive || reverseChargeOf(costAccount) !== null
  const account = isOwn ? bankCosts : costAccount
  return [{ account, role: 'cost', debit: Math.max(fee, 0), credit: Math.max(-fee, 0) }]
}

/**
 * An invoice in another currency says its VAT in whole cents of it, and its VAT in kronor is that at the invoice's rate:
 * what accounting systems weigh the VAT row against. The cost takes the öre between.
 */
function inWholeForeignVat(
  answer: { rows: AccountRow[]; vat: number },
  inCurrency: number,
  { currency, rate }: Pick<PurchaseAmount, 'currency' | 'rate'>,
) {
  if (currency === 'SEK' || answer.vat === 0) return answer
  const vat = toSek(inCurrency, currency, rate)
  if (vat === null) return answer
  const move: Partial<Record<AccountRow['role'], number>> = { vat: vat - answer.vat, cost: answer.vat - vat }
  return { vat, rows: answer.rows.map((row) => ({ ...row, debit: row.debit + (move[row.role] ?? 0) })) }
}

/** Rows of VAT, its base, a fee and the debt go without cost centre and project, unless their account demands them. */
function demanded(
  { account }: AccountRow,
  { costCenter, project }: Pick<AccountRow, 'costCenter' | 'project'>,
  chart: Chart | undefined,
): Pick<AccountRow, 'costCenter' | 'project'> {
  const rules = chart?.get(account)
  return {
    ...(costCenter !== undefined && rules?.costCenterRule === 'mandatory' && { costCenter }),
    ...(project !== undefined && rules?.projectRule === 'mandatory' && { project }),
  }
}

/** A refund takes back the VAT of its purchase: the rate is that of the day of the purchase, where that is known. */
function dayOfVat(
  { fields, creditOf }: Pick<Purchase, 'fields' | 'creditOf'>,
  { sek }: Pick<PurchaseAmount, 'sek'>,
): LocalDate {
  return sek < 0 && creditOf && creditOf.date < fields.invoiceDate ? creditOf.date : fields.invoiceDate
}

function assembleInvoice(
  { purchase, amount, supplier, vatType, ground, origins }: Drafting,
  split: Split,
): SupplierInvoice {
  const { fields, reference } = purchase
  origins.supplier = purchase.supplierOrigins ?? [...originOf(purchase, 'merchant'), { kind: 'learned' }]
  origins.invoiceDate = originOf(purchase, 'invoiceDate')
  origins.total =
    amount.currency === 'SEK'
      ? originOf(purchase, 'total', 'amountOut', 'amountIn')
      : originOf(purchase, 'foreignAmount', 'total')
  origins.currency = [
    ...originOf(purchase, 'currency'),
    ...(amount.isRateDerived ? [{ kind: 'derived' } as const] : []),
    ...(amount.rateOfFile ? originOf(purchase, 'rate') : []),
    ...(amount.rateOfFile === 'turned' ? [{ kind: 'derived' } as const] : []),
    ...(amount.rateDay ? [{ kind: 'riksbank', day: amount.rateDay } as const] : []),
  ]
  origins.vatType =
    purchase.supplier?.vatType === null
      ? originOf(purchase, 'vatRate', 'vatAmount')
      : [{ kind: purchase.vatType === undefined ? 'supplier' : 'edited' }]
  return {
    reference,
    supplierNumber: supplier.number,
    invoiceNumber: chooseInvoiceNumber(purchase, origins),
    invoiceDate: fields.invoiceDate,
    dueDate: chooseDueDate(purchase, ground, origins),
    currency: amount.currency,
    rate: amount.rate,
    total: amount.total,
    vat: split.vatInCurrency,
    vatType,
    rows: split.rows,
    isPaidByCard: true,
    ...(ground.settings.usesWarehouse && { isOffStock: true }),
  }
}

function chooseInvoiceNumber(purchase: Purchase, origins: Origins): string {
  const { fields, row } = purchase
  origins.invoiceNumber = fields.invoiceNumber ? originOf(purchase, 'invoiceNumber') : [{ kind: 'derived' }]
  return invoiceNumberOf(fields, row)
}

/** The file's own, else `1234-261005-16`: card, date and row, so that two equal purchases have two numbers. */
export function invoiceNumberOf(fields: ReadFields, row: Purchase['row']): string {
  if (fields.invoiceNumber) return fields.invoiceNumber
  const card = (fields.card ?? '').replace(/\D/g, '').slice(-4)
  const day = fields.invoiceDate.slice(2).replaceAll('-', '')
  const place = row.sheet > 1 ? `${row.sheet}.${row.number}` : String(row.number)
  return [card, day, place].filter((part) => part !== '').join('-')
}

function planSteps(
  { purchase, amount, ground, origins }: Drafting,
  invoice: SupplierInvoice,
): { payment: InvoicePayment | null; steps: PostingStep[]; problems: RowProblem[] } {
  const wanted = wantedSteps(ground.settings, ground.options)
  // Where invoices are booked when paid (kontantmetoden) Fortnox only saves the invoice; the payment makes the voucher.
  const isCashYear = financialYearOf(invoice.invoiceDate, ground)?.method === 'cash'
  const steps: PostingStep[] = ['create']
  if (wanted.bookkeep && !isCashYear) steps.push('bookkeep')
  if (wanted.pay) steps.push('create-payment', 'bookkeep-payment')
  const problems = wanted.bookkeep && isCashYear ? [{ code: 'cash-method' }] : []
  if (!wanted.pay) return { payment: null, steps, problems }
  const paymentDate = choosePaymentDate(purchase, ground, origins)
  const modeOfPayment = chooseModeOfPayment(purchase, ground, origins)
  const payment = {
    paymentDate,
    ...(modeOfPayment !== undefined && { modeOfPayment }),
    amount: amount.total,
    currency: amount.currency,
    rate: amount.rate,
    amountSek: amount.sek,
  }
  return { payment, steps, problems }
}
