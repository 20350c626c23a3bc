import type { TextPattern } from '../../contract.ts'
import { codeOfCurrency } from './currency-names.ts'
import { currencyCodes } from './stated-currency.ts'

/** `Foreign Spend Amount: 99,00 US DOLLAR Commission Amount: …` in American Express's extended details, of a refund also with a minus. */
const amexForeign =
  /foreign spend amount: *[-\u2212\u2013]? *([\d.,\s\u00a0\u202f']+?) +(\p{L}[\p{L} .&'()-]*?)(?= +commission\b| +currency\b|$)/iu

/** `20.00 UNITED STATES DOLLAR`, where a column of its own says what was spent abroad. */
const spentAlone = /^[-\u2212\u2013]? *([\d.,\s\u00a0\u202f']+?) +(\p{L}[\p{L} .&'()-]*)$/u

/** American Express writes some hundred characters; the pattern's time grows with the square of the length. */
const longestDetails = 1000

/** What kind of movement Wise's ids tell: `CARD_TRANSACTION-123`, `FEE-CARD-123`. */
const idKind = /^['"]?((?:FEE-)?[A-Z_]+)-/

/** `/24-03-01` at SEB, `Kortköp 260301` at Nordea: a day inside a text, which the date rules then read. */
const dayInText = /(?<!\d)(?:\d{4}-\d{2}-\d{2}|\d{2}-\d{2}-\d{2}|\d{6}|\d{1,2}[./]\d{1,2}[./]\d{2,4})(?!\d)/

/** The part of a longer text that a pattern stands for; '' where the text has none. An unknown currency name comes as it stands. */
export function readPattern(text: string, pattern: TextPattern): string {
  switch (pattern) {
    case 'digits':
      return text.replace(/\D/g, '')
    case 'last-four':
      return text.replace(/\D/g, '').slice(-4)
    case 'before-comma':
      return (text.split(',')[0] ?? '').trim()
    case 'id-kind':
      return idKind.exec(text.trim())?.[1] ?? ''
    case 'date-in-text':
      return dayInText.exec(text)?.[0] ?? ''
    default: {
      const details = text.slice(0, longestDetails)
      const match = amexForeign.exec(details) ?? ofKnownCurrency(spentAlone.exec(details.trim()))
      if (!match) return ''
      const name = (match[2] ?? '').trim()
      if (pattern === 'amex-foreign-amount') return withoutThousands(match[1] ?? '', name)
      return codeOfCurrency(name) ?? name
    }
  }
}

/** Other words behind a figure may be anything. */
function ofKnownCurrency(match: RegExpExecArray | null): RegExpExecArray | null {
  const name = match?.[2] ?? ''
  return codeOfCurrency(name) !== null || currencyCodes.has(name) ? match : null
}

const thousands = /^\d{1,3}(?:[.,]\d{3})+$/
/** The only currencies with three decimals. */
const threeDecimals = /dinar|omani/i

/** `29,354 JAPANESE YEN` among `20.00` and among `99,00` alike: three digits behind the mark are no decimals. */
function withoutThousands(amount: string, currency: string): string {
  return thousands.test(amount) && !threeDecimals.test(currency) ? amount.replace(/[.,]/g, '') : amount
}
