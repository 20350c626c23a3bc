import { decimalFromMinor } from '#kernel/money.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import * as m from '#messages'

type Language = 'sv' | 'en'
type Text = (params: Record<string, string>, options: { locale: Language }) => string
const texts = m as unknown as Record<string, Text | undefined>

const keyOf = (code: string) =>
  code
    .replace(/[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase()
    .replaceAll('-', '_')

/** Codes that are said in other words by what is known. */
const variants: Record<string, (params: NonNullable<RowProblem['params']>) => string | null> = {
  'rate-note': ({ row }) => (row === undefined ? 'problems_rate_note_alone' : null),
  'header-not-found': ({ names }) => (names === undefined ? 'problems_header_not_found_row' : null),
  unsupported: ({ kind }) => (kind === undefined ? null : 'problems_unsupported_kind'),
  'account-unknown': ({ year }) => (year === undefined ? null : 'problems_account_unknown_year'),
  'account-inactive': ({ year }) => (year === undefined ? null : 'problems_account_inactive_year'),
  'payment-account-inactive': ({ year }) => (year === undefined ? null : 'problems_payment_account_inactive_year'),
  'chart-not-read': ({ year }) => (year === undefined ? 'problems_chart_not_read_kind' : null),
  'connection-lost': ({ name }) => (name === undefined ? null : 'problems_connection_lost_named'),
}

const ownText = ({ code, params = {} }: Pick<RowProblem, 'code' | 'params'>) =>
  texts[variants[code]?.(params) ?? `problems_${keyOf(code)}`]

/** Whether it is said in words of its own. */
export const hasProblemWords = (problem: Pick<RowProblem, 'code' | 'params'>) => ownText(problem) !== undefined

/**
 * A problem in words for a file that is downloaded; the pages have web/problem-text.ts. The row stands elsewhere in that
 * file, so that its cell is said to be the one it came from.
 */
export function problemWords({ code, params = {}, cell, value }: RowProblem, locale: Language): string {
  const shown = Object.fromEntries(Object.entries(params).map(([name, one]) => [name, wordOf(name, one, locale)]))
  const text = ownText({ code, params })?.(shown, { locale }) ?? m.problems_other({ code }, { locale })
  const place = [cell && m.problems_came_from_cell({ cell }, { locale }), value].filter((part) => part).join(': ')
  return place === '' ? text : `${text} (${place})`
}

function wordOf(name: string, value: string | number, locale: Language): string {
  if (name === 'area') return texts[`problems_area_${keyOf(String(value))}`]?.({}, { locale }) ?? String(value)
  if (name === 'field') return texts[`problems_field_${keyOf(String(value))}`]?.({}, { locale }) ?? String(value)
  if (name === 'purpose') return texts[`problems_purpose_${keyOf(String(value))}`]?.({}, { locale }) ?? String(value)
  if (name === 'rate' || name === 'known') return String(value).replace('.', ',')
  // Amounts in problems are öre.
  if (name === 'stated' || (name === 'most' && typeof value === 'number' && value > 1000))
    return decimalFromMinor(Number(value), 'SEK').replace('.', ',')
  return String(value)
}
