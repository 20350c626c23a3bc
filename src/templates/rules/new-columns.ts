import type { ColumnRef, TemplateMapping } from '../contract.ts'
import { normaliseLabel } from './cell-text.ts'
import { type ColumnRole, roleOf } from './header-words.ts'
import { columnsOf } from './table-columns.ts'

/**
 * A column that the source did not have when the template was made, such as Revolut's `State`, which came later. One that
 * the template knows and leaves alone is left alone.
 */
export function newColumnOf(
  role: ColumnRole,
  { header: known }: Pick<TemplateMapping, 'header'>,
  header: readonly string[],
): Extract<ColumnRef, { kind: 'column' }> | undefined {
  const names = new Set(known.map(normaliseLabel))
  if (names.size === 0) return undefined
  const found = columnsOf(header).find(({ name }) => roleOf(name)?.role === role && !names.has(normaliseLabel(name)))
  return found && { kind: 'column', ...found }
}

/**
 * A new column of currencies, where the template reads every amount in its own. Beside a new one of amounts abroad it says
 * what a purchase was made in, and the amount is what it was.
 */
export function newCurrencyOf(mapping: TemplateMapping, header: readonly string[]): number | null {
  const { currency, accountCurrency, foreignAmount } = mapping.fields
  if (currency || accountCurrency || foreignAmount || newColumnOf('foreignAmount', mapping, header)) return null
  return (newColumnOf('currency', mapping, header) ?? newColumnOf('accountCurrency', mapping, header))?.index ?? null
}
