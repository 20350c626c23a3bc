import { addDays } from '#kernel/local-dates.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import { asciiFold, pairFold } from '#suppliers/rules/ascii-fold.ts'
import { leftOutBefore, perhapsImported } from './anyway-codes.ts'
import { lastDigits, occurrenceKey, plain } from './duplicates.ts'

/** A purchase beside others of its amount. `day`: `YYYY-MM-DD`; `name`: the merchant as the register of names has it. */
export type Compared = {
  amount: number
  day: string
  text: string
  name: string | null
  card: string | null
  providerId: string | null
  templateId: string
}
/** `isAnother`: a person has said that it is none of those that were imported before. */
export type Row = Compared & { id: number; isAnother?: boolean }
type Purchase = { fingerprint: string; occurrence: number }
/** A row of a confirmed import that a person left out. */
export type LeftOut = Purchase & { fileName: string; row: number }
/** One that was imported before, and that the file does not hold itself. */
export type Earlier = Compared & { fileName: string; row: number }

/**
 * How far apart two sources may date one purchase: one tells the day it was made, the other the day it was booked, behind a
 * weekend with a holiday.
 */
export const mostDaysApart = 4

/**
 * Rows that may be purchases imported before under another text or another day: a source cuts what the other writes whole, or
 * the same purchases come once from the card and once from the account it is drawn on. Whether they are a person has to say;
 * nothing else tells two equal purchases on a day from one. Each earlier purchase holds one row.
 */
export function findLookAlikes(rows: readonly Row[], earlier: readonly Earlier[]): Map<number, RowProblem> {
  const found = new Map<number, RowProblem>()
  const before = Map.groupBy(earlier, ({ amount }) => amount)
  for (const [amount, own] of Map.groupBy(rows, (row) => row.amount)) {
    const left = new Set(before.get(amount))
    const hold = (row: Row, one: Earlier, day: { day?: string }) => {
      left.delete(one)
      const { fileName, row: number, text } = one
      found.set(row.id, { code: perhapsImported, params: { fileName, row: number, text, ...day } })
    }
    for (const row of own) {
      const alike = row.isAnother ? undefined : [...left].find((one) => row.day === one.day && mayBeSame(row, one))
      if (alike) hold(row, alike, {})
    }
    const rest = own.filter(({ id }) => !found.has(id))
    for (const { row, one } of findOtherDays(rest, [...left])) hold(row, one, { day: one.day })
  }
  return found
}

/**
 * Purchases of one shop and amount that two sources date a few days apart, where each source has but one of them in those
 * days: who lunches at one place every day is not asked each time. One source dates a purchase in one way.
 */
function findOtherDays(rows: readonly Row[], earlier: readonly Earlier[]): { row: Row; one: Earlier }[] {
  const mayBeDated = (row: Row, one: Earlier) =>
    row.templateId !== one.templateId && isNear(row.day, one.day) && mayBeSame(row, one)
  return rows.flatMap((row) => {
    const [one, another] = row.isAnother ? [] : earlier.filter((candidate) => mayBeDated(row, candidate))
    if (!one || another) return []
    return rows.some((other) => other !== row && mayBeDated(other, one)) ? [] : [{ row, one }]
  })
}

const isNear = (day: string, other: string) =>
  addDays(day, -mostDaysApart) <= other && other <= addDays(day, mostDaysApart)

/** Rows that hold the very purchases that a person left out of files before: the later file would book them. */
export function findLeftOut(
  rows: readonly (Purchase & { id: number })[],
  leftOut: readonly LeftOut[],
): Map<number, RowProblem> {
  const before = new Map(leftOut.map((one) => [occurrenceKey(one.fingerprint, one.occurrence), one]))
  return new Map(
    rows.flatMap(({ id, fingerprint, occurrence }) => {
      const one = before.get(occurrenceKey(fingerprint, occurrence))
      return one ? [[id, { code: leftOutBefore, params: { fileName: one.fileName, row: one.row } }] as const] : []
    }),
  )
}

function mayBeSame(one: Compared, other: Compared): boolean {
  // Whoever numbers purchases has given two numbers to two.
  if (one.providerId && other.providerId) return false
  const [card, otherCard] = [lastDigits(one.card), lastDigits(other.card)]
  if (card && otherCard && card !== otherCard) return false
  if (isBeginning(bareLetters(one.text), bareLetters(other.text))) return true
  // A source writes its own texts alike: two that differ otherwise are two.
  return one.templateId !== other.templateId && isBeginning(bareLetters(one.name ?? ''), bareLetters(other.name ?? ''))
}

/** Terminals have no Å, Ä and Ö: `TAXI OESTERSUND` and `TAXI OSTERSUND` are what a sheet calls Taxi Östersund. */
function bareLetters(text: string): string {
  const words = plain(text).split(' ')
  return words.map((word) => pairFold(asciiFold(word))).join(' ')
}

/** Shorter ones begin too many. */
const leastLetters = 6

function isBeginning(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  return short !== '' && (short === long || (short.length >= leastLetters && long.startsWith(short)))
}

/** The months (`YYYY-MM`) in which purchases lie that may be dated otherwise than some in these. */
export function monthsAround(months: readonly string[]): string[] {
  const days = months.flatMap((month) => [addDays(`${month}-01`, -1), `${month}-01`, addDays(`${month}-28`, 4)])
  return [...new Set(days.map((day) => day.slice(0, 7)))]
}
