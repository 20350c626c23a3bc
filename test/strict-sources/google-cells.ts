/** A cell as the grid holds it. `shown` is what a person sees, which the sheet's own language decides. */
export type Cell = {
  value: string | number | boolean
  shown?: string
  format?: { type: 'TEXT' | 'NUMBER' | 'PERCENT' | 'CURRENCY' | 'DATE' | 'TIME' | 'DATE_TIME'; pattern?: string }
  formula?: string
}
/** What a test writes: a plain value is one that somebody typed. */
export type Given = Cell | string | number | boolean | null

export const toCell = (given: Given): Cell | null =>
  given === null || given === '' ? null : typeof given === 'object' ? given : { value: given }

/** Days since 1899-12-30, a time of the day as a fraction: no zone in it. */
export function serialOf(day: string, time = '00:00:00'): number {
  return (Date.parse(`${day}T${time}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000
}

/** `shown` is left to the sheet's language where it is left out. */
export const day = (iso: string, shown?: string): Cell => ({
  value: serialOf(iso),
  format: { type: 'DATE' },
  ...(shown !== undefined && { shown }),
})
export const instant = (iso: string, time: string, shown: string): Cell => ({
  ...{ value: serialOf(iso, time), shown, format: { type: 'DATE_TIME' as const } },
})
export const money = (value: number, shown: string): Cell => ({ value, shown, format: { type: 'CURRENCY' } })
export const reckoned = (formula: string, cell: Exclude<Given, null>): Cell => ({
  ...(typeof cell === 'object' ? cell : { value: cell }),
  formula,
})

/** As FORMATTED_VALUE gives it. */
export function shownText(cell: Cell, locale: string): string {
  if (cell.shown !== undefined) return cell.shown
  const language = locale.replace('_', '-')
  if (typeof cell.value === 'boolean') return wordOf(cell.value, language)
  if (typeof cell.value === 'string') return cell.value
  if (cell.format?.type === 'DATE')
    return new Intl.DateTimeFormat(language, { timeZone: 'UTC', dateStyle: 'short' }).format(
      Date.UTC(1899, 11, 30) + cell.value * 86_400_000,
    )
  // "Automatic": as many digits as are told apart, no separator of thousands.
  const plain = String(Number(cell.value.toPrecision(10)))
  return new Intl.NumberFormat(language).format(1.5).includes(',') ? plain.replace('.', ',') : plain
}

function wordOf(value: boolean, language: string): string {
  if (!language.startsWith('sv')) return value ? 'TRUE' : 'FALSE'
  return value ? 'SANT' : 'FALSKT'
}

type Rendering = { value: string; dateTime: string; locale: string }

/** One cell of an answer of values; an empty one is an empty text. */
export function render(cell: Cell | null, { value, dateTime, locale }: Rendering): string | number | boolean {
  if (!cell) return ''
  if (value === 'FORMATTED_VALUE') return shownText(cell, locale)
  if (value === 'FORMULA' && cell.formula !== undefined) return cell.formula
  const isTime = cell.format && ['DATE', 'TIME', 'DATE_TIME'].includes(cell.format.type)
  return isTime && dateTime === 'FORMATTED_STRING' ? shownText(cell, locale) : cell.value
}
