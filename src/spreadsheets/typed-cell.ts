import type * as XLSX from '@e965/xlsx'
import { isBlank } from '#kernel/blank-text.ts'
import { dateText, decimalText } from './cell-text.ts'
import { readNumberFormat, shownText } from './number-format.ts'

/** `unit`: what a number is shown in. */
export type TypedCell = { kind: 't' | 'n' | 'd' | 'b' | '_'; text: string; unit?: string }

const empty: TypedCell = { kind: '_', text: '' }

/** What Excel shows for a formula that failed, by its code in the file ([MS-XLS] 2.5.10 Bes). */
const errorTexts: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}

/** A workbook's cell as text and kind, independent of how it was formatted for the eye. */
export function readTypedCell(cell: XLSX.CellObject | undefined, isDate1904: boolean): TypedCell {
  if (!cell || cell.v === undefined || cell.v === null) return empty
  if (cell.t === 'n' && typeof cell.v === 'number') {
    const format = typeof cell.z === 'string' ? readNumberFormat(cell.z) : null
    if (format?.isDate && cell.v === 0) return empty // what a formula fetches from an empty cell
    const date = format?.isDate ? dateText(cell.v, isDate1904) : null
    if (date !== null) return { kind: 'd', text: date }
    const text = decimalText(cell.v)
    const shown = format && shownText(text, format)
    return { kind: shown ? 't' : 'n', text: shown ?? text, ...(format?.unit && { unit: format.unit }) }
  }
  if (cell.t === 'b') return { kind: 'b', text: cell.v ? 'TRUE' : 'FALSE' }
  if (cell.t === 'e') return { kind: 't', text: errorTexts[Number(cell.v)] ?? '#ERROR!' }
  const text = String(cell.v)
  return isBlank(text) ? empty : { kind: 't', text }
}
