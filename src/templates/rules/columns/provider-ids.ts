import type { RowProblem } from '#kernel/row-problem.ts'
import type { ReadFields } from '../../contract.ts'
import type { ColumnProfile } from './profile-columns.ts'

/**
 * The provider's own number for a purchase, by which it is known again in the next file: a number that another purchase has too
 * makes that one imported before.
 */

/** What stands where there is none. */
const noId =
  /^(?:[-\u2010-\u2015\u2212_.*?/]+|0+|x+|n\/?a|null|none|nil|nan|undefined|unknown|saknas|ingen|inget|okänt|ej tillämpligt|not available|not applicable|#n\/a)$/i

const quotes = '\'"`\u2019'

/** Without the quotes by which a spreadsheet program was kept from taking it for a number: `'00123`. */
export function idIn(text: string): string | null {
  let [start, end] = [0, text.length]
  while (start < end && quotes.includes(text.charAt(start))) start++
  while (end > start && quotes.includes(text.charAt(end - 1))) end--
  const id = text.slice(start, end)
  return id === '' || (id.length <= 20 && noId.test(id.trim())) ? null : id
}

/** `1`, `A12`, `Rad 3`: each file's rows, or each year's vouchers, are counted so anew. */
const counted = /^\p{L}{0,4}[ :/#.-]?0*\d{1,4}$/u

/** Never twice for different rows, and no numbers that every file begins anew. */
export function mayIdentify(column: ColumnProfile, columns: readonly ColumnProfile[]): boolean {
  const ids = column.values.flatMap((value) => idIn(value.trim()) ?? [])
  if (ids.length === 0) return false
  if (new Set(ids).size < ids.length && !isWrittenAgain(column, columns)) return false
  return !ids.every((id) => counted.test(id)) && !isCountedFromOne(ids)
}

/** The whole list stands there more than once: several ids, all as many times as the others and each in the same row. */
function isWrittenAgain({ values, rows }: ColumnProfile, columns: readonly ColumnProfile[]): boolean {
  const cellsOf = new Map<number, string>()
  for (const other of columns)
    other.values.forEach((value, place) => {
      const row = other.rows[place] ?? -1
      cellsOf.set(row, `${cellsOf.get(row) ?? ''}${other.index}:${value}\n`)
    })
  const alike = [...Map.groupBy(rows, (_, place) => values[place] ?? '').values()]
  const isSameRow = (some: readonly number[]) => new Set(some.map((row) => cellsOf.get(row))).size === 1
  return alike.length > 1 && new Set(alike.map(({ length }) => length)).size === 1 && alike.every(isSameRow)
}

function isCountedFromOne(ids: readonly string[]): boolean {
  return ids.every((id) => /^\d{1,9}$/.test(id)) && ids.some((id) => Number(id) === 1)
}

/** Tells of a file whose ids name no purchase, under a template that takes them for what does. */
export type IdsTold = {
  note(fields: ReadFields): void
  warnings(): RowProblem[]
}

const mostKept = 20_000

export function createIdsTold(): IdsTold {
  const first = new Map<string, ReadFields>()
  let rows = 0
  let isRepeated = false
  let isCounted = true
  return {
    note(fields) {
      const id = fields.providerId
      if (id === null) return
      rows++
      isCounted &&= /^\d{1,4}$/.test(id)
      const other = first.get(id)
      if (!other) {
        if (first.size < mostKept) first.set(id, fields)
      } else if (other.invoiceDate !== fields.invoiceDate && other.merchant !== fields.merchant) isRepeated = true
    },
    warnings() {
      const isAnew = isCounted && rows > 1 && first.has('1')
      return isRepeated || isAnew ? [{ code: 'ids-name-nothing' }] : []
    },
  }
}
