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
  const before = Map.groupBy(earlier.map(toKnown), amountOf)
  for (const [amount, own] of Map.groupBy(rows.map(toKnown), amountOf)) {
    const [unheld, left] = [byDay(own), byDay(before.get(amount) ?? [])]
    const hold = (row: Known<Row>, alike: Known<Earlier>, day: { day?: string }) => {
      unheld.delete(row)
      left.delete(alike)
      const { fileName, row: number, text } = alike.of
      found.set(row.of.id, { code: perhapsImported, params: { fileName, row: number, text, ...day } })
    }
    const asked = own.filter(({ of }) => !of.isAnother)
    for (const row of asked) {
      const alike = left.on(row.day).find((one) => mayBeSame(row, one))
      if (alike) hold(row, alike, {})
    }
    const rest = asked.filter(({ of }) => !found.has(of.id))
    for (const [row, alike] of findOtherDays(rest, unheld, left)) hold(row, alike, { day: alike.of.day })
  }
  return found
}

/** A purchase as it is compared with others. `day`: counted from 1970. */
type Known<One extends Compared> = { of: One; day: number; card: string; text: string; name: string }

const dayMs = 86_400_000
const toKnown = <One extends Compared>(of: One): Known<One> => ({
  of,
  day: Date.parse(`${of.day}T00:00:00Z`) / dayMs,
  card: lastDigits(of.card),
  text: bareLetters(of.text),
  name: bareLetters(of.name ?? ''),
})
const amountOf = ({ of }: Known<Compared>) => of.amount

type ByDay<One extends Compared> = {
  on(day: number): Known<One>[]
  /** A few days before or after. */
  near(day: number): Known<One>[]
  delete(one: Known<One>): void
}

function byDay<One extends Compared>(all: readonly Known<One>[]): ByDay<One> {
  const days = Map.groupBy(all, ({ day }) => day)
  const on = (day: number) => days.get(day) ?? []
  return {
    on,
    near: (day) => daysApart.flatMap((apart) => on(day + apart)),
    delete: (one) => void on(one.day).splice(on(one.day).indexOf(one), 1),
  }
}

const daysApart = Array.from({ length: mostDaysApart }, (_, index) => [-index - 1, index + 1]).flat()

/**
 * Purchases of one shop and amount that two sources date a few days apart, where each source has but one of them in those
 * days: who lunches at one place every day is not asked each time. One source dates a purchase in one way.
 */
function findOtherDays(
  rows: readonly Known<Row>[],
  unheld: ByDay<Row>,
  left: ByDay<Earlier>,
): [Known<Row>, Known<Earlier>][] {
  const mayBe = (row: Known<Row>, one: Known<Earlier>) => row.of.templateId !== one.of.templateId && mayBeSame(row, one)
  return rows.flatMap((row): [Known<Row>, Known<Earlier>][] => {
    const [one, another] = left.near(row.day).filter((candidate) => mayBe(row, candidate))
    if (!one || another) return []
    const isOnly = unheld.near(one.day).every((other) => other === row || !mayBe(other, one))
    return isOnly ? [[row, one]] : []
  })
}

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

function mayBeSame(row: Known<Compared>, other: Known<Compared>): boolean {
  // Whoever numbers purchases has given two numbers to two.
  if (row.of.providerId && other.of.providerId) return false
  if (row.card && other.card && row.card !== other.card) return false
  if (isBeginning(row.text, other.text)) return true
  // A source writes its own texts alike: two that differ otherwise are two.
  return row.of.templateId !== other.of.templateId && isBeginning(row.name, other.name)
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
