import { xlsxLibrary } from './xlsx-library.ts'

/** What a number is shown as, by the code of its format (ECMA-376 Part 1, 18.8.31). `unit` as it is shown: `kr`, `€`, `%`. */
export type NumberFormat = { isDate: boolean; unit: string | null }

const mostKnown = 1000
const known = new Map<string, NumberFormat>()

/** Formats are few and cells many. */
export function readNumberFormat(code: string): NumberFormat {
  const found = known.get(code)
  if (found) return found
  const isDate = isDateFormat(code)
  const format = { isDate, unit: isDate ? null : (unitSign.exec(shownTexts(code))?.[0] ?? null) }
  if (known.size >= mostKnown) known.clear()
  known.set(code, format)
  return format
}

/** The library takes `#,##0.00 SEK` for seconds: where a part shows digits of a number, it shows no date. */
function isDateFormat(code: string): boolean {
  if (!xlsxLibrary().SSF.is_date(code)) return false
  const tokens = code
    .replace(/"[^"]*"?|\\.|[_*]./g, '')
    .replace(/\[(h+|m+|s+)\]/gi, '$1')
    .replace(/\[[^\]]*\]|general/gi, '')
    .replace(/s[.,]0+/gi, 's')
  return tokens.split(';').some((part) => /[a-zåä]/i.test(part) && !/[#?0]/.test(part))
}

const unitSign = /€|\$|£|%|(?<![\p{L}])(?:SEK|EUR|USD|NOK|DKK|GBP|CHF|kr)(?![\p{L}])/iu

/** What the format shows besides the digits: `[$€-2]`, `"kr"`, `\k\r`. */
function shownTexts(code: string): string {
  return code
    .replace(/[_*]./g, ' ')
    .replace(/\[\$([^\]-]*)[^\]]*\]/g, ' $1 ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\\(.)/g, '$1')
    .replace(/"/g, '')
}
