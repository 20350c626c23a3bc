import { readDefused } from '#kernel/defused-text.ts'
import { currencyDecimals, decimalFromMinor, minorFromDecimal } from '#kernel/money.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { ReadFields, ReadPurchase, TargetField } from '../../contract.ts'
import { isBlank, isFailedFormula } from '../cells/cell-text.ts'
import { merchantOf } from '../cells/merchant-text.ts'
import { idIn } from '../columns/provider-ids.ts'
import { lacking, readText, type SourceText } from '../mapping/bind-fields.ts'
import { readFigure } from './read-amount.ts'
import { type Transaction, type TransactionRules, textOf } from './transaction.ts'
import { isVatNamedElsewhere } from './vat-abroad.ts'

/** What stands where there is nothing to say. */
const dashes = /^[-\u2010-\u2015\u2212]+$/

/** Every field of a purchase, and those that cannot be read. */
export function readFields(
  transaction: Transaction,
  merchant: SourceText,
  rules: TransactionRules,
): ReadPurchase & { problems: RowProblem[] } {
  const { amount, currency, invoiceDate } = transaction
  const problems: RowProblem[] = []
  const totalField = rules.mapping.signRule === 'two-columns' ? (amount.minor > 0 ? 'amountOut' : 'amountIn') : 'total'
  const cellsOf: Partial<Record<TargetField, string[]>> = {
    merchant: merchant.cells,
    invoiceDate: invoiceDate.cells,
    [totalField]: amount.cells,
  }
  if (currency.cells.length > 0) cellsOf.currency = currency.cells
  if (amount.fee) cellsOf.fee = amount.fee.cells
  if (merchant.text === '' || dashes.test(merchant.text))
    problems.push(lacking('merchant-missing', transaction.fields.get('merchant'), transaction.context))
  if (isFailedFormula(merchant.text))
    problems.push({ code: 'merchant-missing', cell: merchant.cells[0], value: merchant.text })
  const found: Found = { transaction, rules, problems, cellsOf, byTemplate: [] }
  note(found, 'merchant', merchant)
  const text = (field: TargetField) => readTextField(found, field)
  const fields: ReadFields = {
    merchant: merchantOf(merchant.text),
    invoiceDate: invoiceDate.date,
    ...readCurrency(found),
    vatAmount: readVat(found),
    dueDate: readDate(found, 'dueDate'),
    invoiceNumber: text('invoiceNumber'),
    providerId: text('providerId'),
    account: text('account'),
    costCenter: text('costCenter'),
    project: text('project'),
    comments: text('comments'),
    ourReference: text('ourReference'),
    yourReference: text('yourReference'),
    rowText: text('rowText'),
    card: text('card'),
    ...readAdded(found),
    ...(amount.fee && { fee: amount.fee.minor }),
  }
  const { byTemplate } = found
  return byTemplate.length > 0 ? { problems, fields, cellsOf, byTemplate } : { problems, fields, cellsOf }
}

/** Fields that few templates map. */
function readAdded(
  found: Found,
): Pick<ReadFields, 'supplier' | 'place' | 'vatRate' | 'persons' | 'paymentDate' | 'modeOfPayment' | 'ocr'> {
  const { fields } = found.transaction
  const added: ReturnType<typeof readAdded> = {}
  for (const field of ['supplier', 'place', 'modeOfPayment', 'ocr'] as const) {
    const text = fields.has(field) ? readTextField(found, field) : null
    if (text !== null) added[field] = text
  }
  const vatRate = fields.has('vatRate') ? readVatRate(found) : null
  if (vatRate !== null) added.vatRate = vatRate
  const persons = fields.has('persons') ? readPersons(found) : null
  if (persons !== null) added.persons = persons
  const paymentDate = fields.has('paymentDate') ? readDate(found, 'paymentDate') : null
  if (paymentDate !== null) added.paymentDate = paymentDate
  return added
}

type Found = {
  transaction: Transaction
  rules: TransactionRules
  problems: RowProblem[]
  cellsOf: Partial<Record<TargetField, string[]>>
  byTemplate: TargetField[]
}

/** Keeps where a field's value came from. */
function note({ cellsOf, byTemplate }: Found, field: TargetField, source: SourceText): void {
  cellsOf[field] = source.cells
  if (source.isByTemplate) byTemplate.push(field)
}

function readTextField(found: Found, field: TargetField): string | null {
  const { transaction } = found
  if (!transaction.fields.has(field)) return null
  const source = textOf(transaction, field)
  const text = field === 'providerId' ? idIn(source.text) : readDefused(source.text)
  if (text === '' || text === null) return null
  note(found, field, source)
  return text
}

/** Where a purchase was made in another currency and the file says both amounts, the foreign one is what the supplier charged. */
function readCurrency(found: Found): Pick<ReadFields, 'amountSek' | 'currency' | 'foreignAmount' | 'rate'> {
  const { currency, amount } = found.transaction
  if (currency.total !== 'SEK')
    return { amountSek: null, currency: currency.total, foreignAmount: amount.minor, rate: readRateToSek(found) }
  const plain = { amountSek: amount.minor, currency: 'SEK', foreignAmount: null, rate: null }
  if (currency.row === 'SEK') return plain
  const decimal = readDecimal(found, 'foreignAmount')
  const size = decimal === null ? null : minorFromDecimal(decimal.replace(/^-/, ''), currency.row)
  if (!size) return plain
  const foreignAmount = amount.minor < 0 ? -size : size
  return {
    amountSek: amount.minor,
    currency: currency.row,
    foreignAmount,
    rate: readRate(found, { size, currency: currency.row, sek: Math.abs(amount.minor) }),
  }
}

/**
 * Of an amount in another currency alone, as the file writes it; whether it is one to SEK is for the day's rate to say. Beside
 * the account's amount and the purchase's a rate leads from one to the other, and 1 or 0 in the account's own currency to none.
 */
function readRateToSek(found: Found): string | null {
  const { row, total, account } = found.transaction.currency
  const decimal = row === total ? readDecimal(found, 'rate') : null
  const saysNothing = decimal !== null && account === total && [0, 1].includes(Number(decimal))
  if (saysNothing) delete found.cellsOf.rate
  return saysNothing ? null : decimal
}

/** Files quote rates per unit, per hundred or upside down; one that does not take the foreign amount to the SEK amount is left out. */
function readRate(found: Found, paid: { size: number; currency: string; sek: number }): string | null {
  const decimal = readDecimal(found, 'rate')
  if (decimal === null) return null
  // With a fee in the amount the file's rate no longer leads from one to the other; the rate is then derived.
  if (found.transaction.amount.fee) {
    delete found.cellsOf.rate
    return null
  }
  const foreign = paid.size / 10 ** currencyDecimals(paid.currency)
  const isRight = Math.abs((foreign * Number(decimal) * 100) / paid.sek - 1) <= 0.05
  if (!isRight) delete found.cellsOf.rate
  return isRight ? decimal : null
}

function readVat(found: Found): number | null {
  const { transaction, problems, rules } = found
  const mapped = rules.mapping.fields.vatAmount
  const decimal = readDecimal(found, 'vatAmount')
  if (decimal === null) return null
  const { currency, amount } = transaction
  const size = Math.abs(minorFromDecimal(decimal, currency.total) ?? 0)
  const source = transaction.fields.get('vatAmount')
  // In a column shared with foreign amounts a zero says that the shop reported no VAT, not that there was none.
  if (size === 0 && source?.kind === 'part' && source.when) return null
  const isElsewhere = mapped !== undefined && isVatNamedElsewhere(mapped, currency.total)
  if (size >= Math.abs(amount.minor) && size > 0 && !isElsewhere) {
    problems.push({
      code: 'vat-exceeds-total',
      cell: found.cellsOf.vatAmount?.[0],
      value: decimalFromMinor(size, currency.total),
    })
  }
  return amount.minor < 0 && size !== 0 ? -size : size
}

/** A further number of the row as decimal text; null where it is absent, or not meant for a row like this. */
function readDecimal(found: Found, field: 'foreignAmount' | 'vatAmount' | 'rate'): string | null {
  const { transaction, rules, problems } = found
  const source = transaction.fields.get(field)
  if (!source) return null
  const isForeign = transaction.currency.row !== transaction.currency.account
  if (source.kind === 'part' && source.when && (source.when === 'foreign') !== isForeign) return null
  const text = readText(source, transaction.context)
  const ofCurrency = field === 'foreignAmount' ? transaction.currency.row : transaction.currency.total
  const number = readFigure(source, transaction.context, rules.columns.numbers[field], ofCurrency)
  if (number.kind === 'empty') return null
  if (number.kind === 'unreadable') {
    problems.push({
      code: `${problemNames[field]}-${number.reason === 'amount-ambiguous' ? 'ambiguous' : 'unreadable'}`,
      cell: text.cells[0],
      value: text.text,
    })
    return null
  }
  note(found, field, text)
  return number.decimal
}

/** `25`, `25 %`, or `0,25` as a workbook holds 25 %. */
function readVatRate(found: Found): string | null {
  const source = textOf(found.transaction, 'vatRate')
  if (isBlank(source.text)) return null
  const bare = source.text.replace(/%$/, '').trim().replace(',', '.')
  const percent = /^\d{1,2}(\.\d+)?$/.test(bare) ? Number(bare) : Number.NaN
  const rate = percent > 0 && percent < 1 && !source.text.endsWith('%') ? percent * 100 : percent
  if (Number.isNaN(rate)) {
    found.problems.push({ code: 'vat-rate-unreadable', cell: source.cells[0], value: source.text })
    return null
  }
  note(found, 'vatRate', source)
  return String(Math.round(rate * 100) / 100)
}

/** `4`, `4 st`, `4 personer`. */
function readPersons(found: Found): string | null {
  const source = textOf(found.transaction, 'persons')
  if (isBlank(source.text)) return null
  const count = /^([1-9]\d{0,3})(?:\s*(?:st|pers(?:oner)?|people|persons)\.?)?$/i.exec(source.text.trim())?.[1]
  if (count === undefined) {
    found.problems.push({ code: 'persons-unreadable', cell: source.cells[0], value: source.text })
    return null
  }
  note(found, 'persons', source)
  return count
}

const problemNames = { foreignAmount: 'foreign-amount', vatAmount: 'vat', rate: 'rate' } as const

function readDate(found: Found, field: 'dueDate' | 'paymentDate'): string | null {
  const { transaction, rules, problems } = found
  if (!transaction.fields.has(field)) return null
  const source = textOf(transaction, field)
  const reading = rules.columns.dates[field](source.text, transaction.context.sheet)
  if (reading.kind === 'empty') return null
  if (reading.kind === 'unreadable') {
    problems.push({ code: reading.reason, cell: source.cells[0], value: source.text, params: { field } })
    return null
  }
  note(found, field, source)
  return reading.date
}
