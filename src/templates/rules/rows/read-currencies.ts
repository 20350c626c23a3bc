import { cellName, type RowProblem } from '#kernel/row-problem.ts'
import { isSumOfCurrency } from '../cells/amounts.ts'
import { isBlank, tidyText } from '../cells/cell-text.ts'
import { currencyOfWord } from '../cells/currency-words.ts'
import { currencyOfCell } from '../cells/stated-currency.ts'
import { type BoundSource, type RowInContext, readText } from '../mapping/bind-fields.ts'
import type { Table } from './lay-out-rows.ts'
import type { TransactionRules } from './transaction.ts'

type Currencies = { row: string; total: string; account: string; cells: string[]; problem: RowProblem | null }

export function readCurrencies(
  context: RowInContext,
  table: Table,
  { mapping }: Pick<TransactionRules, 'mapping'>,
): Currencies {
  const { fields } = table.bound
  const own = table.currency ?? mapping.currency
  const account = readCurrency(fields.get('accountCurrency'), context, own)
  const isAccounts = mapping.fields.foreignAmount !== undefined || fields.has('accountCurrency')
  const stated = isAccounts || fields.has('currency') ? null : statedByAmount(context, table, own)
  const abroad = fields.has('currency') ? null : statedBy(fields.get('foreignAmount'), context, account.code)
  const row = stated ?? abroad ?? readCurrency(fields.get('currency'), context, account.code)
  const open = stated === null ? otherAbove(table, own) : null
  const problem = account.problem ?? row.problem ?? otherThanOwn(context, table, own) ?? open
  const total = problem ? own : isAccounts ? account.code : row.code
  return { row: row.code, total, account: account.code, cells: [...row.cells, ...account.cells], problem }
}

/** A column of currencies that came after the template: nobody has said whether the amount is in it. */
function otherThanOwn({ row }: RowInContext, { newCurrency }: Table, own: string): RowProblem | null {
  if (newCurrency === null) return null
  const value = tidyText(row.cells[newCurrency] ?? '')
  const stated = currencyOfWord(value, own) ?? value.toUpperCase()
  const cell = cellName(newCurrency, row.number)
  if (stated === own || isBlank(value) || /\d/.test(stated)) return null // days and amounts say none
  if (problemOf(stated, cell)) return { code: 'currency-unreadable', cell, value }
  return { code: 'amount-in-other-currency', cell, value, params: { stated, currency: own } }
}

/** The file is of an account in another currency than the one the template was made for. */
function otherAbove({ statedAbove, currency }: Table, own: string): RowProblem | null {
  if (statedAbove === null || currency !== null) return null
  const { currency: stated, cell, value } = statedAbove
  return {
    code: 'amount-in-other-currency',
    ...(cell !== undefined && { cell }),
    value,
    params: { stated, currency: own },
  }
}

/** Where no column says the currency, the amount may: `9,99 $`, or a workbook's number that is shown so. */
function statedByAmount(context: RowInContext, { bound }: Table, own: string): ReturnType<typeof readCurrency> | null {
  for (const field of ['total', 'amountOut', 'amountIn'] as const) {
    const stated = statedBy(bound.fields.get(field), context, own)
    if (stated) return stated
  }
  return null
}

/** A foreign amount may say its currency too: `-456,30 EUR` beside the amount in SEK. */
function statedBy(
  source: BoundSource | undefined,
  context: RowInContext,
  own: string,
): ReturnType<typeof readCurrency> | null {
  const found = source ? readText(source, context) : null
  const code = found && currencyOfCell(found, own)
  return code ? { code, cells: code === own ? [] : found.cells, problem: problemOf(code, found.cells[0]) } : null
}

function readCurrency(
  source: BoundSource | undefined,
  context: RowInContext,
  absent: string,
): { code: string; cells: string[]; problem: RowProblem | null } {
  const found = source ? readText(source, context) : null
  const text = found?.text.trim() ?? ''
  // of `GBP 120,00`, what the shop took, nobody can say whether the row's amount is it
  const word = isSumOfCurrency(text) ? null : currencyOfWord(text, absent)
  const code = isBlank(text) ? absent : (word ?? text.toUpperCase())
  return { code, cells: found?.cells ?? [], problem: problemOf(code, found?.cells[0]) }
}

function problemOf(code: string, cell: string | undefined): RowProblem | null {
  return /^[A-Z]{3}$/.test(code) ? null : { code: 'currency-unreadable', cell, value: code }
}
