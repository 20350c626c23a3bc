import { localDate } from '#kernel/local-dates.ts'
import { minorFromDecimal } from '#kernel/money.ts'
import type { ReceiptFacts } from '../contract.ts'

const mostAmounts = 60
const mostDates = 20
const mostText = 20_000

/** Words beside the amount that was paid, as receipts and invoices in Swedish, English, German, Norwegian and Danish say it. */
const totalWords =
  /\b(?:att betala|summa|totalt?|total(?:belopp|summa)?|amount (?:due|paid)|grand total|to pay|betalt|kortköp|gesamt(?:betrag)?|å betale|at betale|i alt|sum)\b/i
const notTotalWords = /\b(?:moms|vat|mwst|netto|net|exkl|subtotal|delsumma|varav|rabatt|växel)\b/i

const currencies: readonly [RegExp, string][] = [
  [/€|\bEUR\b/i, 'EUR'],
  [/£|\bGBP\b/i, 'GBP'],
  [/\$|\bUSD\b/i, 'USD'],
  [/\bNOK\b/i, 'NOK'],
  [/\bDKK\b/i, 'DKK'],
  [/\bSEK\b|\bkr\b|:-/i, 'SEK'],
]

/** `1 250,00`, `1.250,00`, `1,250.00`, `1250.00`: always two decimals, since a number without them is rarely an amount. */
const amounts = /(?<![\d.,])(-?\d{1,3}(?:[ \u00a0\u202f.,]\d{3}){0,3}|-?\d{1,9})[.,](\d{2})(?![\d]|[.,]\d)/g

/** What a receipt's text says of amounts and days; nothing is certain, everything is only for matching. */
export function readFacts(given: string): ReceiptFacts {
  // What jsonb cannot hold: PDFs and letters have NULs, and the cut may go through an emoji.
  const text = given.slice(0, mostText).replaceAll('\0', ' ').toWellFormed()
  const lines = text.split(/\r?\n/)
  return {
    amounts: lines.flatMap((line, index) => amountsOf(line, lines[index - 1] ?? '')).slice(0, mostAmounts),
    dates: [...new Set(lines.flatMap(datesOf))].slice(0, mostDates),
    text: text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim(),
  }
}

function amountsOf(line: string, before: string): ReceiptFacts['amounts'] {
  const currency = currencies.find(([sign]) => sign.test(line))?.[1] ?? null
  const saysTotal = (words: string) => totalWords.test(words) && !notTotalWords.test(words)
  // Receipts often print the word on one line and the figure on the next.
  const isTotal = saysTotal(line) || (!/\p{L}{3}/u.test(line) && saysTotal(before))
  return [...line.matchAll(amounts)].flatMap(([, whole = '', fraction = '']) => {
    const minor = minorFromDecimal(`${whole.replace(/[^\d-]/g, '')}.${fraction}`, 'SEK')
    return minor === null || minor === 0 ? [] : [{ minor, currency, isTotal }]
  })
}

const months: Record<string, number> = {}
for (const [index, names] of [
  'jan januari january',
  'feb februari february',
  'mar mars march',
  'apr april',
  'maj may',
  'jun juni june',
  'jul juli july',
  'aug augusti august',
  'sep sept september',
  'okt oktober oct october',
  'nov november',
  'dec december',
].entries())
  for (const name of names.split(' ')) months[name] = index + 1

function datesOf(line: string): string[] {
  const found: (string | null)[] = []
  for (const [, y, m, d] of line.matchAll(/\b(20\d{2})[-./](\d{1,2})[-./](\d{1,2})\b/g))
    found.push(localDate(Number(y), Number(m), Number(d)))
  for (const [, d, m, y] of line.matchAll(/\b(\d{1,2})[-./](\d{1,2})[-./](20\d{2})\b/g)) {
    found.push(localDate(Number(y), Number(m), Number(d)))
    if (d !== m) found.push(localDate(Number(y), Number(d), Number(m)))
  }
  for (const [, d, name, y] of line.matchAll(/\b(\d{1,2})[. ]+(\p{L}{3,9})\.?,?[ ]+(20\d{2})\b/gu))
    found.push(localDate(Number(y), months[(name ?? '').toLowerCase()] ?? 0, Number(d)))
  for (const [, name, d, y] of line.matchAll(/\b(\p{L}{3,9})\.?[ ]+(\d{1,2}),?[ ]+(20\d{2})\b/gu))
    found.push(localDate(Number(y), months[(name ?? '').toLowerCase()] ?? 0, Number(d)))
  return found.filter((date) => date !== null)
}
