/** Whose kronor and dollars a sign may stand for: the account's own where it is one of them. */
const kronor: ReadonlySet<string> = new Set(['SEK', 'NOK', 'DKK', 'ISK', 'CZK'])
const dollars: ReadonlySet<string> = new Set(['USD', 'CAD', 'AUD', 'NZD', 'HKD', 'SGD', 'TWD', 'MXN'])
/** Codes of currencies that stand beside figures in files, for regular expressions; of others a column of codes tells. */
export const writtenCodes =
  'sek|eur|nok|dkk|usd|gbp|chf|isk|cad|aud|nzd|jpy|pln|czk|huf|ron|bgn|sgd|hkd|thb|inr|zar|try|ils|mxn|brl|cny|aed|krw|twd|myr|idr|php|vnd'
const sign = new RegExp(`€|\\$|£|¥|:-|(?<!\\p{L})(?:${writtenCodes}|kr)(?!\\p{L})`, 'iu')

/** The currency that an amount states beside its figures, `9,99 $` or `EUR 12`, for a row of that currency; null for none. */
export function statedCurrency(text: string, own: string): string | null {
  if (isBareFigure(text)) return null
  const found = sign.exec(text)?.[0].toUpperCase()
  if (found === undefined) return null
  if (found === 'KR' || found === ':-') return kronor.has(own) ? own : 'SEK'
  if (found === '$') return dollars.has(own) ? own : 'USD'
  if (found === '¥') return own === 'CNY' ? own : 'JPY'
  return found === '€' ? 'EUR' : found === '£' ? 'GBP' : found
}

const whole = new RegExp(`^(?:€|\\$|£|¥|${writtenCodes}|kr)$`, 'i')
/** Every code of a currency that Unicode knows (ISO 4217), in capitals. */
export const currencyCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
const otherSigns: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ US$: 'USD', A$: 'AUD', AU$: 'AUD', C$: 'CAD', CA$: 'CAD', NZ$: 'NZD', S$: 'SGD', HK$: 'HKD', NT$: 'TWD' },
    ...{ R$: 'BRL', MX$: 'MXN', zł: 'PLN', Kč: 'CZK', Ft: 'HUF', lei: 'RON', лв: 'BGN', '₹': 'INR', '₽': 'RUB' },
    ...{ '₺': 'TRY', '₴': 'UAH', '₪': 'ILS', '฿': 'THB', '₫': 'VND', '₱': 'PHP', '₦': 'NGN', '₸': 'KZT', '₾': 'GEL' },
  }),
)

/**
 * The currency that a workbook or a list shows a number in (`SheetRow.units`); null for percent, and the sign as it is where
 * nobody knows whose it is.
 */
export function shownCurrency(unit: string, own: string): string | null {
  if (unit === '%') return null
  if (whole.test(unit)) return statedCurrency(unit, own)
  return currencyCodes.has(unit) ? unit : (otherSigns.get(unit) ?? unit)
}

const signsInLowerCase: ReadonlyMap<string, string> = new Map(
  [...otherSigns].map(([sign, code]) => [sign.toLowerCase(), code]),
)

/** Of a cell that holds nothing but a sign: `€`, `kr`, `US$`; null for a code and what nobody knows. */
export function currencyOfSign(text: string, own: string): string | null {
  const sign = text.trim().toLowerCase()
  if (/^(?:[€$£¥]|kr\.?|:-)$/.test(sign)) return statedCurrency(sign, own)
  return signsInLowerCase.get(sign) ?? null
}

/** Of a cell: by what it is shown in, else by its text. */
export function currencyOfCell(
  { unit, text }: { unit?: string | undefined; text: string },
  own: string,
): string | null {
  return unit === undefined ? statedCurrency(text, own) : shownCurrency(unit, own)
}

/** Nothing but figures at both ends: of a long file nearly all. */
function isBareFigure(text: string): boolean {
  const first = text.charCodeAt(text.charCodeAt(0) === 45 ? 1 : 0)
  return isDigit(text.charCodeAt(text.length - 1)) && isDigit(first)
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** The currency that a column's name states: `Amount (CHF)`, `Belopp i SEK`, `Betrag (€)`, `Määrä EUROA`. */
export function currencyOfName(name: string): string | null {
  const code = /(?:^|[ (])([a-z]{3})\)?$/i.exec(name.trim())?.[1]?.toUpperCase()
  if (
    code !== undefined &&
    currencyCodes.has(code) &&
    (name.includes(`(`) || code === /[A-Z]{3}(?=\)?$)/.exec(name.trim())?.[0])
  )
    return code
  const found = /\b(SEK|EUR|NOK|DKK|USD|GBP)\b|(€)|(£)|\b(euroa?)\b/i.exec(name)
  if (!found) return null
  return found[1]?.toUpperCase() ?? (found[3] ? 'GBP' : 'EUR')
}

const inKronor = /(?:^|[ (])(?:kr|kronor|kroner)\)?$/i

/** Whether a column's name says that it is in a currency; kronor are of any country that has them. Null where it says none. */
export function isNamedIn(name: string, code: string): boolean | null {
  const named = currencyOfName(name)
  if (named !== null) return named === code
  return inKronor.test(name.trim()) ? kronor.has(code) : null
}

const minorUnits: ReadonlySet<string> = new Set('öre ören ore øre cent cents pence penni minor'.split(' '))
/** Beside them öre are what stands behind the decimal mark, or is rounded away: `Kr/öre`, `Belopp inkl. öre`. */
const wholeUnits: ReadonlySet<string> = new Set(
  'kr kronor kroner euro euros inkl incl including med with utan exkl'.split(' '),
)

/** Whether a column's name says that it counts öre or cents: `belopp_ore`, `Amount (cents)`, `amountMinor`. */
export function namesMinorUnits(name: string): boolean {
  const words =
    name
      .normalize('NFC')
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  return words.some((word) => minorUnits.has(word)) && !words.some((word) => wholeUnits.has(word))
}

const largeUnits =
  /(?<![\p{L}\p{N}])(?:tkr|kkr|mkr|mnkr|tusental|tusen|thousands?|tusinde[rn]?|tausend|miljoner|millions?|[ktm](?:sek|eur|usd|nok|dkk|gbp)|(?:sek|eur|usd|nok|dkk|gbp|kr)[ .]?k|(?:sek|eur|usd|nok|dkk|gbp|kr)? ?['’´]000s?)(?![\p{L}\p{N}])/iu
const unitAlone = /^\(?(?:i |in )?[^ ]{3,9}(?: k)?\)?$/i
const unitBehind = /\((?:i |in )?[^ ()]{3,9}(?: k)?\)$/i
const amountsIn =
  /^(?:\p{L}+ )?(?:belopp(?:en)?|siffror(?:na)?|amounts?|figures|values|beløp|beløb|beträge)(?: \p{L}+){0,3}(?: |: ?|, ?|\()/iu

/** Whether a column's name says that it counts thousands, or millions: `Belopp (tkr)`, `Amount (SEK k)`, `Utfall KSEK`. */
export function namesLargeUnits(name: string): boolean {
  return largeUnits.test(name)
}

/** A unit alone in its cell: `(KSEK)`, `i tkr`. */
export function isLargeUnit(text: string): boolean {
  return unitAlone.test(text.trim()) && largeUnits.test(text)
}

/** Whether a text around a table says it of all amounts: `Alla belopp i tkr`, `Utfall 2026 (tkr)`; not `Kreditgräns 50 tkr`. */
export function saysLargeUnits(text: string): boolean {
  if (text.length > 60) return false
  const unit = unitBehind.exec(text.trim())
  if (unit && largeUnits.test(unit[0])) return true
  return amountsIn.test(text.trim()) && largeUnits.test(text) && !/[1-9]/.test(text)
}

const currencyBehind = new RegExp(`\\((?:i |in )?(?:${writtenCodes.toUpperCase()}|€|[Ee]uro)\\)$`)

/** The currency that a text around a table says all amounts are in: `Alla belopp i EUR`, `Utlägg juli (EUR)`. */
export function currencyOfAmounts(text: string): string | null {
  const title = text.trim()
  if (title.length > 60) return null
  const unit = currencyBehind.exec(title)
  if (unit) return currencyOfName(unit[0])
  return amountsIn.test(title) && !/[1-9]/.test(title) ? currencyOfName(title) : null
}
