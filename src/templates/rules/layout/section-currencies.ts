import { cellName } from '#kernel/row-problem.ts'
import type { SheetRow } from '#spreadsheets/index.ts'
import { isBlank, tidyText } from '../cells/cell-text.ts'
import { currencyOfAmounts, writtenCodes } from '../cells/stated-currency.ts'
import { dateColumns, hasDateAndFigure } from './locate-table.ts'

/** More rows than any file has between two of its accounts. */
const longest = 20
const code = new RegExp(`(?<![\\p{L}\\p{N}])(?:${writtenCodes.toUpperCase()})(?![\\p{L}\\p{N}])`, 'gu')
const ofAccount = /konto|account|wallet|plånbok|kort|card/iu
/** What is said of a purchase in a row under it, not of an account. */
const ofPurchase = /\d[.,]\d\d(?!\d)|kurs|rate|köp|purchase|avgift|fee/iu
const aboutMoney = /konto|account|wallet|plånbok|kort|card|valuta|currency|währung|saldo|balance|iban/iu

type Words = Pick<SheetRow, 'cells'> & { number?: number }
/** Where a currency is stated; a sheet's name stands in no cell. */
export type StatedAbove = { currency: string; cell: string | undefined; value: string }

const anyWords = /\p{L}/u

/** The currency that a row around transactions says its account is in: `Konto: 1234-5 EUR`, `Valuta;USD`, `EUR` alone, `Belopp i EUR`. */
function statedIn(cells: readonly string[], about: RegExp): string | null {
  const text = tidyText(cells.filter((cell) => !isBlank(cell)).join(' '))
  if (text.length > 200) return null
  const [found = null, other] = new Set(text.match(code) ?? [])
  if (other !== undefined) return null
  return found !== null && (text === found || about.test(text)) ? found : ofAmountsIn(cells)
}

function ofAmountsIn(cells: readonly string[]): string | null {
  for (const cell of cells) {
    const found = currencyOfAmounts(cell)
    if (found) return found
  }
  return null
}

/** What the rows above a header say of their account's currency, the nearest first, up to the last row of what stands above it. */
export function currencyAbove(rows: readonly Words[]): string | null {
  return nearest(rows, () => aboutMoney, noDays)
}

const noDays: ReadonlySet<number> = new Set()

/** Between two tables any title may: `Kostnader EUR`. `days`: the columns of them, where `250916` is one. */
function currencyBetween(rows: readonly Words[], days: ReadonlySet<number>): string | null {
  const aboutOf = ({ cells }: Words) => (cells.some((cell) => /\d|kurs|rate/iu.test(cell)) ? aboutMoney : anyWords)
  return nearest(rows, aboutOf, days)
}

function nearest(rows: readonly Words[], aboutOf: (row: Words) => RegExp, days: ReadonlySet<number>): string | null {
  for (const row of rows.slice(-longest).reverse()) {
    if (hasDateAndFigure({ number: 0, ...row }, days)) return null
    const found = statedIn(row.cells, aboutOf(row))
    if (found) return found
  }
  return null
}

function whereStated(rows: readonly Words[], currency: string): StatedAbove {
  for (const { cells, number } of rows.toReversed()) {
    const column = cells.findIndex((cell) => cell.match(code)?.includes(currency))
    if (column < 0) continue
    const cell = number === undefined ? undefined : cellName(column, number)
    return { currency, cell, value: tidyText(cells[column] ?? '') }
  }
  return { currency, cell: undefined, value: currency }
}

/**
 * Accounts or cards below each other, each under a title that says its currency. What the first of them says is the
 * template's; of the others it is what they say.
 */
export function createCurrencyWatch() {
  let first: string | null | undefined
  let above: Words[] = []
  let hasRows = false
  let days = noDays
  const differing = (found: string): string | null => {
    if (first === undefined) first = hasRows ? null : found
    return found === first ? null : found
  }
  return {
    startSheet(name: string): void {
      above = [{ cells: [name] }]
    },
    /** What the rows above the first header of the file say, before `next` is told of it. */
    above(): StatedAbove | null {
      const currency = first === undefined && !hasRows ? currencyAbove(above) : null
      return currency === null ? null : whereStated(above, currency)
    },
    /** What the rows from here on are in, where this row is another account's header or title; undefined where it is none. */
    next(row: SheetRow, { isHeader, isInTable }: { isHeader: boolean; isInTable: boolean }): string | null | undefined {
      if (isHeader) {
        days = dateColumns(row)
        const found = currencyBetween(above, days)
        above = []
        return found === null ? undefined : differing(found)
      }
      above.push(row)
      if (above.length > longest) above.shift()
      const isTitle = isInTable && isAccountTitle(row.cells) && !hasDateAndFigure(row, days)
      if (!isTitle) {
        hasRows ||= isInTable
        return undefined
      }
      const found = statedIn(row.cells, ofAccount)
      return found === null ? undefined : differing(found)
    },
  }
}

const accountWord =
  /^(?:\p{L}*(?:konto|account|wallet|plånbok|kort|card)(?:nr|nummer|namn)?|i|in|nr|no|valuta|currency|visa)$/iu
const nameOrCode = /^(?:\p{Lu}\p{Ll}*|\p{Lu}{2,3})$/u

/** `Kort 5678 EUR Anna Ek`; `Kortet belastat EUR` is said of the purchase above. Rows of a table mostly begin with a day: keeps long files fast. */
function isAccountTitle(cells: readonly string[]): boolean {
  if (beginsWithDigit(cells[0])) return false
  const first = cells.find((cell) => !isBlank(cell)) ?? ''
  if (!/^\s*\p{L}/u.test(first) || cells.some((cell) => ofPurchase.test(cell))) return false
  const words = cells.join(' ').match(/\p{L}+/gu) ?? []
  return words.every((word) => accountWord.test(word) || nameOrCode.test(word))
}

function beginsWithDigit(text = ''): boolean {
  const code = text.charCodeAt(0)
  return code >= 48 && code <= 57
}
