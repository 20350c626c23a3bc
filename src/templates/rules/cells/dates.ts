import { addDays, type LocalDate, localDate } from '#kernel/local-dates.ts'
import { remember } from '#kernel/remember.ts'
import { bareText } from './bare-dates.ts'
import { readSpokenDate, readSpokenDay } from './spoken-dates.ts'

export type DateOrder = 'ymd' | 'dmy' | 'mdy'
export type DateOrderDecision = {
  order: DateOrder | null
  /** More than one order fits every value: `03/04/2026`. */
  isAmbiguous: boolean
  /** The orders that fit every value. */
  possible: readonly DateOrder[]
  isConflict: boolean
  /** Every date is six digits, so they are YYMMDD; titles between the rows say nothing. */
  isSixDigits: boolean
  /** Every date is the number of a day, as a workbook counts them: the cells have lost their format. */
  isSerials: boolean
  /**
   * A spreadsheet program took `01/04/2026` for a date of its own order and left `28/01/2026` as text: which of the days
   * and months it turned nobody can tell.
   */
  isTurned: boolean
  /** Of days without a year: `20/12` says that of `05/01` too the day stands first. */
  isDayFirst: boolean | null
}
export type DateReading =
  | { kind: 'date'; date: LocalDate }
  | { kind: 'empty' }
  | { kind: 'unreadable'; reason: DateProblem }
export type DateProblem =
  | 'date-unreadable'
  | 'date-ambiguous'
  | 'date-in-other-order'
  | 'date-turned'
  | 'date-without-year'
  | 'date-too-far'

/** A day that only waits for somebody to say what of it is the month. */
export function isOpenDay(reading: DateReading): boolean {
  return reading.kind === 'unreadable' && reading.reason !== 'date-unreadable'
}

/** Of a sheet for a whole year the year alone. */
export type StatementMonth = { year: number; month: number | null }

export type DateRule = {
  order: DateOrder | null
  isSixDigits: boolean
  isSerials?: boolean
  isTurned?: boolean
  isDayFirst?: boolean | null
  /** The file's dates are in another order than the template says: those that fit both are left to the user. */
  isContradicted?: boolean
  /** Without a month, a date without a year is the latest such day that has been. */
  isLatestYear?: boolean
  /** The month that the file says it is about (`Månad: Februari 2025`): gives `MM-DD` its year. */
  month: StatementMonth | null
  today: LocalDate
}

const parts = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/
/** `5/1 2026`, `5/1-26`, `5/1 -26`: as Swedes and Danes write by hand, the day first. */
const byHand = /^(\d{1,2})\/(\d{1,2})(?: | ?- ?)(\d{4}|\d{2})$/
const monthAndDay = /^(\d{1,2})([-/.])(\d{1,2})\.?$/
const allOrders: readonly DateOrder[] = ['ymd', 'dmy', 'mdy']
const tooFarYears = 5

type DateParts = { numbers: [number, number, number]; orders: readonly DateOrder[] }

/** The value's three numbers and the orders that its shape allows. */
function dateParts(text: string): DateParts | null {
  const match = parts.exec(text)
  const [, day, month, year] = match ? [] : (byHand.exec(text) ?? [])
  if (year) return { numbers: [Number(day), Number(month), Number(year)], orders: ['dmy'] }
  if (!match) return null
  const [, first = '', separator = '', second = '', third = ''] = match
  const numbers: [number, number, number] = [Number(first), Number(second), Number(third)]
  if (first.length === 4) return third.length <= 2 ? { numbers, orders: ['ymd'] } : null
  if (first.length === 3 || third.length === 3) return null
  // A dot between is never American; two digits for the year go with Swedish order only behind a dash.
  const yearLast: readonly DateOrder[] = separator === '.' ? ['dmy'] : ['dmy', 'mdy']
  if (third.length === 4) return { numbers, orders: yearLast }
  return { numbers, orders: separator === '-' ? allOrders : yearLast }
}

function inOrder([a, b, c]: [number, number, number], order: DateOrder): LocalDate | null {
  const [year, month, day] = order === 'ymd' ? [a, b, c] : order === 'dmy' ? [c, b, a] : [c, a, b]
  return localDate(year < 100 ? 2000 + year : year, month, day)
}

function isNear(date: LocalDate, today: LocalDate): boolean {
  return Math.abs(Number(date.slice(0, 4)) - Number(today.slice(0, 4))) <= tooFarYears
}

function fittingOrders({ numbers, orders }: DateParts, today: LocalDate): DateOrder[] {
  return orders.filter((order) => {
    const date = inOrder(numbers, order)
    return date !== null && isNear(date, today)
  })
}

/** The orders in which a text is a day of these years; none where it is no day in figures. */
export function fittingOrdersOf(text: string, today: LocalDate): readonly DateOrder[] {
  const read = dateParts(bareText(text))
  return read ? fittingOrders(read, today) : []
}

/** Values that were seen are remembered, since dates repeat; those with a time of day do not, so no more than these. */
const mostRemembered = 10_000

/** Banks date some rows a few days ahead. */
const mostDaysAhead = 31

/**
 * Decides by all values of the column: one value with a part above 12 settles it for the rest. `isPast`: days on which
 * something was bought, so that an order that takes one of them far ahead is not the column's where another does not.
 */
export function createDateOrderSurvey(
  today: LocalDate,
  { isPast = false } = {},
): { add(value: string): void; decide(): DateOrderDecision } {
  const latest = addDays(today, mostDaysAhead)
  const ahead = new Set<DateOrder>()
  let possible: readonly DateOrder[] = allOrders
  let hasDates = false
  let hasSixDigits = false
  let hasSerials = false
  let hasOthers = false
  const turning = createTurningSurvey()
  const short = createShortDaySurvey()
  const seen = new Set<string>()
  return {
    add(value) {
      if (seen.has(value)) return
      if (seen.size >= mostRemembered) seen.clear()
      seen.add(value)
      const text = bareText(value)
      short.add(text)
      if (/^\d{6}$/.test(text)) hasSixDigits = true
      else if (looksLikeSerial(text)) hasSerials = true
      else if (looksLikeDate(text)) hasOthers = true
      const read = dateParts(text)
      const orders = read ? fittingOrders(read, today) : []
      if (orders.length === 0) return
      hasDates = true
      if (read) turning.add(read)
      if (isPast && read)
        for (const order of orders) if ((inOrder(read.numbers, order) ?? '') > latest) ahead.add(order)
      possible = possible.filter((order) => orders.includes(order))
    },
    decide() {
      const isSixDigits = hasSixDigits && !hasOthers && !hasSerials
      const isSerials = hasSerials && !hasOthers && !hasSixDigits
      const [isTurned, isDayFirst] = [turning.isTurned(), short.isDayFirst()]
      if (!hasDates)
        return {
          order: null,
          isAmbiguous: false,
          possible: allOrders,
          isConflict: false,
          isSixDigits,
          isSerials,
          isTurned,
          isDayFirst,
        }
      const timely = possible.filter((one) => !ahead.has(one))
      const fitting = possible[0] !== 'ymd' && timely.length > 0 ? timely : possible
      // `26-07-20`: year first wherever that fits every value, as Swedish files write it.
      const order = fitting.length === 1 || fitting[0] === 'ymd' ? (fitting[0] ?? null) : null
      return {
        order,
        isAmbiguous: fitting.length > 1 && order === null,
        possible: fitting,
        isConflict: fitting.length === 0,
        isSixDigits,
        isSerials,
        isTurned,
        isDayFirst,
      }
    },
  }
}

function createShortDaySurvey() {
  const counts = { dayFirst: 0, monthFirst: 0 }
  return {
    add(text: string) {
      const [, first, separator, second] = monthAndDay.exec(text) ?? []
      if (separator !== '/') return
      if (Number(first) > 12) counts.dayFirst++
      if (Number(second) > 12) counts.monthFirst++
    },
    isDayFirst: () => (counts.dayFirst > 0 === counts.monthFirst > 0 ? null : counts.dayFirst > 0),
  }
}

/** Days that could be months stand year first, and all others year last: no bank writes so. */
function createTurningSurvey() {
  const counts = { early: 0, late: 0, yearLastEarly: 0, yearLastLate: 0 }
  return {
    add({ numbers: [first, second, third], orders }: DateParts) {
      if (orders.length === 1 && orders[0] === 'ymd') counts[third > 12 ? 'late' : 'early']++
      else if (third > 31) counts[first > 12 || second > 12 ? 'yearLastLate' : 'yearLastEarly']++
    },
    isTurned: () => counts.early > 0 && counts.late === 0 && counts.yearLastLate > 0 && counts.yearLastEarly === 0,
  }
}

export function decideDateOrder(
  values: Iterable<string>,
  today: LocalDate,
  options: { isPast?: boolean } = {},
): DateOrderDecision {
  const survey = createDateOrderSurvey(today, options)
  for (const value of values) survey.add(value)
  return survey.decide()
}

/** `03/04/2026`: which of it is the month only its column's order says; a day that stands year first needs none. */
export function needsDateOrder(text: string): boolean {
  return /^'?\d{1,2}[-/]\d/.test(text.trim())
}

/** One file is written one way: the days of other columns (`ofFile`) say what those of this one leave open. */
export function settleDateOrder(decision: DateOrderDecision, ofFile: DateOrderDecision): DateOrderDecision {
  const { order } = ofFile
  if (!decision.isAmbiguous || order === null || !decision.possible.includes(order)) return decision
  return { ...decision, order, possible: [order], isAmbiguous: false }
}

/** A function that reads the dates of one column. Remembers what it read. */
export function createDateReader(rule: DateRule): (text: string) => DateReading {
  const seen = new Map<string, DateReading>()
  return (text) => {
    const known = seen.get(text)
    if (known) return known
    const reading = readDate(bareText(text), rule)
    if (seen.size >= mostRemembered) seen.clear()
    seen.set(text, reading)
    return reading
  }
}

function readDate(text: string, rule: DateRule): DateReading {
  if (text === '') return { kind: 'empty' }
  if (/^\d{8}$/.test(text))
    return asDate(localDate(Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6))), rule)
  if (/^\d{6}$/.test(text) && (rule.isSixDigits || isOnlyYearFirst(text, rule.today)))
    return asDate(readSixDigits(text), rule)
  if (rule.isSerials && looksLikeSerial(text)) return asDate(dayOfSerial(text), rule)
  const read = dateParts(text)
  if (read) {
    const order = read.orders.length === 1 ? read.orders[0] : rule.order
    const isOther = rule.isContradicted || (order && !read.orders.includes(order))
    if (isOther && fittingOrders(read, rule.today).length > 1)
      return { kind: 'unreadable', reason: 'date-in-other-order' }
    if (rule.isTurned && order === 'ymd' && read.numbers[2] <= 12 && read.numbers[1] !== read.numbers[2])
      return { kind: 'unreadable', reason: 'date-turned' }
    if (order && read.orders.includes(order)) return asDate(inOrder(read.numbers, order), rule)
    const [day = null, another] = order ? [] : new Set(read.orders.map((one) => inOrder(read.numbers, one)))
    if (day !== null && another === undefined) return asDate(day, rule) // 3/3/2026
    return { kind: 'unreadable', reason: order ? 'date-unreadable' : 'date-ambiguous' }
  }
  const spoken = readSpokenDate(text)
  if (spoken) return asDate(spoken, rule)
  return readDay(text, rule)
}

/** A day without a year. `01-07` and `7 jan` are the seventh of January; of `2/1` nobody can tell. */
function readDay(text: string, rule: DateRule): DateReading {
  const spoken = readSpokenDay(text)
  const [, first, separator, second] = spoken ? [text, spoken.month, '-', spoken.day] : (monthAndDay.exec(text) ?? [])
  if (first === undefined || second === undefined) return { kind: 'unreadable', reason: 'date-unreadable' }
  const isSaid = rule.isDayFirst != null
  const isOpen =
    separator === '/' && !isSaid && Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second)
  if (isOpen && (rule.month || rule.isLatestYear)) return { kind: 'unreadable', reason: 'date-ambiguous' }
  const isDayFirst = separator === '.' || (separator === '/' && (rule.isDayFirst ?? Number(first) > 12))
  const [month, day] = isDayFirst ? [Number(second), Number(first)] : [Number(first), Number(second)]
  if (!rule.month && rule.isLatestYear) return asDate(latestDay(month, day, rule.today), rule)
  const year = rule.month && yearBeside(month, rule.month)
  if (!year) return { kind: 'unreadable', reason: 'date-without-year' }
  const date = localDate(year, month, day)
  // in a sheet for a whole year a day that is yet to come is of another
  const isAhead = rule.month?.month === null && date !== null && date > addDays(rule.today, mostDaysAhead)
  return isAhead ? { kind: 'unreadable', reason: 'date-without-year' } : asDate(date, rule)
}

/**
 * A statement for January also holds purchases made in December, and one for December some of January. Null for a month
 * too far away to be in it: rows of another statement were pasted under this one.
 */
function yearBeside(month: number, statement: StatementMonth): number | null {
  if (statement.month === null) return statement.year
  const after = (((month - statement.month) % 12) + 12) % 12
  const away = after > 6 ? after - 12 : after
  return away < -2 || away > 1 ? null : Math.floor((statement.year * 12 + statement.month - 1 + away) / 12)
}

function latestDay(month: number, day: number, today: LocalDate): LocalDate | null {
  const year = Number(today.slice(0, 4))
  for (let back = 0; back <= 4; back++) {
    const date = localDate(year - back, month, day)
    if (date !== null && date <= today) return date
  }
  return null
}

/** `260301`, the short Swedish way. */
export function readSixDigits(text: string): LocalDate | null {
  return localDate(2000 + Number(text.slice(0, 2)), Number(text.slice(2, 4)), Number(text.slice(4, 6)))
}

/** `260301` beside days written otherwise, which day first would be the 26th of March 2001; not `250326`, which may be of 2026. */
function isOnlyYearFirst(text: string, today: LocalDate): boolean {
  const read = readSixDigits(text)
  const dayFirst = localDate(2000 + Number(text.slice(4)), Number(text.slice(2, 4)), Number(text.slice(0, 2)))
  return read !== null && isNear(read, today) && (dayFirst === null || !isNear(dayFirst, today))
}

/** Asked for each date of a file, of one today. */
const nearDays = remember((today) => ({
  earliest: addDays(today, -366 * tooFarYears),
  latest: addDays(today, 366 * tooFarYears),
}))

function asDate(date: LocalDate | null, rule: DateRule): DateReading {
  if (date === null) return { kind: 'unreadable', reason: 'date-unreadable' }
  const { earliest, latest } = nearDays(rule.today)
  return date < earliest || date > latest ? { kind: 'unreadable', reason: 'date-too-far' } : { kind: 'date', date }
}

/** Six digits are a date only where the column's name says so: they may as well be an amount or a number of something. */
export function looksLikeSixDigits(text: string): boolean {
  return /^\d{6}$/.test(text.trim()) && readSixDigits(text.trim()) !== null
}

/** Days from 2000 to 2050 as workbooks count them, with a time of day or not; like six digits a date only in a column named so. */
export function looksLikeSerial(text: string): boolean {
  const bare = text.trim()
  return /^\d{5}(?:\.\d{1,12})?$/.test(bare) && bare >= '36526' && bare <= '54789'
}

/** To the second, as a spreadsheet program shows it: what is a thousandth short of midnight is the next day. */
export function dayOfSerial(text: string): LocalDate {
  return addDays('1899-12-30', Math.floor(Math.round(Number(text) * 86_400) / 86_400))
}

/** Whether a cell could be a date; for finding columns and headers, not for reading. */
export function looksLikeDate(text: string): boolean {
  const trimmed = bareText(text)
  if (/^20\d{6}$/.test(trimmed))
    return localDate(Number(trimmed.slice(0, 4)), Number(trimmed.slice(4, 6)), Number(trimmed.slice(6))) !== null
  if (looksLikeDay(trimmed)) return true
  if (readSpokenDate(trimmed)) return true
  const read = dateParts(trimmed)
  return read?.orders.some((order) => inOrder(read.numbers, order) !== null) ?? false
}

/** `02-15`, as invoices write dates whose year stands above. */
export function looksLikeDay(text: string): boolean {
  const day = /^(\d{2})-(\d{2})$/.exec(text.trim())
  return day !== null && localDate(2024, Number(day[1]), Number(day[2])) !== null
}

/** `29/12`, `3.2.`, `7 jan`: in a column named so a day whose year stands elsewhere, in any other a fraction or an amount. */
export function looksLikeShortDay(text: string): boolean {
  const [, first, second] = /^(\d{1,2})[/.](\d{1,2})\.?$/.exec(text.trim()) ?? []
  if (first === undefined) return readSpokenDay(text.trim()) !== null
  return [
    [second, first],
    [first, second],
  ].some(([month, day]) => localDate(2024, Number(month), Number(day)) !== null)
}
