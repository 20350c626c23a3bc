import { isBlank, normaliseLabel } from '../cells/cell-text.ts'
import {
  currencyOfName,
  isLargeUnit,
  namesLargeUnits,
  namesMinorUnits,
  saysLargeUnits,
} from '../cells/stated-currency.ts'
import type { LocatedRow } from './lay-out-rows.ts'

/** What a column's whole numbers count: kronor, öre, or one of them, which only a person can say. */
export type CountedUnit = 'major' | 'minor' | 'open'

/** Ids of purchases with Stripe's own cards: what its programs give out counts öre. */
const purchaseId = /^(?:ipi|iauth)_\w+$/
const lookedAt = 200
const amountName = /^(?:amount|total|merchant[ _]amount|amount[ _]total|value)$/i

/** No thousandth of a krona was ever paid: a sum that was calculated has as many as it likes. */
const fraction = /^-?\d+\.\d{1,2}$/

/** Looks at the rows for what says that their amounts are whole numbers of öre, as programs for programs write them. */
export function surveyUnits() {
  let seen = 0
  let hasPurchaseIds = false
  let hasSmallCodes = false
  let hasNumbers = false
  let areAllLarge = false
  const withFractions = new Set<string>()
  return {
    /** A row without figures: a header, what stands above it, or the units under it. */
    addWords({ row, isHeader }: LocatedRow): void {
      areAllLarge ||= row.cells.some((cell) => isLargeUnit(cell) || (!isHeader && saysLargeUnits(cell)))
    },
    add(located: LocatedRow, currencyOf: (located: LocatedRow) => string): void {
      if (seen >= lookedAt) return
      seen++
      const { row, table } = located
      hasPurchaseIds ||= row.cells.some((cell) => purchaseId.test(cell.trim()))
      hasSmallCodes ||= /^[a-z]{3}$/.test(currencyOf(located).trim())
      hasNumbers ||= row.kinds?.includes('n') === true
      for (const [place, cell] of row.cells.entries())
        if (row.kinds?.charAt(place) === 'n' && fraction.test(cell))
          withFractions.add(normaliseLabel(table?.names[place] ?? ''))
    },
    /** `columns`: of amounts, with decimals or without. */
    isInThousands: (columns: readonly string[]): boolean => areAllLarge || columns.some(namesLargeUnits),
    /** `column`: of amounts of which no text has decimals; a workbook's numbers are looked at here. */
    unitOf(column: string): CountedUnit {
      if (withFractions.has(normaliseLabel(column))) return 'major'
      if (namesMinorUnits(column)) return 'minor'
      if (isBlank(column) || currencyOfName(column) !== null || !hasSmallCodes) return 'major'
      // A workbook shows 500.00 as the number 500.
      if (hasPurchaseIds) return hasNumbers ? 'open' : 'minor'
      return amountName.test(column.trim()) ? 'open' : 'major'
    },
  }
}
