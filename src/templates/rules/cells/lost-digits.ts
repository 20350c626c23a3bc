import type { RowProblem } from '#kernel/row-problem.ts'
import type { SheetRow } from '#spreadsheets/index.ts'
import type { ReadPurchase } from '../../contract.ts'

/** Fields whose texts are numbers of something, each of whose figures counts. */
const numbered = ['providerId', 'invoiceNumber', 'ocr', 'card'] as const

/** `5,25412E+15`: a long number as a spreadsheet program shows it, and saves it as text. */
const shortened = /^\d(?:[.,]\d+)?E\+\d{2,3}$/i
/** Excel and Calc keep fifteen figures of a number and write zeros for the others. */
const beyondKept = /^[1-9]\d{14}0+$/

export type LostDigits = {
  /** The purchase without the numbers whose last figures are gone: two rows would be taken for one by them. */
  leaveOut<Purchase extends ReadPurchase>(purchase: Purchase, row: SheetRow): Purchase
  warnings(): RowProblem[]
}

export function createLostDigits(): LostDigits {
  let rows = 0
  return {
    leaveOut(purchase, row) {
      if (!hasLostSome(purchase, row)) return purchase
      const lost = numbered.filter((field) => isLost(purchase, field, row))
      rows++
      const [fields, cellsOf] = [{ ...purchase.fields }, { ...purchase.cellsOf }]
      for (const field of lost) {
        if (field === 'ocr') delete fields.ocr
        else fields[field] = null
        delete cellsOf[field]
      }
      return { ...purchase, fields, cellsOf }
    },
    warnings: () => (rows === 0 ? [] : [{ code: 'digits-lost', params: { rows } }]),
  }
}

/** Asked of every purchase of a file. */
function hasLostSome(purchase: ReadPurchase, row: SheetRow): boolean {
  for (const field of numbered) if (isLost(purchase, field, row)) return true
  return false
}

function isLost({ fields }: ReadPurchase, field: (typeof numbered)[number], row: SheetRow): boolean {
  return hasLostDigits(fields[field], field === 'card' ? null : row)
}

/** `row`: where a number without its last figure is of no use either; fifteen figures tell one card from another. */
function hasLostDigits(text: string | null | undefined, row: SheetRow | null): boolean {
  if (!text || text.length < 5 || text.charCodeAt(0) > 57) return false
  if (shortened.test(text)) return true
  return row?.kinds !== undefined && beyondKept.test(text) && row.kinds[row.cells.indexOf(text)] === 'n'
}
