import type { RowProblem } from '#kernel/row-problem.ts'
import { type BoundSource, type RowInContext, readText } from './bind-fields.ts'
import { isBlank } from './cell-text.ts'
import type { Table } from './lay-out-rows.ts'
import type { TransactionRules } from './read-transaction.ts'

type Currencies = { row: string; total: string; account: string; cells: string[]; problem: RowProblem | null }

export function readCurrencies(context: RowInContext, table: Table, { mapping }: TransactionRules): Currencies {
  const { fields } = table.bound
  const account = readCurrency(fields.get('accountCurrency'), context, mapping.currency)
  const row = readCurrency(fields.get('currency'), context, account.code)
  const isAccounts = mapping.fields.foreignAmount !== undefined || fields.has('accountCurrency')
  const problem = account.problem ?? row.problem
  const total = problem ? mapping.currency : isAccounts ? account.code : row.code
  return { row: row.code, total, account: account.code, cells: [...row.cells, ...account.cells], problem }
}

function readCurrency(
  source: BoundSource | undefined,
  context: RowInContext,
  absent: string,
): { code: string; cells: string[]; problem: RowProblem | null } {
  const found = source ? readText(source, context) : null
  const text = found?.text.trim().toUpperCase() ?? ''
  const code = isBlank(text) ? absent : (signs[text] ?? text)
  const problem = /^[A-Z]{3}$/.test(code) ? null : { code: 'currency-unreadable', cell: found?.cells[0], value: text }
  return { code, cells: found?.cells ?? [], problem }
}

const signs: Record<string, string> = { '€': 'EUR', '£': 'GBP', KR: 'SEK' }
