import type { ChoiceRule } from '../../contract.ts'
import { currencyOfName, isNamedIn } from '../cells/stated-currency.ts'
import type { ColumnProfile } from '../columns/profile-columns.ts'
import type { FieldSuggestion } from '../columns/suggest-by-format.ts'
import { labelOf, refOf } from '../mapping/table-columns.ts'
import type { ColumnRole } from '../words/header-words.ts'

/** What says by row in which currency a purchase was made. */
const sayCurrency: ReadonlySet<ColumnRole | null> = new Set([
  ...(['currency', 'foreignCurrency', 'accountCurrency', 'foreignAmount', 'foreignAmountOrVat'] as const),
])

/**
 * `EUR` beside `SEK`, `Amount (USD)` beside `Amount (SEK)`: what a purchase cost abroad, in the currency that its column is
 * called by. Of several such columns each row fills one at most, or nobody has said which it is.
 */
export function suggestNamedAbroad(
  profiles: readonly ColumnProfile[],
  total: ColumnProfile | undefined,
): FieldSuggestion[] {
  if (!total || isNamedIn(total.name, 'SEK') !== true) return []
  if (profiles.some(({ role, filled }) => filled > 0 && sayCurrency.has(role))) return []
  const [abroad, ...others] = profiles.filter((column) => column !== total && isAbroad(column))
  const currency = abroad && currencyOfName(abroad.name)
  if (!abroad || !currency) return []
  if (others.length > 0) return suggestByFilled([abroad, ...others], total)
  const reason = {
    code: 'header-name',
    params: { column: labelOf(abroad), filled: abroad.filled, rows: total.filled },
  }
  return [
    { field: 'currency', source: { kind: 'constant', value: currency }, reason, confidence: 0.7 },
    {
      field: 'foreignAmount',
      source: { kind: 'source', from: refOf(abroad), when: 'foreign' },
      reason,
      confidence: 0.7,
    },
  ]
}

const mostColumns = 6

/** The currency of a row is that of the column in which it has a figure above zero. */
function suggestByFilled(columns: readonly ColumnProfile[], total: ColumnProfile): FieldSuggestion[] {
  const filled = columns.reduce((sum, column) => sum + column.filled, 0)
  if (columns.length > mostColumns || filled > total.filled) return []
  const rules = columns.map(
    (column): ChoiceRule => ({
      ...{ from: refOf(column), match: 'has-figure', text: '' },
      value: currencyOfName(column.name) ?? '',
    }),
  )
  const reason = {
    code: 'header-name',
    params: { column: columns.map(labelOf).join(', '), filled, rows: total.filled },
  }
  return [
    { field: 'currency', source: { kind: 'choose', rules, otherwise: null }, reason, confidence: 0.6 },
    { field: 'foreignAmount', source: { kind: 'first', from: columns.map(refOf) }, reason, confidence: 0.6 },
  ]
}

/** Nothing of it may be bought abroad yet. */
function isAbroad({ name, role, figures, filled }: ColumnProfile): boolean {
  const isAmount = role === 'amount' || (role === null && /^[A-Z]{3}$/.test(name.trim()))
  return isAmount && figures === filled && currencyOfName(name) !== null && isNamedIn(name, 'SEK') === false
}
