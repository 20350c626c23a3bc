import { dateText, decimalText } from './cell-text.ts'
import { shownText } from './number-format.ts'
import { SpreadsheetError } from './spreadsheet.ts'
import type { TypedCell } from './typed-cell.ts'
import type { XlsxBook } from './xlsx-parts.ts'

const simpleNumber = /^-?(?:0|[1-9]\d{0,13})(?:\.\d{0,13}[1-9])?$/
/** Longer than a double holds: an id, as it stands in the file. */
const longNumber = /^[1-9]\d{15,39}$/
const isoDate = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** A cell as the XML has it → text and kind (ECMA-376 Part 1, 18.18.11 ST_CellType). */
export function readXlsxCell(type: string, style: number, value: string, book: XlsxBook): TypedCell {
  switch (type) {
    case 's': {
      if (value.trim() === '') return { kind: '_', text: '' }
      const text = book.sharedStrings[Number(value)]
      if (text === undefined) throw new SpreadsheetError('unreadable', {}, `no shared string ${value.slice(0, 20)}`)
      return { kind: 't', text }
    }
    case 'str':
    case 'inlineStr':
    case 'e':
      return { kind: 't', text: value }
    case 'b':
      return { kind: 'b', text: /^\s*(1|true)\s*$/i.test(value) ? 'TRUE' : 'FALSE' }
    case 'd': {
      const found = isoDate.exec(value.trim())
      if (!found) return { kind: 't', text: value }
      const [, day = '', time = ''] = found
      const full = time.length === 5 ? `${time}:00` : time
      return { kind: 'd', text: full === '' || full === '00:00:00' ? day : `${day} ${full}` }
    }
    default:
      return readNumber(value.trim(), style, book)
  }
}

function readNumber(value: string, style: number, book: XlsxBook): TypedCell {
  const { dateStyles, unitStyles, shownStyles, isDate1904 } = book
  const isDate = dateStyles[style] === true
  const unit = unitStyles[style]
  const format = shownStyles.size > 0 ? shownStyles.get(style) : undefined
  const numberOf = (text: string): TypedCell => {
    const shown = format ? shownText(text, format) : null
    const cell: TypedCell = shown === null ? { kind: 'n', text } : { kind: 't', text: shown }
    return unit ? { ...cell, unit } : cell
  }
  if (!isDate && value.length <= 16 && simpleNumber.test(value) && value !== '-0') return numberOf(value)
  if (value === '') return { kind: '_', text: '' }
  if (!isDate && longNumber.test(value)) return numberOf(value)
  const number = Number(value)
  if (!Number.isFinite(number)) return { kind: 't', text: value }
  if (isDate && number === 0) return { kind: '_', text: '' } // what a formula fetches from an empty cell
  const date = isDate ? dateText(number, isDate1904) : null
  return date === null ? numberOf(decimalText(number)) : { kind: 'd', text: date }
}
