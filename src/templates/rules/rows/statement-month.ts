import { localDate } from '#kernel/local-dates.ts'
import type { StatementMonth } from '../cells/dates.ts'
import { monthIndex, monthNames } from '../cells/spoken-dates.ts'

const yearAfterMonth = /(?<![a-zåäöæø])([a-zåäöæø]{3,9})\.? (20\d{2})\b/i

/** `Månad: Februari 2025`, which outweighs a date in words. */
export function isMonthLabel(text: string): boolean {
  return /^\s*(?:faktura)?(?:månad|måned|month|period)\s*:?\s/i.test(text)
}

const statedPeriod =
  /^\s*(?:(?:faktura)?(?:månad|måned|month|period)|(?:fakturerings|statement |billing )?period(?:en)?|(?:faktura|(?:konto)?utdrags)datum|(?:statement|invoice) date|(?:konto|kort)?utdrag|kortfaktura|faktura|transaktioner|statement)(?: för perioden| perioden| period| for the period)?\s*:?\s*(20\d\d)-(\d\d)(?:-\d\d)?(?:\s*(?:-|–|—|till|til|to)?\s*(20\d\d)-(\d\d)(?:-\d\d)?)?\s*$/i
const longestPeriodLine = 80
/** Rows of a longer period may be of either year. */
const longestPeriod = 2

/** `Period: 2025-12-16 - 2026-01-15`, `Fakturadatum 2026-01-31`: the last month of it. */
function monthOfPeriod(text: string): { year: number; month: number } | null {
  const [, year, month, lastYear = year, lastMonth = month] = statedPeriod.exec(text) ?? []
  const months = Number(lastYear) * 12 + Number(lastMonth) - Number(year) * 12 - Number(month)
  if (!(months >= 0 && months <= longestPeriod) || localDate(Number(lastYear), Number(lastMonth), 1) === null)
    return null
  return { year: Number(lastYear), month: Number(lastMonth) }
}

/** `Månad: Februari 2025` above the header → what the file is about. */
export function findStatementMonth(texts: Iterable<string>): { year: number; month: number } | null {
  for (const text of texts) {
    const match = yearAfterMonth.exec(text)
    const index = match ? monthNames.findIndex((names) => names.includes((match[1] ?? '').toLowerCase())) : -1
    if (match && index >= 0) return { year: Number(match[2]), month: index + 1 }
    const period = text.length < longestPeriodLine ? monthOfPeriod(text) : null
    if (period) return period
  }
  return null
}

const yearAlone = /^(\D{0,40})(?<!\p{L})(20\d\d)\.?$/u
const nameAndYear = /^(?:.*[^\p{L}])?(\p{L}{3,9})[. _'-]*(20\d\d|\d\d)$/u
const yearAndName = /^(?:.*[^\d])?(20\d\d)[. _-]*(\p{L}{3,9})\.?$/u
const yearAndMonth = /^(?:\D*[^\d-])?(20\d\d)[-_. ]?(\d\d)$/
const monthAndYear = /^(?:\D*[^\d-])?(\d{1,2})[-_. ](20\d\d)$/

/** What a sheet is called: `Okt 2026`, `Kortköp 2026-10`, `2026`. */
export function monthOfSheet(name: string): StatementMonth | null {
  const text = name.trim()
  if (text === '' || text.length > longestPeriodLine) return null
  const [, month, year] = nameAndYear.exec(text) ?? turned(yearAndName.exec(text)) ?? []
  const index = month === undefined ? -1 : monthIndex(month)
  if (year !== undefined && index >= 0) return { year: (Number(year) % 100) + 2000, month: index + 1 }
  const [, otherMonth, otherYear] =
    (numbered.test(text.replace(/\d+$/, '')) ? null : turned(yearAndMonth.exec(text))) ?? monthAndYear.exec(text) ?? []
  if (otherYear !== undefined && localDate(Number(otherYear), Number(otherMonth), 1) !== null)
    return { year: Number(otherYear), month: Number(otherMonth) }
  const only = yearOfTitle(text)
  return only === null ? null : { year: only, month: null }
}

function turned(match: RegExpExecArray | null): (string | undefined)[] | null {
  return match && [match[0], match[2], match[1]]
}

/** What is numbered: a card by its last figures, an account, a customer, a department, a receipt. */
const numberedWord =
  '(?:\\p{L}*(?:kort|card|konto|nr|nummer)|account|(?:kund|customer)(?:[ -]?id)?|\\p{L}*box|p\\.? ?o\\.? ?box|number|no|id|ref|referens|reference|ocr|kst|kostnadsställe|cost cent(?:er|re)|avd|avdelning|department|dept|projekt|project|avtal|agreement|contract|\\p{L}*kod|code|digits|siffror(?:na)?|anställd|employee|medlem|member|faktura|invoice|order|kvitto|receipt|terminal|kassa|butik|filial|branch|\\p{L}*enhet|unit|organisation|org|lägenhet|lgh|skåp|rum|room|slutar|ending)'
const tier =
  '(?:gold|guld|silver|platinum|black|blue|green|business|corporate|company|classic|premium|world|elite|plus|debit|credit|kredit|företag|privat|standard|card|kort)'
const numbered = new RegExp(
  `[*•]|x{2}|(?<!\\p{L})${numberedWord}\\W*(?:(?:på|med|in|with|som slutar (?:på|med))\\W*)?$|(?<!\\p{L})(?:eurocard|mastercard|visa|amex|american express|diners(?: club)?|seb|first card)(?: ${tier})*\\W*$`,
  'iu',
)

/** `Kortköp 2026`: words, and a year at the end; not `Kort **** 2024` or `Kundnr: 2024`. */
export function yearOfTitle(text: string): number | null {
  const [, words = '', year] = yearAlone.exec(text.trim()) ?? []
  if (numbered.test(words)) return null
  const isOfDay = /\p{L}{3,9}\.? ?$/u.test(words) && monthIndex(words.trim().split(' ').at(-1) ?? '') >= 0
  return year === undefined || isOfDay ? null : Number(year)
}
