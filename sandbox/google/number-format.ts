import xlsx from '@e965/xlsx'
import type { Cell } from './records.ts'

type Format = Extract<Cell, { f: string }>['f']

/** How a locale writes figures: between thousands, before decimals, and what a type of number is shown as without a pattern. */
type Locale = { groups: string; decimals: string; patterns: Record<Format, string> }

const swedish: Locale = {
  groups: '\u00a0',
  decimals: ',',
  patterns: {
    ...{ DATE: 'yyyy-mm-dd', DATE_TIME: 'yyyy-mm-dd hh:mm:ss', TIME: 'hh:mm:ss' },
    ...{ CURRENCY: '#,##0.00 [$kr]', PERCENT: '0.00%', NUMBER: '#,##0.00' },
  },
}
const locales: Record<string, Locale> = {
  sv_SE: swedish,
  nb_NO: swedish,
  de_DE: {
    ...{ groups: '.', decimals: ',' },
    patterns: { ...swedish.patterns, DATE: 'dd\\.mm\\.yyyy', CURRENCY: '#,##0.00 [$€]' },
  },
  da_DK: {
    ...{ groups: '.', decimals: ',' },
    patterns: { ...swedish.patterns, DATE: 'dd\\-mm\\-yyyy', CURRENCY: '#,##0.00 [$kr.]' },
  },
  fi_FI: { ...swedish, patterns: { ...swedish.patterns, DATE: 'd\\.m\\.yyyy', CURRENCY: '#,##0.00 [$€]' } },
  en_GB: {
    ...{ groups: ',', decimals: '.' },
    patterns: { ...swedish.patterns, DATE: 'dd/mm/yyyy', CURRENCY: '[$£]#,##0.00' },
  },
  en_US: {
    ...{ groups: ',', decimals: '.' },
    patterns: { ...swedish.patterns, DATE: 'm/d/yyyy', DATE_TIME: 'm/d/yyyy h:mm:ss', CURRENCY: '"$"#,##0.00' },
  },
}

/** `effectiveFormat.numberFormat` of a cell that has one. */
export function numberFormatOf(cell: Extract<Cell, { f: string }>, locale: string) {
  return { type: cell.f, pattern: cell.pattern ?? (locales[locale] ?? swedish).patterns[cell.f] }
}

/** "Formatting is based on the spreadsheet's locale" (sheets/api/reference/rest/v4/ValueRenderOption). */
export function shownNumber(value: number, cell: Cell, locale: string): string {
  const { groups, decimals } = locales[locale] ?? swedish
  const isFormatted = typeof cell === 'object' && cell !== null && 'f' in cell
  if (!isFormatted) return String(value).replace('.', decimals)
  const text = xlsx.SSF.format(numberFormatOf(cell, locale).pattern, value)
  if (cell.f === 'DATE' || cell.f === 'DATE_TIME' || cell.f === 'TIME') return text
  return text.replace(/[.,]/g, (mark: string) => (mark === ',' ? groups : decimals))
}
