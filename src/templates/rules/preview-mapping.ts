import { decimalFromMinor } from '#kernel/money.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { ReadFields, TargetField, TemplateMapping } from '../contract.ts'
import type { MappingPreview } from '../sample-contract.ts'
import { isBlank, tidyText } from './cells/cell-text.ts'
import { isAboutMoney, type ReadRow, type SourceReading } from './mapping/reading.ts'
import { openAccount } from './open-account.ts'
import { roleOf } from './words/header-words.ts'

const shownRows = 50

/** The first rows as they read, and the sums of all. */
export function previewMapping(reading: SourceReading, mapping: TemplateMapping): Omit<MappingPreview, 'questions'> {
  const totals: MappingPreview['totals'] = {
    purchases: nothing(),
    refunds: nothing(),
    skipped: nothing(),
    unreadable: nothing(),
  }
  for (const { outcome } of reading.rows) {
    const amount = amountOf(outcome)
    const total = outcome.kind === 'purchase' ? (amount < 0 ? totals.refunds : totals.purchases) : totals[outcome.kind]
    total.count++
    total.sum += amount
  }
  return {
    rows: reading.rows
      .filter(isAboutMoney)
      .slice(0, shownRows)
      .map((row) => describe(row, reading.accountCurrency)),
    totals,
    controlSums: reading.controlSums,
    warnings: [
      ...reading.warnings.map((warning) => ({ ...warning })),
      ...rowCurrencies(reading, mapping),
      ...openAccount(reading, mapping),
    ],
  }
}

/**
 * A rate beside the only amount leads either from it to kronor or to it from what the purchase cost abroad, and what a purchase
 * was made in (`Transaktionsvaluta`, or what purchases at home leave empty) the amount may have been exchanged from: of a card's file nobody but a person can say which,
 * and whoever makes the template is asked once.
 */
function rowCurrencies({ rows, accountCurrency }: SourceReading, { fields }: TemplateMapping): RowProblem[] {
  const source = fields.currency
  const isAlone = fields.accountCurrency === undefined && fields.foreignAmount === undefined
  if (!isAlone || source?.kind !== 'source' || source.from.kind !== 'column') return []
  const isOfPurchase = roleOf(source.from.name)?.role === 'foreignCurrency'
  const { index } = source.from
  const isPartly = rows.some(({ outcome, cells }) => outcome.kind === 'purchase' && isBlank(cells[index] ?? ''))
  const read = rows.flatMap(({ outcome }) => {
    const found = outcome.kind === 'purchase' ? outcome.fields : null
    return found && (isOfPurchase || isPartly || found.rate !== null) && found.currency !== accountCurrency
      ? [found.currency]
      : []
  })
  const [currency] = read
  if (currency === undefined) return []
  return [{ code: 'amounts-in-row-currency', params: { column: source.from.name, rows: read.length, currency } }]
}

function nothing(): { count: number; sum: number } {
  return { count: 0, sum: 0 }
}

function amountOf(outcome: ReadRow['outcome']): number {
  return outcome.kind === 'purchase'
    ? (outcome.fields.amountSek ?? outcome.fields.foreignAmount ?? 0)
    : (outcome.amountSek ?? 0)
}

function describe({ sheet, number, cells, outcome }: ReadRow, accountCurrency: string): MappingPreview['rows'][number] {
  const shared = {
    sheet,
    number,
    reason: null,
    params: {},
    problems: [],
    fields: [],
    invoiceDate: null,
    amountSek: null,
    currency: null,
    foreignAmount: null,
  }
  const text = tidyText(cells.filter((cell) => cell.trim() !== '').join(' '))
  if (outcome.kind === 'skipped')
    return {
      ...shared,
      outcome: 'skipped',
      reason: outcome.reason,
      params: outcome.params ?? {},
      merchant: text,
      amountSek: outcome.amountSek ?? null,
    }
  if (outcome.kind === 'unreadable')
    return {
      ...shared,
      outcome: 'unreadable',
      problems: outcome.problems,
      merchant: text,
      amountSek: outcome.amountSek ?? null,
    }
  const { fields } = outcome
  return {
    ...shared,
    outcome: amountOf(outcome) < 0 ? 'refund' : 'purchase',
    fields: writeFields(fields, accountCurrency).map(({ field, value }) => ({
      field,
      value,
      cells: outcome.cellsOf[field] ?? [],
      isByTemplate: outcome.byTemplate?.includes(field) ?? false,
    })),
    merchant: fields.merchant,
    invoiceDate: fields.invoiceDate,
    amountSek: fields.amountSek,
    currency: fields.currency,
    foreignAmount: fields.foreignAmount,
  }
}

/** Every field that the row filled, as text: amounts as canonical decimals. */
function writeFields(fields: ReadFields, accountCurrency: string): { field: TargetField; value: string }[] {
  const { amountSek, foreignAmount, vatAmount, currency, merchant, invoiceDate, rate, dueDate, fee, ...texts } = fields
  const values: Partial<Record<TargetField, string | null>> = {
    merchant,
    invoiceDate,
    total:
      amountSek === null
        ? foreignAmount === null
          ? null
          : decimalFromMinor(foreignAmount, currency)
        : decimalFromMinor(amountSek, 'SEK'),
    currency,
    foreignAmount: foreignAmount === null ? null : decimalFromMinor(foreignAmount, currency),
    rate,
    vatAmount: vatAmount === null ? null : decimalFromMinor(vatAmount, accountCurrency),
    dueDate,
    fee: fee === undefined ? null : decimalFromMinor(fee, accountCurrency),
    ...texts,
  }
  return (Object.entries(values) as [TargetField, string | null][]).flatMap(([field, value]) =>
    value === null ? [] : [{ field, value }],
  )
}
