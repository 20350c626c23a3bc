import type { TemplateMapping } from '../../contract.ts'
import { normaliseLabel, tidyText } from '../cells/cell-text.ts'
import { type RowInContext, readText } from '../mapping/bind-fields.ts'
import type { LocatedRow, Table } from './lay-out-rows.ts'
import { type AmountReading, type ReadingRules, readAmount } from './read-amount.ts'
import { readCurrencies } from './read-currencies.ts'

/** Of a file that is looked through whole before it is read; else no more come than are looked at first (read-source.ts). */
const mostRows = 5000

/** Keeps the first rows of an account's file that has no types, in which nothing but a text tells a refund from other money in. */
export function surveyShops({ account, purchaseTypes = [] }: TemplateMapping) {
  const isAsked = account === 'bank' && purchaseTypes.length === 0
  const kept: LocatedRow[] = []
  return {
    add(located: LocatedRow): void {
      if (isAsked && kept.length < mostRows && located.table && !located.isHeader) kept.push(located)
    },
    rows: (): readonly LocatedRow[] => [...kept],
  }
}

/** Normalised text → the most that was paid to whom it names, in minor units; 0 where nothing was. Worked out when first asked. */
export function createPaidTo(rows: readonly LocatedRow[], rules: ReadingRules): (label: string) => number {
  let most: Map<string, number> | null = null
  return (label) => {
    most ??= addUp(rows, rules)
    return most.get(label) ?? 0
  }
}

function addUp(rows: readonly LocatedRow[], rules: ReadingRules): Map<string, number> {
  const most = new Map<string, number>()
  for (const { table, row, sheet } of rows) {
    const merchant = table?.bound.fields.get('merchant')
    if (!table || !merchant) continue
    const context: RowInContext = { row, sheet, section: null, rateNote: null }
    const amount = amountOf(table, context, rules)
    if (amount.kind !== 'amount' || amount.minor <= 0) continue
    const label = normaliseLabel(tidyText(readText(merchant, context).text))
    most.set(label, Math.max(amount.minor, most.get(label) ?? 0))
  }
  return most
}

function amountOf(table: Table, context: RowInContext, rules: ReadingRules): AmountReading {
  return readAmount(table.bound.fields, context, rules, readCurrencies(context, table, rules))
}
