import type { LocalDate } from '#kernel/local-dates.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { AccountRow, InvoicePayment, SupplierInvoice, VatType } from '#kernel/supplier-invoice.ts'
import type { ReadFields, TargetField } from '#templates/contract.ts'
import type { Origin, PostingStep } from '../contract.ts'
import { inInvoiceCurrency, type PurchaseAmount, readAmount } from './amounts.ts'
import { checkInvoice } from './checks.ts'
import { financialYearOf, type PostingGround, wantedSteps } from './posting-ground.ts'
import { baseAccount, splitVat } from './vat.ts'

/** The supplier that a purchase's text was recognised as. */
export type KnownSupplier = {
  number: string
  name: string
  isActive: boolean
  /** As our user mapped it. */
  account: number | null
  vatType: VatType | null
  /** As the accounting system's own register has it. */
  registerAccount: number | null
}

/** One purchase as the template read it; what `draftInvoice` makes an invoice of. */
export type Purchase = {
  fields: ReadFields
  /** The cells each field was read from, `G16`. */
  cellsOf: Partial<Record<TargetField, string[]>>
  /** Where it stands: row in its sheet, and which sheet of the file, from 1. */
  row: { number: number; sheet: number }
  supplier: KnownSupplier | null
  /** Our reference: the same purchase has the same one, from whatever file it comes. */
  reference: string
}

export const draftFields = [
  'supplier',
  'invoiceDate',
  'dueDate',
  'invoiceNumber',
  'total',
  'currency',
  'vat',
  'vatType',
  'account',
  'costCenter',
  'project',
  'comments',
  'ourReference',
  'yourReference',
  'paymentDate',
  'paymentAccount',
] as const
export type DraftField = (typeof draftFields)[number]
export type Origins = Partial<Record<DraftField, Origin[]>>

export type Draft = {
  invoice: SupplierInvoice | null
  payment: InvoicePayment | null
  steps: PostingStep[]
  origins: Origins
  problems: RowProblem[]
}

/**
 * Makes the invoice of one purchase: the same function answers the preview, the dry run and the posting. The invoice is
 * built as far as it can be even where a problem stops it from being sent, so that the preview shows what is known.
 */
export function draftInvoice(purchase: Purchase, ground: PostingGround): Draft {
  const { fields, supplier } = purchase
  const origins: Origins = {}
  const problems: RowProblem[] = []
  const amount = readAmount(fields)
  if ('problem' in amount) problems.push(locate(amount.problem, purchase, 'total', 'foreignAmount'))
  if (!supplier) problems.push(locate({ code: 'supplier-needed', value: fields.merchant }, purchase, 'merchant'))
  else if (!supplier.isActive) problems.push({ code: 'supplier-inactive', params: { supplier: supplier.name } })
  if ('problem' in amount || !supplier) return { invoice: null, payment: null, steps: [], origins, problems }

  const account = chooseAccount(purchase, supplier, ground, origins)
  if (supplier.vatType === null) problems.push({ code: 'vat-type-missing', params: { supplier: supplier.name } })
  if (account === null) problems.push({ code: 'account-missing', params: { supplier: supplier.name } })
  if (supplier.vatType === null || account === null)
    return { invoice: null, payment: null, steps: [], origins, problems }

  const split = postingRows(purchase, amount, account, supplier.vatType, ground)
  if ('problem' in split)
    return { invoice: null, payment: null, steps: [], origins, problems: [...problems, split.problem] }

  const invoice = assembleInvoice(purchase, supplier, supplier.vatType, amount, split, ground, origins)
  const { payment, steps, problems: stepProblems } = planSteps(purchase, invoice, amount, ground, origins)
  if (fields.vatAmount && supplier.vatType === 'SE0')
    problems.push(locate({ code: 'vat-stated-not-deducted' }, purchase, 'vatAmount'))
  return {
    invoice,
    payment,
    steps,
    origins,
    problems: [...problems, ...stepProblems, ...checkInvoice(invoice, payment, ground)],
  }
}

/** The account the cost stands on. A reverse charge has an account of its own where nobody chose one (VAT.md, table 2). */
function chooseAccount(
  { fields, cellsOf }: Purchase,
  supplier: KnownSupplier,
  { options }: PostingGround,
  origins: Origins,
): number | null {
  const mapped = { value: mappedAccount(fields.account), origin: fromFile(cellsOf, 'account') }
  const learned = { value: supplier.account, origin: { kind: 'learned' } as const }
  const register = { value: supplier.registerAccount, origin: { kind: 'accounting-system' } as const }
  const byVatType = { value: supplier.vatType && baseAccount(supplier.vatType), origin: { kind: 'derived' } as const }
  const order = options.settingsOverrideMapped
    ? [learned, register, mapped, byVatType]
    : [mapped, learned, register, byVatType]
  const chosen = order.find(({ value }) => value !== null)
  if (!chosen) return null
  origins.account = [chosen.origin]
  return chosen.value
}

/** An account in a file is four digits, sometimes followed by its name (`6540 IT-tjänster`). */
function mappedAccount(text: string | null): number | null {
  const digits = text === null ? undefined : /^\s*(\d{4})(?!\d)/.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}

type Split = { rows: AccountRow[]; vat: number }

function postingRows(
  purchase: Purchase,
  amount: PurchaseAmount,
  costAccount: number,
  vatType: VatType,
  ground: PostingGround,
): Split | { problem: RowProblem } {
  const { fields } = purchase
  const gross = Math.abs(amount.sek)
  // SEB Kort writes 0 where the shop reported no VAT, so zero states nothing.
  const stated = fields.vatAmount ? Math.abs(fields.vatAmount) : null
  const answer = splitVat({
    vatType,
    date: fields.invoiceDate,
    gross,
    stated,
    costAccount,
    inputVatAccount: ground.inputVatAccount,
  })
  if (answer.kind === 'no-rate')
    return {
      problem: locate({ code: 'vat-rate-unknown', params: { date: fields.invoiceDate } }, purchase, 'invoiceDate'),
    }
  if (answer.kind === 'implausible')
    return {
      problem: locate(
        { code: 'vat-implausible', params: { stated: stated ?? 0, most: answer.most } },
        purchase,
        'vatAmount',
      ),
    }
  const text = (fields.rowText ?? fields.merchant).slice(0, 100)
  const rows = answer.rows.map((row) => (row.role === 'cost' ? { ...row, text, ...dimensions(fields) } : row))
  const debt: AccountRow = { account: ground.supplierDebtAccount, role: 'debt', debit: 0, credit: gross }
  const isRefund = amount.sek < 0
  return {
    rows: [...rows, debt].map((row) => (isRefund ? mirror(row) : row)),
    vat: isRefund && answer.vat !== 0 ? -answer.vat : answer.vat,
  }
}

/** A credit invoice is the invoice with its sides changed; amounts in rows never go below zero. */
function mirror(row: AccountRow): AccountRow {
  return { ...row, debit: row.credit, credit: row.debit }
}

function dimensions(fields: ReadFields): { costCenter?: string; project?: string } {
  return {
    ...(fields.costCenter && { costCenter: fields.costCenter }),
    ...(fields.project && { project: fields.project }),
  }
}

function assembleInvoice(
  purchase: Purchase,
  supplier: KnownSupplier,
  vatType: VatType,
  amount: PurchaseAmount,
  split: Split,
  ground: PostingGround,
  origins: Origins,
): SupplierInvoice {
  const { fields, cellsOf, reference } = purchase
  origins.supplier = [fromFile(cellsOf, 'merchant'), { kind: 'learned' }]
  origins.invoiceDate = [fromFile(cellsOf, 'invoiceDate')]
  origins.total = [
    amount.currency === 'SEK'
      ? fromFile(cellsOf, 'total', 'amountOut', 'amountIn')
      : fromFile(cellsOf, 'foreignAmount', 'total'),
  ]
  origins.currency = [fromFile(cellsOf, 'currency'), ...(amount.isRateDerived ? [{ kind: 'derived' } as const] : [])]
  origins.vatType = [{ kind: 'supplier' }]
  origins.vat = [fields.vatAmount && split.vat !== 0 ? fromFile(cellsOf, 'vatAmount') : { kind: 'derived' }]
  const texts: { comments?: string; ourReference?: string; yourReference?: string } = {}
  for (const field of ['comments', 'ourReference', 'yourReference'] as const) {
    const value = fields[field]
    if (!value) continue
    texts[field] = value
    origins[field] = [fromFile(cellsOf, field)]
  }
  for (const field of ['costCenter', 'project'] as const) if (fields[field]) origins[field] = [fromFile(cellsOf, field)]
  return {
    reference,
    supplierNumber: supplier.number,
    invoiceNumber: chooseInvoiceNumber(purchase, origins),
    invoiceDate: fields.invoiceDate,
    dueDate: chooseDueDate(purchase, ground, origins),
    currency: amount.currency,
    rate: amount.rate,
    total: amount.total,
    vat: inInvoiceCurrency(split.vat, amount),
    vatType,
    rows: split.rows,
    ...texts,
    isPaidByCard: true,
  }
}

/** `1234-261005-16`: card, date and row, so that two equal purchases have two numbers. */
function chooseInvoiceNumber({ fields, cellsOf, row }: Purchase, origins: Origins): string {
  origins.invoiceNumber = [fields.invoiceNumber ? fromFile(cellsOf, 'invoiceNumber') : { kind: 'template' }]
  if (fields.invoiceNumber) return fields.invoiceNumber.slice(0, 64)
  const card = (fields.card ?? '').replace(/\D/g, '').slice(-4)
  const day = fields.invoiceDate.slice(2).replaceAll('-', '')
  const place = row.sheet > 1 ? `${row.sheet}.${row.number}` : String(row.number)
  return [card, day, place].filter((part) => part !== '').join('-')
}

function chooseDueDate({ fields, cellsOf }: Purchase, { options }: PostingGround, origins: Origins): LocalDate {
  const mapped = { value: fields.dueDate, origin: fromFile(cellsOf, 'dueDate') }
  const option = { value: options.paymentDate, origin: { kind: 'option' } as const }
  const invoiceDate = { value: fields.invoiceDate, origin: { kind: 'derived' } as const }
  const order = options.settingsOverrideMapped ? [option, mapped, invoiceDate] : [mapped, option, invoiceDate]
  const chosen = order.find(({ value }) => value !== null) ?? invoiceDate
  origins.dueDate = [chosen.origin]
  return chosen.value ?? fields.invoiceDate
}

function planSteps(
  { fields }: Purchase,
  invoice: SupplierInvoice,
  amount: PurchaseAmount,
  ground: PostingGround,
  origins: Origins,
): { payment: InvoicePayment | null; steps: PostingStep[]; problems: RowProblem[] } {
  const wanted = wantedSteps(ground.settings, ground.options)
  // Where invoices are booked when paid (kontantmetoden) Fortnox only saves the invoice; the payment makes the voucher.
  const isCashYear = financialYearOf(invoice.invoiceDate, ground)?.method === 'cash'
  const steps: PostingStep[] = ['create']
  if (wanted.bookkeep && !isCashYear) steps.push('bookkeep')
  if (wanted.pay) steps.push('create-payment', 'bookkeep-payment')
  const problems = wanted.bookkeep && isCashYear ? [{ code: 'cash-method' }] : []
  if (!wanted.pay) return { payment: null, steps, problems }
  const paymentDate = ground.options.paymentDate ?? fields.invoiceDate
  origins.paymentDate = [ground.options.paymentDate ? { kind: 'option' } : { kind: 'derived' }]
  origins.paymentAccount = [{ kind: 'setting' }]
  const modeOfPayment = ground.payment?.modeOfPayment
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

/** The first of the fields that was read from cells; a constant in the template otherwise. */
function fromFile(cellsOf: Purchase['cellsOf'], ...fields: TargetField[]): Origin {
  const cells = fields.map((field) => cellsOf[field]).find((found) => found !== undefined && found.length > 0)
  return cells ? { kind: 'cell', cells } : { kind: 'template' }
}

function locate(problem: RowProblem, { cellsOf }: Purchase, ...fields: TargetField[]): RowProblem {
  const cell = fields.map((field) => cellsOf[field]?.[0]).find((found) => found !== undefined)
  return cell === undefined ? problem : { ...problem, cell }
}
