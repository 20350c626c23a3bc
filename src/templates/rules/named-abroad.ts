import type { ColumnRole } from './header-words.ts'
import type { ColumnProfile } from './profile-columns.ts'
import { currencyOfName, isNamedIn } from './stated-currency.ts'
import type { FieldSuggestion } from './suggest-by-format.ts'
import { labelOf, refOf } from './suggest-by-format.ts'

/** What says by row in which currency a purchase was made. */
const sayCurrency: ReadonlySet<ColumnRole | null> = new Set([
  ...(['currency', 'foreignCurrency', 'accountCurrency', 'foreignAmount', 'foreignAmountOrVat'] as const),
])

/**
 * `EUR` beside `SEK`, `Amount (USD)` beside `Amount (SEK)`: what a purchase cost abroad, in the currency that its column is
 * called by. Of two such columns nobody has said which.
 */
export function suggestNamedAbroad(
  profiles: readonly ColumnProfile[],
  total: ColumnProfile | undefined,
): FieldSuggestion[] {
  if (!total || isNamedIn(total.name, 'SEK') !== true) return []
  if (profiles.some(({ role, filled }) => filled > 0 && sayCurrency.has(role))) return []
  const [abroad, another] = profiles.filter((column) => column !== total && isAbroad(column))
  const currency = abroad && currencyOfName(abroad.name)
  if (!abroad || another || !currency) return []
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

/** Nothing of it may be bought abroad yet. */
function isAbroad({ name, role, figures, filled }: ColumnProfile): boolean {
  const isAmount = role === 'amount' || (role === null && /^[A-Z]{3}$/.test(name.trim()))
  return isAmount && figures === filled && currencyOfName(name) !== null && isNamedIn(name, 'SEK') === false
}
