import { hash } from 'node:crypto'
import type { LocalDate } from '#kernel/local-dates.ts'

/** What makes a purchase itself, whichever file it stands in. */
export type PurchaseIdentity = {
  /** The provider's own number for it, where a column holds one. */
  providerId: string | null
  card: string | null
  invoiceDate: LocalDate
  /** Minor units of `currency`; the account's amount where there is one, else the purchase's. */
  amount: number
  currency: string
  merchant: string
}

const longestText = 200

/**
 * A purchase's fingerprint: equal purchases have equal ones, in whatever file they stand. The row number is no part of
 * it, since it shifts when the file is exported again; nor is anything a setting or a mapped supplier could change.
 * 128 bits of SHA-256 as 22 characters: no two purchases meet by chance, and a million of them take little room.
 */
export function fingerprint({ providerId, card, invoiceDate, amount, currency, merchant }: PurchaseIdentity): string {
  const identity = providerId
    ? `id|${amount}|${currency}|${plain(providerId)}`
    : `${lastDigits(card)}|${invoiceDate}|${amount}|${currency}|${plain(merchant)}`
  return hash('sha256', identity, 'base64url').slice(0, 22)
}

/** Cards are masked in different ways in different exports; the last four digits always stand. */
export function lastDigits(card: string | null): string {
  if (!card) return ''
  const digits = card.replace(/\D/g, '')
  return digits.length >= 4 ? digits.slice(-4) : plain(card).replaceAll('|', ' ')
}

/** Merchants and cards repeat, so that what was made plain is remembered, as long as there are not too many of them. */
const mostRemembered = 20_000
const remembered = new Map<string, string>()

export function plain(text: string): string {
  const known = remembered.get(text)
  if (known !== undefined) return known
  const made = makePlain(text)
  if (remembered.size >= mostRemembered) remembered.clear()
  remembered.set(text, made)
  return made
}

function makePlain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim().slice(0, longestText)
}

/** Which of equal ones each is, from 1, in the order of the file. Two equal purchases on a day are two purchases. */
export function numberOccurrences(fingerprints: readonly string[]): number[] {
  const seen = new Map<string, number>()
  return fingerprints.map((each) => {
    const occurrence = (seen.get(each) ?? 0) + 1
    seen.set(each, occurrence)
    return occurrence
  })
}

/**
 * Names one of several equal purchases. What was imported is a set of these, so files and what is known are compared as
 * multisets: a file with three equal purchases of which two were imported holds one new.
 */
export function occurrenceKey(of: string, occurrence: number): string {
  return `${occurrence}|${of}`
}
