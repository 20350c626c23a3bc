import type { matchKinds } from '../contract.ts'
import { mayNameCountry } from './country-of.ts'
import { merchantKey } from './merchant-key.ts'
import { foldText, normaliseMerchant } from './normalise-merchant.ts'

export type MatchKind = (typeof matchKinds)[number]
type Text = { match: MatchKind; text: string }

/**
 * What a designation is compared by: a whole name as merchants are, with the country that it names on a line of its own
 * (`BAUHAUS DK` and `BAUHAUS SE` may be two suppliers'); a part of a name only folded.
 */
export function normaliseDesignation({ match, text }: Text): string {
  if (match !== 'exact') return foldText(text)
  const before = remembered.get(text)
  if (before !== undefined) return before
  if (remembered.size >= mostRemembered) remembered.clear()
  const named = mayNameCountry(text) ? merchantKey(text).named : ''
  const normalised = named === '' ? normaliseMerchant(text) : `${normaliseMerchant(text)}\n${named}`
  remembered.set(text, normalised)
  return normalised
}
/** What is taught is compared over and over, and a tenth of a millisecond each time is much for thousands. */
const mostRemembered = 50_000
const remembered = new Map<string, string>()

/** The same with its way of comparing: two that are alike cannot be two suppliers'. */
export function designationKey({ match, text }: Text): string {
  return `${match} ${normaliseDesignation({ match, text })}`
}

/**
 * Designations, the oldest first, without those that were taught anew in other letters: one can be there twice where it was
 * compared by something else when it was first taught.
 */
export function latestOfEach<Row extends Text>(rows: readonly Row[]): Row[] {
  const written = ({ match, text }: Row) => `${match} ${foldText(text)}`
  const latest = new Map(rows.map((row) => [written(row), row]))
  return rows.filter((row) => latest.get(written(row)) === row)
}

/**
 * The same with what they are to be stored by, no two alike: what they are compared by now, whatever that was when they were
 * taught. Different texts that have become alike each have themselves behind it, for whoever taught one said nothing of the
 * others. `compare`: other than by `normaliseDesignation`.
 */
export function asStoredNow<Row extends Text>(
  rows: readonly Row[],
  compare: typeof normaliseDesignation = normaliseDesignation,
): (Row & { normalised: string })[] {
  const alike = Map.groupBy(latestOfEach(rows), (row) => `${row.match} ${compare(row)}`)
  return [...alike.values()].flatMap((those) =>
    those.map((row) => {
      const normalised = compare(row)
      const [name = '', country = ''] = normalised.split('\n')
      return { ...row, normalised: those.length > 1 ? `${name}\n${country}\n${foldText(row.text)}` : normalised }
    }),
  )
}
