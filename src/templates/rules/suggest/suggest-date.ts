import type { ColumnProfile } from '../columns/profile-columns.ts'
import type { Add, ByRole } from '../columns/suggest-by-format.ts'
import { informsOfState, saysNotBooked, tellsState } from './suggest-state.ts'

const isDate = (column: ColumnProfile) => column.dates >= column.filled / 2

/** The day of the purchase, else the one of booking, and the state that the latter tells. */
export function suggestDate(profiles: readonly ColumnProfile[], byRole: ByRole, add: Add): void {
  const booked = byRole('bookedDate', isDate)
  const purchased = byRole('purchaseDate', (column) => isDate(column) && !(booked && isOfTheRow(column, booked)))
  add('invoiceDate', purchased, 0.9)
  add('invoiceDate', booked && profiles.find((column) => isBefore(column, booked)), 0.7, undefined, 'content-dates')
  add('invoiceDate', booked, 0.8)
  const state = byRole('status', tellsState) ?? profiles.find(informsOfState)
  if ((purchased ?? booked) && state) add('status', state, 0.8)
  if (purchased) add('status', booked ?? byRole('bookedDate', saysNotBooked), 0.6, undefined, 'booked-date')
  const dated = profiles
    .filter((column) => column.dates > 0)
    .sort((a, b) => b.dates - a.dates || Number(isLaterDay(a)) - Number(isLaterDay(b)) || a.index - b.index)
  const full = dated.filter(({ dates }) => dates === dated[0]?.dates)
  // a purchase is made before it is booked
  const earliest = full.find((column) => full.every((other) => isNeverLater(column, other)))
  add('invoiceDate', earliest ?? dated[0], 0.5, undefined, 'content-dates')
}

/**
 * Days that no row has after the day of booking and some have before it, in a column of another name: those of the purchases. Days
 * from which interest counts are none.
 */
function isBefore(column: ColumnProfile, booked: ColumnProfile): boolean {
  // `Köp` under `Datum`, beside `Bokfört`
  const mayBeDay = column.role === null || column.role === 'amountOut'
  if (!mayBeDay || isLaterDay(column)) return false
  const isWhole = column.filled === booked.filled && column.dates === column.filled
  return isWhole && isNeverLater(column, booked) && column.values.some((value, row) => value !== booked.values[row])
}

/** From which interest counts, or until which something is to be paid. */
function isLaterDay({ name }: ColumnProfile): boolean {
  return /rent|ränt|valut|valeur|valör|value|interest|förfall|forfal|due/i.test(name)
}

/**
 * `Skapad` beside the day of booking may be when somebody wrote the row: it is the purchase's where it never is after that day
 * and before it in some row. Of days that are not written year first only one that is the same in all rows says that it is not.
 */
function isOfTheRow(column: ColumnProfile, booked: ColumnProfile): boolean {
  if (!createdName.test(column.name.trim())) return false
  const bookedOn = new Map(booked.rows.map((row, place) => [row, booked.values[place]?.trim() ?? '']))
  const both = column.values.flatMap((value, place) => {
    const other = bookedOn.get(column.rows[place] ?? -1)
    return other === undefined ? [] : [{ own: value.trim(), other }]
  })
  if (!both.every(({ own, other }) => isYearFirst(own) && isYearFirst(other)))
    return column.distinct === 1 && booked.distinct > 1
  const isAfter = both.some(({ own, other }) => own.slice(0, 10) > other.slice(0, 10))
  return isAfter || both.every(({ own, other }) => own === other)
}
const createdName = /^(?:skapa[dt]|created)(?!\p{L})/iu
const isYearFirst = (text: string) => /^\d{4}-\d\d-\d\d/.test(text)

/** Of days whose order nobody doubts. */
function isNeverLater({ values }: ColumnProfile, { values: others }: ColumnProfile): boolean {
  return values.every((value, index) => {
    const [day, other] = [inOrder(value), inOrder(others[index] ?? '')]
    return day !== null && other !== null && day <= other
  })
}

/** A day as texts that are compared, of one that is written year first, or day first with dots; else null. */
function inOrder(text: string): string | null {
  const dotted = /^(\d\d)\.(\d\d)\.(\d{4})(?!\d)/.exec(text.trim())
  if (dotted) return `${dotted[3]}-${dotted[2]}-${dotted[1]}`
  return isYearFirst(text) ? text.slice(0, 10) : null
}
