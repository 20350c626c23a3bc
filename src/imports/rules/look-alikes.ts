import type { RowProblem } from '#kernel/row-problem.ts'
import { asciiFold, pairFold } from '#suppliers/rules/ascii-fold.ts'
import { leftOutBefore, perhapsImported } from './anyway-codes.ts'
import { lastDigits, occurrenceKey, plain } from './duplicates.ts'

/** A purchase beside one of the same day and amount. `name`: the merchant as the register of names has it. */
export type Compared = {
  text: string
  name: string | null
  card: string | null
  providerId: string | null
  templateId: string
}
export type Row = Compared & { id: number }
type Purchase = { fingerprint: string; occurrence: number }
/** A row of a confirmed import that a person left out. */
export type LeftOut = Purchase & { fileName: string; row: number }
/** One that was imported before, and that the file does not hold itself. */
export type Earlier = Compared & { fileName: string; row: number }

/**
 * Rows that may be purchases imported before under another text: a source cuts what the other writes whole, or the same
 * purchases come once from the card and once from the account it is drawn on. Whether they are a person has to say; nothing
 * else tells two equal purchases on a day from one. Each earlier purchase holds one row.
 */
export function findLookAlikes(rows: readonly Row[], earlier: readonly Earlier[]): Map<number, RowProblem> {
  const left = [...earlier]
  const found = new Map<number, RowProblem>()
  for (const row of rows) {
    const place = left.findIndex((one) => mayBeSame(row, one))
    const [alike] = place < 0 ? [] : left.splice(place, 1)
    if (!alike) continue
    const { fileName, row: number, text } = alike
    found.set(row.id, { code: perhapsImported, params: { fileName, row: number, text } })
  }
  return found
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
