import { shownUnit } from './shown-unit.ts'
import { xlsxLibrary } from './xlsx-library.ts'

/** What a number is shown as, by the code of its format (ECMA-376 Part 1, 18.8.31). `unit` as it is shown: `kr`, `€`, `%`. */
export type NumberFormat = {
  isDate: boolean
  unit: string | null
  /** Shows whole numbers with so many figures at least: `0012`. */
  figures?: number
  /** Says behind a number above nothing that it was credited: `CR`, `K`. */
  credit?: string
}

const mostKnown = 1000
/** Excel takes no longer ones: what stands behind is not looked at, which takes more than twice as long for twice as much. */
const longestCode = 255
const known = new Map<string, NumberFormat>()

/** Formats are few and cells many. */
export function readNumberFormat(given: string): NumberFormat {
  const code = given.slice(0, longestCode)
  const found = known.get(code)
  if (found) return found
  const isDate = isDateFormat(code)
  const format: NumberFormat = { isDate, unit: isDate ? null : unitOf(code), ...(!isDate && beyondDigits(code)) }
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
 * What a format shows that the number alone does not say: null for most. The end of a card's number without its zeros is
 * another's, and a refund without its `CR` a purchase.
 */
export function shownText(text: string, { figures, credit }: NumberFormat): string | null {
  if (figures !== undefined) return text.length < figures && /^\d+$/.test(text) ? text.padStart(figures, '0') : null
  if (credit === undefined || text === '0' || text.startsWith('-')) return null
  const [whole, decimals = ''] = text.split('.')
  return `${whole}.${decimals.padEnd(2, '0')} ${credit}`
}

function beyondDigits(code: string): Pick<NumberFormat, 'figures' | 'credit'> {
  const zeros = /^(0{2,})(?:;@)?$/.exec(code)?.[1]
  if (zeros) return { figures: zeros.length }
  const [above = '', below] = code.match(/(?:"[^"]*"?|\\.|[^;"\\])+/g) ?? []
  const credit = /\[[<>=]/.test(code) ? null : creditOf(above)
  // `0.00" CR";0.00" DR"` says no more than the sign does
  return credit === null || (below !== undefined && creditOf(below) !== credit) ? {} : { credit }
}

/** `0.00" CR"`, `#,##0.00 "Kredit"`; a `K` may be thousands where no öre stand before it. */
function creditOf(section: string): string | null {
  const word = shownTexts(section)
    .replace(/general|[-+#?0.,\s]/gi, '')
    .replace(/^(?:kr|sek|€)(?!$|edit)/i, '')
  if (/^(?:CR|kredit|credit)$/i.test(word)) return 'CR'
  return /^[KC]$/.test(word) && /[.,]00(?![,0#?])/.test(section) ? word : null
}

/**
 * Kronor and dollars of a country that the format names beside the sign: `[$kr-414]`, or `[$kr-nb-NO]` of newer programs, are
 * Norway's ([MS-LCID]; the last three figures are language and country, and 4809 is Singapore's).
 */
const countries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kr: {
    ...{ 406: 'DKK', 414: 'NOK', 814: 'NOK', '40F': 'ISK' },
    ...{ DK: 'DKK', FO: 'DKK', GL: 'DKK', NO: 'NOK', SJ: 'NOK', IS: 'ISK' },
  },
  $: {
    ...{ 1009: 'CAD', C0C: 'CAD', C09: 'AUD', 1409: 'NZD', 4809: 'SGD', C04: 'HKD', 404: 'TWD', '80A': 'MXN' },
    ...{ CA: 'CAD', AU: 'AUD', NZ: 'NZD', SG: 'SGD', HK: 'HKD', TW: 'TWD', MX: 'MXN' },
  },
}

/** A sign in `[$…]` is one of a currency, also one that we do not know. */
function unitOf(code: string): string | null {
  const [, named = '', country = ''] =
    /\[\$([^\]-]+)(?:-(?:[a-z]{2,3}-(?:[a-z]{4}-)?)?([0-9A-Z]+))?[^\]]*\]/i.exec(code) ?? []
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
