import { shownUnit } from './shown-unit.ts'
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
  const format = { isDate, unit: isDate ? null : unitOf(code) }
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

/**
 * Kronor and dollars of a country that the format names beside the sign: `[$kr-414]` are Norway's
 * ([MS-LCID]; the last three figures are language and country, and 4809 is Singapore's).
 */
const countries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kr: { 406: 'DKK', 414: 'NOK', 814: 'NOK', '40F': 'ISK' },
  $: { 1009: 'CAD', C0C: 'CAD', C09: 'AUD', 1409: 'NZD', 4809: 'SGD', C04: 'HKD', 404: 'TWD', '80A': 'MXN' },
}

/** A sign in `[$…]` is one of a currency, also one that we do not know. */
function unitOf(code: string): string | null {
  const [, named = '', country = ''] = /\[\$([^\]-]+)(?:-([0-9A-F]+))?[^\]]*\]/i.exec(code) ?? []
  const unit = shownUnit(named || shownTexts(code))
  if (unit === null) return named.trim() || null
  return countries[unit]?.[country.toUpperCase()] ?? unit
}

/** What the format shows besides the digits: `[$€-2]`, `"kr"`, `\k\r`. */
function shownTexts(code: string): string {
  return code
    .replace(/[_*]./g, ' ')
    .replace(/\[\$([^\]-]*)[^\]]*\]/g, ' $1 ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\\(.)/g, '$1')
    .replace(/"/g, '')
}
