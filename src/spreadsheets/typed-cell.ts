import * as XLSX from '@e965/xlsx'

export type TypedCell = { kind: 't' | 'n' | 'd' | 'b' | '_'; text: string }

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
    const isDate = typeof cell.z === 'string' && XLSX.SSF.is_date(cell.z)
    const date = isDate ? dateText(cell.v, isDate1904) : null
    return date === null ? { kind: 'n', text: decimalText(cell.v) } : { kind: 'd', text: date }
  }
  if (cell.t === 'b') return { kind: 'b', text: cell.v ? 'TRUE' : 'FALSE' }
  if (cell.t === 'e') return { kind: 't', text: errorTexts[Number(cell.v)] ?? '#ERROR!' }
  const text = String(cell.v)
  return text.trim() === '' ? empty : { kind: 't', text }
}

/** Excel keeps numbers as doubles and shows 15 significant digits; more than that is noise (`3282.210000000001`). */
function decimalText(value: number): string {
  const [digits = '', exponent = '0'] = value.toExponential(14).replace(/^-/, '').split('e')
  const significant = digits.replace('.', '').replace(/0+$/, '')
  if (significant === '') return '0'
  const point = Number(exponent) + 1
  const whole = point > 0 ? significant.slice(0, point).padEnd(point, '0') : '0'
  const fraction = point > 0 ? significant.slice(point) : '0'.repeat(-point) + significant
  return `${value < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** Serial days since 1899-12-30 (or 1904-01-01), reckoned in UTC so that no time zone moves a date. Null when it is none. */
function dateText(serial: number, isDate1904: boolean): string | null {
  const days = serial + (isDate1904 ? 1462 : 0)
  const instant = new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1000)
  if (days < 0 || Number.isNaN(instant.getTime()) || instant.getUTCFullYear() > 9999) return null
  const iso = instant.toISOString()
  return iso.slice(11, 19) === '00:00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
}
