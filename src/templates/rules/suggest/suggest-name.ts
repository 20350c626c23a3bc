import type { FieldSource } from '../../contract.ts'
import { normaliseLabel } from '../cells/cell-text.ts'
import { type ColumnProfile, columnOf } from '../columns/profile-columns.ts'
import type { FieldSuggestion } from '../columns/suggest-by-format.ts'
import { labelOf, refOf } from '../mapping/table-columns.ts'
import { holdsAccounts, holdsPeople } from './suggest-merchant.ts'

const textName = /^(?:description|omschrijving)$/
const nameOfPaid = /^(?:name|naam)$/
const otherAccount = /^(?:counterparty|tegenrekening)$/

/**
 * `Description` beside a `Name` in every row that some text only adds to (`SKYHOST 650-000, US 9.95 USD`): the shop is under `Name`
 * where the text is empty (Monzo), and in all rows where the others were paid to an account beside it (bunq). `Name` may be a colleague's.
 */
export function withNameBeside(
  suggestions: FieldSuggestion[],
  columns: readonly ColumnProfile[],
  rowCount: number,
): FieldSuggestion[] {
  const merchant = suggestions.find(({ field }) => field === 'merchant')
  const text = columnOf(columns, merchant?.source)
  const name = columns.find((column) => nameOfPaid.test(normaliseLabel(column.name)) && column.texts === rowCount)
  if (!merchant || !text || !name || !textName.test(normaliseLabel(text.name)) || holdsPeople(name)) return suggestions
  const names = new Map(name.rows.map((row, place) => [row, normaliseLabel(name.values[place] ?? '')]))
  const adds = text.rows.map((row, place) => normaliseLabel(text.values[place] ?? '').includes(names.get(row) || '\0'))
  const account = columns.find((column) => otherAccount.test(normaliseLabel(column.name)) && holdsAccounts(column))
  const paidTo = new Set(account?.rows)
  const isNameFirst = account !== undefined && text.rows.every((row, place) => adds[place] || paidTo.has(row))
  if (!adds.some(Boolean) || (!isNameFirst && text.filled === rowCount)) return suggestions
  const source: FieldSource = { kind: 'first', from: (isNameFirst ? [name, text] : [text, name]).map(refOf) }
  const shown = isNameFirst ? name : text
  const reason = { code: 'header-name', params: { column: labelOf(shown), filled: shown.filled, rows: rowCount } }
  return suggestions.map((one) => (one === merchant ? { ...one, source, reason } : one))
}
