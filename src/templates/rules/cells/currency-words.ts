import { codeOfCurrency } from './currency-names.ts'
import { currencyOfNumber } from './numeric-currencies.ts'
import { currencyCodes, currencyOfSign } from './stated-currency.ts'

/** What kronor and dollars are called where nobody says whose: as the sign, they are the account's own where it has them. */
const signOfWord: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ krona: 'kr', kronor: 'kr', krone: 'kr', kroner: 'kr', króna: 'kr', krónur: 'kr' },
    ...{ dollar: '$', dollars: '$', 'dollar ($)': '$', pund: '£', pound: '£', pounds: '£' },
  }),
)
/** `Skr`, `Dkr`: whose the kronor are. */
const shortKronor: Readonly<Record<string, string>> = { s: 'SEK', sv: 'SEK', sw: 'SEK', d: 'DKK', n: 'NOK', i: 'ISK' }
const ofCountry = /^(s|sv|sw|d|n|i)\.? ?kr\.?$/

const languages = ['sv', 'nb', 'da', 'fi', 'de', 'en']
/** Historical ones have names too, which ours may be called in short. */
const spelled = 'SEK EUR NOK DKK USD GBP CHF ISK CAD AUD NZD JPY PLN CZK HUF RON BGN SGD HKD THB INR ZAR TRY CNY'.split(
  ' ',
)
let names: ReadonlyMap<string, string> | undefined

/** `svenska kronor`, `US-dollar`, `norske kroner`: one or several of each, as Swedish and its neighbours spell them. */
function namesOf(): ReadonlyMap<string, string> {
  names ??= new Map(
    languages.flatMap((language) =>
      spelled.flatMap((currency) => {
        const format = new Intl.NumberFormat(language, {
          style: 'currency',
          currency,
          currencyDisplay: 'name',
          maximumFractionDigits: 0,
        })
        return [1, 2].map((count): [string, string] => {
          const name = format.formatToParts(count).find(({ type }) => type === 'currency')?.value ?? currency
          return [plainName(name), currency]
        })
      }),
    ),
  )
  return names
}

function plainName(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s-]+/g, ' ')
    .trim()
}

/** `kr` and `Kronor` may be of any of the countries that have them. */
export function saysKronor(text: string): boolean {
  return currencyOfWord(text, 'NOK') === 'NOK' && currencyOfWord(text, 'SEK') === 'SEK'
}

/** A code, or `kr` for all words that say kronor and not whose: what rows have in common, however they write it. */
export function currencyKey(text: string): string {
  const code = text.trim()
  if (/^[A-Z]{3}$/.test(code)) return code
  return saysKronor(code) ? anyKronor : code.toUpperCase()
}
export const anyKronor = 'kr'

/** `USD - US Dollar`, `US Dollar (USD)`. */
function codeInName(name: string): string | null {
  const code = /^([A-Z]{3})(?!\p{L})/u.exec(name)?.[1] ?? /\(([A-Z]{3})\)$/.exec(name)?.[1]
  return code !== undefined && currencyCodes.has(code) ? code : null
}

const longestName = 60

/**
 * Whose currency a cell in a column of currencies says by a sign, a number or a word, for a row of an account in `own`; null
 * for a code, which says it itself, and for what nobody knows.
 */
export function currencyOfWord(text: string, own: string): string | null {
  const name = text.trim()
  if (name.length > longestName || /^[A-Z]{3}$/.test(name)) return null
  const found = currencyOfNumber(name) ?? currencyOfSign(name, own)
  if (found !== null || name === '') return found
  const plain = plainName(name)
  const sign = signOfWord.get(plain)
  if (sign !== undefined) return currencyOfSign(sign, own)
  const country = ofCountry.exec(plain)?.[1]
  if (country !== undefined) return shortKronor[country] ?? null
  return namesOf().get(plain) ?? codeInName(name) ?? (plain.length > 3 ? codeOfCurrency(plain) : null)
}
