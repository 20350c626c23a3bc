import { fromSek, type Ore, rateTolerance, toSek } from './amounts.ts'
import type { Company } from './company.ts'
import { refuse } from './errors.ts'
import { numberOf, rowsOf, textOf } from './field-rules.ts'
import { predefinedAccount, requireAccount, requireDimensions, sumOf } from './ledger.ts'
import type { Fields, InvoiceRow } from './records.ts'

/**
 * How a supplier invoice's rows come about. Three shapes are accepted: a header alone, cost rows
 * to which Fortnox adds debt and VAT, and full rows. Where rows were sent they must balance (2000755); a header alone may stay
 * open until it is to be booked. `fields` say the day of the invoice, whose year's accounts there are.
 */
export type InvoiceAmounts = { currency: string; rate: string; unit: number; total: Ore; vat: Ore; rows: InvoiceRow[] }
export type Currency = { currency: string; rate: string; unit: number }

const reverseCodes = {
  EUINTERNAL: ['PRD', 'PRC', 'SRD', 'SRC'],
  REVERSE: ['CND', 'CNC'],
} as const
const reverseRatePercent = '25'
const eu = 'Inköp EU'
const servicesFromAbroad = { from: 4531, to: 4537 }

export function deriveAmounts(
  company: Company,
  fields: Fields,
  money: Currency,
  presetAccount: string,
): InvoiceAmounts {
  const sent = rowsOf(fields, 'SupplierInvoiceRows')
  const debtAccount = predefinedAccount(company, 'SUPDEBT', 'Leverantörsskulder')
  const rows = (sent ?? []).map((row) => readRow(company, row, fields, money, debtAccount))
  const debtRows = rows.filter((row) => row.code === 'TOT')
  const vatRows = rows.filter((row) => row.code === 'VAT')
  const vat = numberOf(fields, 'VAT') ?? inCurrency(vatRows)
  const total =
    numberOf(fields, 'Total') ??
    (debtRows.length > 0 ? -inCurrency(debtRows) : inCurrency(rows) + (vatRows.length > 0 ? 0 : vat))
  const vatType = textOf(fields, 'VATType') || 'NORMAL'

  if (vat !== 0 && vatRows.length === 0)
    rows.push(addedRow(predefinedAccount(company, 'INVAT', 'Ingående moms'), 'VAT', vat, money))
  rows.push(...feeRows(company, fields, rows, money))
  if (vatType === 'EUINTERNAL' || vatType === 'REVERSE')
    rows.push(...reverseRows(company, vatType, rows, textOf(fields, 'SalesType') === 'SERVICE'))
  const rest = total - inCurrency(rows.filter((row) => row.code !== 'TOT'))
  if (sent === undefined && presetAccount !== '' && rest !== 0)
    rows.push(
      addedRow(
        requireAccount(company, Number(presetAccount), textOf(fields, 'InvoiceDate')).number,
        'PRE',
        rest,
        money,
      ),
    )
  if (debtRows.length === 0 && (total !== 0 || sent !== undefined))
    rows.unshift(debtRow(debtAccount, total, rows, money))

  if (sent !== undefined) requireBalance(rows, total, money)
  return { ...money, total, vat, rows }
}

/** An invoice that does not balance, or whose debt is not its total, is refused with 2000755. */
function requireBalance(rows: InvoiceRow[], total: Ore, money: Currency): void {
  const debt = -sumOf(rows.filter((row) => row.code === 'TOT'))
  const allowed = money.currency === 'SEK' ? 0 : rateTolerance(total, money.rate, money.unit)
  if (sumOf(rows) !== 0 || Math.abs(debt - toSek(total, money.rate, money.unit)) > allowed) throw refuse('notBalanced')
}

function readRow(company: Company, row: Fields, invoice: Fields, money: Currency, debtAccount: number): InvoiceRow {
  // The sandbox has no article register and no warehouse: card purchases are account rows only.
  if (textOf(row, 'ArticleNumber') !== '') throw refuse('articleNotFound')
  const number = numberOf(row, 'Account')
  if (number === undefined) throw refuse('requiredField', 'Account')
  const account = requireAccount(company, number, textOf(invoice, 'InvoiceDate'))
  const code = textOf(row, 'Code') || codeOf(company, number, debtAccount)
  const isCost = code === undefined || code === 'PRE'
  const inherits = (name: 'CostCenter' | 'Project', rule: string) =>
    textOf(row, name) || (isCost && rule !== 'NOTALLOWED' ? textOf(invoice, name) : '')
  const costCenter = inherits('CostCenter', account.costCenter)
  const project = inherits('Project', account.project)
  requireDimensions(company, account, costCenter, project)
  const debit = side(row, 'Debit', money)
  const credit = side(row, 'Credit', money)
  return {
    account: number,
    code,
    debit: debit.sek,
    credit: credit.sek,
    debitCurrency: debit.currency,
    creditCurrency: credit.currency,
    costCenter,
    project,
    text: textOf(row, 'TransactionInformation'),
  }
}

/** Rows without a code on the debt or VAT account are taken for what the account says. */
function codeOf(company: Company, account: number, debtAccount: number): string | undefined {
  if (account === debtAccount) return 'TOT'
  const vatAccounts = [2640, 2641, company.table('predefinedAccounts').get('INVAT')?.account]
  return vatAccounts.includes(account) ? 'VAT' : undefined
}

function side(row: Fields, name: 'Debit' | 'Credit', { rate, unit }: Currency): { sek: Ore; currency: Ore } {
  const sek = numberOf(row, name)
  const currency = numberOf(row, `${name}Currency`)
  return { sek: sek ?? toSek(currency ?? 0, rate, unit), currency: currency ?? fromSek(sek ?? 0, rate, unit) }
}

/** Freight, administration fee and rounding of the header become rows unless rows with their codes were sent. */
function feeRows(company: Company, fields: Fields, rows: InvoiceRow[], money: Currency): InvoiceRow[] {
  const fees = [
    ['Freight', 'FRT', 'SUPFREIGHT'],
    ['AdministrationFee', 'AFE', 'SUPADMFEE'],
    ['RoundOffValue', 'ROV', 'ROUNDOFF'],
  ] as const
  return fees.flatMap(([field, code, predefined]) => {
    const amount = numberOf(fields, field) ?? 0
    if (amount === 0 || rows.some((row) => row.code === code)) return []
    return [addedRow(predefinedAccount(company, predefined, field), code, amount, money)]
  })
}

/** Reverse charge: calculated VAT in and out on the cost, unless the client sent the coded rows itself. */
function reverseRows(
  company: Company,
  vatType: 'EUINTERNAL' | 'REVERSE',
  rows: InvoiceRow[],
  isSaidService: boolean,
): InvoiceRow[] {
  const codes: readonly string[] = reverseCodes[vatType]
  if (rows.some((row) => row.code !== undefined && codes.includes(row.code))) return []
  if (vatType === 'REVERSE' && rows.some((row) => row.code === undefined && row.account >= 2600 && row.account < 2700))
    throw refuse('reverseRowsNeedCode')
  const costRows = rows.filter((row) => row.code === undefined || row.code === 'PRE')
  const base = sumOf(costRows)
  if (base === 0) return []
  const isService =
    isSaidService ||
    costRows.some((row) => row.account >= servicesFromAbroad.from && row.account <= servicesFromAbroad.to)
  const [debitCode, creditCode, debitName, creditName] =
    vatType === 'REVERSE'
      ? (['CND', 'CNC', 'CONSTRUCTION_DEB', 'CONSTRUCTION_CRE'] as const)
      : isService
        ? (['SRD', 'SRC', 'SERVICE_DEB', 'SERVICE_CRE'] as const)
        : (['PRD', 'PRC', 'PRODUCT_DEB', 'PRODUCT_CRE'] as const)
  const purpose = vatType === 'REVERSE' ? 'Inköp SE, omvänd skattskyldighet' : eu
  const calculated = percentOf(base)
  const calculatedCurrency = percentOf(inCurrency(costRows))
  return [
    netRow(predefinedAccount(company, debitName, purpose), debitCode, calculated, calculatedCurrency),
    netRow(predefinedAccount(company, creditName, purpose), creditCode, -calculated, -calculatedCurrency),
  ]
}

function percentOf(base: Ore): Ore {
  return toSek(base, reverseRatePercent, 100)
}

/** In another currency the debt takes up the öre that rounding each row by itself leaves over. */
function debtRow(account: number, total: Ore, others: InvoiceRow[], money: Currency): InvoiceRow {
  const converted = toSek(total, money.rate, money.unit)
  const carried = sumOf(others)
  const isRounding =
    money.currency !== 'SEK' &&
    others.length > 0 &&
    Math.abs(carried - converted) <= rateTolerance(total, money.rate, money.unit) + others.length
  return netRow(account, 'TOT', isRounding ? -carried : -converted, -total)
}

function addedRow(account: number, code: string, amount: Ore, { rate, unit }: Currency): InvoiceRow {
  return netRow(account, code, toSek(amount, rate, unit), amount)
}

function netRow(account: number, code: string, sek: Ore, currency: Ore): InvoiceRow {
  return {
    account,
    code,
    debit: Math.max(sek, 0),
    credit: Math.max(-sek, 0),
    debitCurrency: Math.max(currency, 0),
    creditCurrency: Math.max(-currency, 0),
    costCenter: '',
    project: '',
    text: '',
  }
}

function inCurrency(rows: readonly InvoiceRow[]): Ore {
  return rows.reduce((sum, row) => sum + row.debitCurrency - row.creditCurrency, 0)
}
