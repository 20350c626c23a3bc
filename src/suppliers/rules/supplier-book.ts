import type { LocalDate } from '#kernel/local-dates.ts'
import type { VatType } from '#kernel/supplier-invoice.ts'
import type { matchKinds, RecognisedSupplier } from '../contract.ts'
import { isCutOf, surelyCut } from './group-merchants.ts'
import { unknownLetter } from './mended-letters.ts'
import {
  blur,
  createMerchantKeys,
  fits,
  type MerchantKey,
  withoutCutCity,
  withoutGluedForm,
  withoutGluedNumber,
} from './merchant-key.ts'
import { foldText, type MerchantContext, normaliseMerchant } from './normalise-merchant.ts'

export type MatchKind = (typeof matchKinds)[number]

/** A supplier as our user wants it booked, and as the accounting system's register has it. */
export type BookedSupplier = {
  number: string
  name: string
  /** As our user mapped it. */
  account: number | null
  vatType: VatType | null
  /** The day a person chose the VAT type, where our user mapped it. */
  vatChosenOn?: LocalDate
  /** False also when the register has it no more. */
  isActive: boolean
  /** As the accounting system's own register has it. */
  registerAccount: number | null
}

export type BookEntry = {
  supplier: BookedSupplier
  designations: readonly { match: MatchKind; text: string; normalised: string }[]
}

/**
 * Why a text means a supplier without anybody being asked. `spelling`: the taught name in other letters, or with another
 * city, number or form behind it. `cut-short`: the beginning of the taught name, as long as banks cut texts to.
 */
export type RecognisedHow = MatchKind | 'spelling' | 'cut-short'
export type Recognition = { supplier: BookedSupplier; designation: string; how: RecognisedHow }

/** How sure each way is: a part of a name may stand in another's, and a cut text may go on otherwise. */
const confidences: Record<RecognisedHow, number> = {
  exact: 1,
  spelling: 0.98,
  'starts-with': 0.95,
  contains: 0.9,
  'cut-short': 0.9,
}

/** Who a text was recognised as, and why, as people are told. */
export function describeRecognition({ supplier, designation, how }: Recognition): RecognisedSupplier {
  const { number: supplierNumber, name: supplierName } = supplier
  return { supplierNumber, supplierName, how, designation, confidence: confidences[how] }
}

/** Knows suppliers by the texts that files call them by. */
export type SupplierBook = {
  find(merchantText: string, context?: MerchantContext): Recognition | null
}

/** What a designation is compared by: a whole name as merchants are, a part of one only folded. */
export function normaliseDesignation({ match, text }: { match: MatchKind; text: string }): string {
  return match === 'exact' ? normaliseMerchant(text) : foldText(text)
}

/**
 * Exact beats another spelling of the exact beats starts-with beats contains beats a text cut short, and a longer text a
 * shorter one; a tie goes to the text that sorts first, so that the same book always answers the same. Another spelling
 * or a cut text counts only where no second supplier could be meant: anything less sure waits for a person. A part of a name is looked for both in the merchant's name and in the text
 * as the file has it (`paypal *` is only there).
 */
export function buildSupplierBook(entries: readonly BookEntry[]): SupplierBook {
  const exact = new Map<string, Recognition>()
  const prefixes = new Map<string, Recognition>()
  const spellings = createSpellings()
  const keyOf = createMerchantKeys()
  const parts: { text: string; recognition: Recognition }[] = []
  for (const { supplier, designations } of entries) {
    for (const { match, text, normalised } of designations) {
      const recognition = { supplier, designation: text, how: match }
      if (match === 'exact') {
        exact.set(normalised, recognition)
        spellings.teach(keyOf(text), recognition)
      }
      if (match === 'starts-with') prefixes.set(normalised, recognition)
      if (match === 'contains') parts.push({ text: normalised, recognition })
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

  const known = new Map<string, Recognition | null>()
  return {
    find(merchantText, context) {
      const id = context?.place ? `${merchantText}\n${context.place}` : merchantText
      const before = known.get(id)
      if (before !== undefined) return before
      if (known.size >= mostRemembered) known.clear()
      const found = recognise(merchantText, context)
      known.set(id, found)
      return found
    },
  }

  function recognise(merchantText: string, context?: MerchantContext): Recognition | null {
    const name = normaliseMerchant(merchantText, context)
    const texts = [...new Set([name, context?.place ? normaliseMerchant(merchantText) : name, foldText(merchantText)])]
    if (name === '') return null
    const key = keyOf(merchantText, context)
    const unglued = nameBeforeNumber(merchantText, context)
    if (unglued && unglued.key.bare.length > key.bare.length) return unglued.recognition // `ICA MAXI8758` is not ICA
    const whole = texts.map((text) => exact.get(text)).find((found) => found !== undefined)
    const part = () => parts.find((one) => texts.some((text) => text.includes(one.text)))?.recognition
    if (whole) return whole
    const same = spellings.same(key)
    const beginning = startingWith(texts)
    const isBeginningMore = beginning && same && beginning.designation.length + foldedAway >= same.designation.length
    return (
      (isBeginningMore ? beginning : (same ?? beginning)) ??
      part() ??
      spellings.cutShort(key) ??
      unglued?.recognition ??
      null
    )
  }

  /** The only taught name that a text is with a number glued to it. */
  function nameBeforeNumber(text: string, context?: MerchantContext) {
    const found = withoutGluedNumber(text).flatMap((one) => {
      const key = keyOf(one, context)
      const recognition = spellings.same(key)
      return recognition ? [{ key, recognition }] : []
    })
    return found.length === 1 ? found[0] : undefined
  }
}

/** A file names the same merchants over and over; another file has its own. */
const mostRemembered = 50_000

/** By so many letters a taught spelling may be longer than the same name in fewer letters (AA for Å). */
const foldedAway = 2
/** A shorter name and `ab` could as well be a word. */
const shortestGlued = 4
/** Fewer letters begin too many words that are no city. */
const shortestCutCity = 3

/** Taught names by what they are told apart by; a name taught for two suppliers settles nothing. */
function createSpellings() {
  const byKey = new Map<string, Recognition | null>()
  const citiesOf = new Map<string, Set<string>>() // by `bare`: an empty one where it was taught without
  const blurred = new Map<string, Set<string>>() // names by what they are with letters unknown
  const taught = new Map<string, { key: MerchantKey; recognition: Recognition }[]>() // by how they begin
  const put = (key: string, recognition: Recognition) => {
    const other = byKey.get(key)
    const isSame = other === undefined || other?.supplier.number === recognition.supplier.number
    byKey.set(key, isSame ? recognition : null)
  }
  /** The only shop that was taught lies in one city and this one in another: a person says whether they are one supplier. */
  const isElsewhere = ({ bare, city }: MerchantKey) => {
    const taughtIn = [...(citiesOf.get(bare) ?? [])]
    return city !== '' && taughtIn.length === 1 && taughtIn[0] !== '' && taughtIn[0] !== city
  }
  const withUnknownLetters = (name: string) => {
    if (!name.includes(unknownLetter)) return undefined
    const [only, ...others] = [...(blurred.get(blur(name)) ?? [])].filter((one) => fits(name, one))
    return only !== undefined && others.length === 0 ? byKey.get(only) : undefined
  }
  return {
    teach(key: MerchantKey, designation: Recognition): void {
      const recognition = { ...designation, how: 'spelling' as const }
      for (const one of new Set([key.whole, key.bare, ...key.others, key.withService]))
        if (one !== '') put(one, recognition)
      blurred.set(blur(key.bare), (blurred.get(blur(key.bare)) ?? new Set()).add(key.bare))
      citiesOf.set(key.bare, (citiesOf.get(key.bare) ?? new Set()).add(key.city))
      const beginning = key.bare.slice(0, surelyCut)
      taught.set(beginning, [...(taught.get(beginning) ?? []), { key, recognition }])
    },
    same(key: MerchantKey): Recognition | null {
      const whole = key.whole === key.bare ? undefined : byKey.get(key.whole)
      if (whole !== undefined) return whole
      const bare = byKey.get(key.bare) ?? byKey.get(key.withService) ?? withUnknownLetters(key.bare)
      if (bare !== undefined) return isElsewhere(key) ? null : bare
      const unglued = withoutGluedForm(key.words).find((name) => name.length >= shortestGlued && byKey.has(name))
      return unglued === undefined ? null : (byKey.get(unglued) ?? null)
    },
    cutShort(key: MerchantKey): Recognition | null {
      if (!key.mayBeCut || key.bare.length < surelyCut) return null
      const alike = taught.get(key.bare.slice(0, surelyCut)) ?? []
      const [first, ...others] = alike.filter((one) => isCutOf(key, one.key))
      const isOnly = others.every((one) => one.recognition.supplier.number === first?.recognition.supplier.number)
      if (first) return isOnly ? { ...first.recognition, how: 'cut-short' } : null
      const city = withoutCutCity(key)
      const isSure = city !== null && city.cut.length >= shortestCutCity
      return isSure && !alike.some((one) => one.key.bare.startsWith(key.bare)) ? (byKey.get(city.name) ?? null) : null
    },
  }
}
