import type { VatType } from '#kernel/supplier-invoice.ts'
import type { matchKinds } from '../contract.ts'
import { foldText, type MerchantContext, normaliseMerchant } from './normalise-merchant.ts'

export type MatchKind = (typeof matchKinds)[number]

/** A supplier as our user wants it booked, and as the accounting system's register has it. */
export type BookedSupplier = {
  number: string
  name: string
  /** As our user mapped it. */
  account: number | null
  vatType: VatType | null
  /** False also when the register has it no more. */
  isActive: boolean
  /** As the accounting system's own register has it. */
  registerAccount: number | null
}

export type BookEntry = {
  supplier: BookedSupplier
  designations: readonly { match: MatchKind; text: string; normalised: string }[]
}

export type Recognition = { supplier: BookedSupplier; designation: string; how: MatchKind }

/** Knows suppliers by the texts that files call them by. */
export type SupplierBook = {
  find(merchantText: string, context?: MerchantContext): Recognition | null
}

/** What a designation is compared by: a whole name as merchants are, a part of one only folded. */
export function normaliseDesignation({ match, text }: { match: MatchKind; text: string }): string {
  return match === 'exact' ? normaliseMerchant(text) : foldText(text)
}

/**
 * Exact beats starts-with beats contains, and a longer text a shorter one; a tie goes to the text that sorts first, so
 * that the same book always answers the same. A part of a name is looked for both in the merchant's name and in the text
 * as the file has it (`paypal *` is only there).
 */
export function buildSupplierBook(entries: readonly BookEntry[]): SupplierBook {
  const exact = new Map<string, Recognition>()
  const prefixes = new Map<string, Recognition>()
  const parts: { text: string; recognition: Recognition }[] = []
  for (const { supplier, designations } of entries) {
    for (const { match, text, normalised } of designations) {
      const recognition = { supplier, designation: text, how: match }
      if (match === 'exact') exact.set(normalised, recognition)
      else if (match === 'starts-with') prefixes.set(normalised, recognition)
      else parts.push({ text: normalised, recognition })
    }
  }
  const prefixLengths = [...new Set([...prefixes.keys()].map((prefix) => prefix.length))].sort((a, b) => b - a)
  parts.sort((a, b) => b.text.length - a.text.length || (a.text < b.text ? -1 : 1))

  function startingWith(texts: readonly string[]): Recognition | undefined {
    for (const length of prefixLengths) {
      for (const text of texts) {
        const found = text.length >= length ? prefixes.get(text.slice(0, length)) : undefined
        if (found) return found
      }
    }
    return undefined
  }

  return {
    find(merchantText, context) {
      const name = normaliseMerchant(merchantText, context)
      const texts = [...new Set([name, normaliseMerchant(merchantText), foldText(merchantText)])]
      if (name === '') return null
      const whole = texts.map((text) => exact.get(text)).find((found) => found !== undefined)
      const part = () => parts.find((one) => texts.some((text) => text.includes(one.text)))?.recognition
      return whole ?? startingWith(texts) ?? part() ?? null
    },
  }
}
