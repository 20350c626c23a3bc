import type { LocalDate } from '#kernel/local-dates.ts'
import type { VatType } from '#kernel/supplier-invoice.ts'
import type { RecognisedSupplier } from '../contract.ts'
import { areOfTwoCountries, type Countries } from './country-of.ts'
import { type MatchKind, normaliseDesignation } from './designations.ts'
import { isCutOf, surelyCut } from './group-merchants.ts'
import { unknownLetter } from './mended-letters.ts'
import {
  blur,
  createMerchantKeys,
  fits,
  type MerchantKey,
  merchantKey,
  withoutCutCity,
  withoutGluedForm,
  withoutGluedNumber,
} from './merchant-key.ts'
import { wordsOfNames } from './merchant-words.ts'
import { foldText, type MerchantContext, normaliseMerchant } from './normalise-merchant.ts'
import { isOtherSpacing, type Spacing } from './word-spacing.ts'

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
  designations: readonly { match: MatchKind; text: string }[]
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

/** Whether two names name different countries: one answer is not meant for both. */
export function namesOtherCountry(one: string, other: string): boolean {
  const [named, otherwise] = [one, other].map((text) => {
    const key = merchantKey(text)
    return { ...key, country: key.named }
  })
  return named !== undefined && otherwise !== undefined && areOfTwoCountries(named, otherwise)
}

/**
 * Exact beats another spelling of the exact beats starts-with beats contains beats a text cut short, and a longer text a
 * shorter one; a tie goes to the text that sorts first, so that the same book always answers the same. Another spelling
 * or a cut text counts only where no second supplier could be meant: anything less sure waits for a person, and so does
 * a name that was taught of another country only, however exact, and one in which parts of two suppliers' stand. A part of a name is looked for both in the merchant's
 * name and in the text as the file has it (`paypal *` is only there).
 */
export function buildSupplierBook(entries: readonly BookEntry[]): SupplierBook {
  const exact = createExactNames()
  const prefixes = new Map<string, Recognition>()
  const spellings = createSpellings()
  const keyOf = createMerchantKeys()
  const parts: { text: string; recognition: Recognition }[] = []
  for (const { supplier, designations } of entries) {
    for (const { match, text } of designations) {
      const normalised = normaliseDesignation({ match, text })
      const recognition = { supplier, designation: text, how: match }
      if (match === 'exact') {
        const key = keyOf(text)
        exact.teach(normalised, key, recognition)
        spellings.teach(key, recognition)
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
        if (found && standsApart(text, text.slice(0, length), 0)) return found
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
    const whole = exact.find(texts, key, foldText(merchantText))
    const part = () => onlyPart(parts.filter((one) => texts.some((text) => holdsPart(text, one.text))))
    if (whole !== undefined) return whole
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

/** The name of one country's company, whatever it is taught as besides. */
function inCountry({ bare, country }: MerchantKey): string {
  return `${bare} ${country}`
}

/** Fewer letters stand in many other words: `ica` in AMERICAN. */
const shortestWithin = 5

/** Whether a part of a name is in a text: a short one as words of its own, though a number may be glued to them. */
function holdsPart(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (standsApart(text, part, at)) return true
  return false
}

function standsApart(text: string, part: string, at: number): boolean {
  const edges = [text.slice(0, at).slice(-1) + part.charAt(0), part.slice(-1) + text.charAt(at + part.length)]
  return part.length >= shortestWithin || !edges.some((two) => /^\p{L}{2}$/u.test(two))
}

/** The longest part, unless what is no piece of it means another supplier: a person says which of the two it is. */
function onlyPart(found: readonly { text: string; recognition: Recognition }[]): Recognition | undefined {
  const [longest, ...others] = found
  const isClear = others.every(
    ({ text, recognition }) =>
      longest?.text.includes(text) || recognition.supplier.number === longest?.recognition.supplier.number,
  )
  return isClear ? longest?.recognition : undefined
}

/** A file names the same merchants over and over; another file has its own. */
const mostRemembered = 50_000

/** By so many letters a taught spelling may be longer than the same name in fewer letters (AA for Å). */
const foldedAway = 2
/** A shorter name and `ab` could as well be a word. */
const shortestGlued = 4
/** Fewer letters begin too many words that are no city. */
const shortestCutCity = 3

/**
 * Taught names as they stand. One of several that countries alone tell apart is meant by its own country, or by none. Where
 * texts of two suppliers are compared by the same, each is met as it is written, and anything else waits for a person: null.
 */
function createExactNames() {
  const byName = new Map<string, { of: Countries; recognition: Recognition }[]>()
  return {
    teach(normalised: string, of: Countries, recognition: Recognition): void {
      const [name = ''] = normalised.split('\n')
      byName.set(name, [...(byName.get(name) ?? []), { of, recognition }])
    },
    find(texts: readonly string[], of: Countries, written: string): Recognition | null | undefined {
      const named = texts.map((text) => byName.get(text)).find((found) => found !== undefined) ?? []
      const own = [of.country, ''].map((country) => named.filter((one) => one.of.country === country))
      const meant = own.find((those) => those.length > 0)?.map(({ recognition }) => recognition)
      if (meant) return ofOne(meant) ?? meant.find(({ designation }) => foldText(designation) === written) ?? null
      const [first, ...others] = named
      if (!first || (others.length === 0 && areOfTwoCountries(first.of, of))) return undefined
      return ofOne(named.map(({ recognition }) => recognition))
    },
  }
}

/** The last of what was taught, where all of it is one supplier's. */
function ofOne(taught: readonly Recognition[]): Recognition | undefined {
  const last = taught.at(-1)
  return taught.every(({ supplier }) => supplier.number === last?.supplier.number) ? last : undefined
}

/** Taught names by what they are told apart by; a name taught for two suppliers settles nothing. */
function createSpellings() {
  const byKey = new Map<string, Recognition | null>()
  const citiesOf = new Map<string, Set<string>>() // by `bare`: an empty one where it was taught without
  const countriesOf = new Map<string, Map<string, Countries>>() // the same
  const blurred = new Map<string, Set<string>>() // names by what they are with letters unknown
  const taught = new Map<string, { key: MerchantKey; recognition: Recognition }[]>() // by how they begin
  const spacings = new Map<string, Set<Spacing>>() // by `bare`
  const put = (key: string, recognition: Recognition) => {
    const other = byKey.get(key)
    const isSame = other === undefined || other?.supplier.number === recognition.supplier.number
    byKey.set(key, isSame ? recognition : null)
  }
  const isAbroad = (bare: string, of: Countries) => {
    const [only, ...others] = countriesOf.get(bare)?.values() ?? []
    return only !== undefined && others.length === 0 && areOfTwoCountries(only, of)
  }
  /**
   * The only shop that was taught lies in one city and this one in another, or the only company is of one country and this
   * one of another: a person says whether they are one supplier.
   */
  const isElsewhere = (key: MerchantKey, bare = key.bare) => {
    const taughtIn = [...(citiesOf.get(bare) ?? [])]
    const isInOtherCity = key.city !== '' && taughtIn.length === 1 && taughtIn[0] !== '' && taughtIn[0] !== key.city
    return isInOtherCity || isAbroad(bare, key)
  }
  const isOtherWords = ({ bare, spacing }: Pick<MerchantKey, 'bare' | 'spacing'>) =>
    isOtherSpacing(spacing, spacings.get(bare) ?? new Set())
  const withUnknownLetters = ({ bare: name, spacing }: MerchantKey) => {
    if (!name.includes(unknownLetter)) return undefined
    const [only, ...others] = [...(blurred.get(blur(name)) ?? [])].filter((one) => fits(name, one))
    if (only === undefined || others.length > 0 || isOtherWords({ bare: only, spacing })) return undefined
    return byKey.get(only)
  }
  return {
    teach(key: MerchantKey, designation: Recognition): void {
      const recognition = { ...designation, how: 'spelling' as const }
      for (const one of new Set([key.whole, key.bare, ...key.others, key.withService]))
        if (one !== '') put(one, recognition)
      if (key.country !== '') put(inCountry(key), recognition)
      blurred.set(blur(key.bare), (blurred.get(blur(key.bare)) ?? new Set()).add(key.bare))
      citiesOf.set(key.bare, (citiesOf.get(key.bare) ?? new Set()).add(key.city))
      countriesOf.set(key.bare, (countriesOf.get(key.bare) ?? new Map()).set(key.country, key))
      spacings.set(key.bare, (spacings.get(key.bare) ?? new Set()).add(key.spacing))
      const beginning = key.bare.slice(0, surelyCut)
      taught.set(beginning, [...(taught.get(beginning) ?? []), { key, recognition }])
    },
    same(key: MerchantKey): Recognition | null {
      const whole = key.whole === key.bare ? undefined : byKey.get(key.whole)
      if (whole !== undefined) return whole
      if (isOtherWords(key)) return null
      const ownCountry = byKey.get(inCountry(key))
      if (ownCountry && !isElsewhere(key)) return ownCountry
      const bare = byKey.get(key.bare) ?? byKey.get(key.withService) ?? withUnknownLetters(key)
      if (bare !== undefined) return isElsewhere(key) ? null : bare
      const forms = key.spacing === 'glued' ? withoutGluedForm(key.words) : [] // anybody else's STARKAB is a name
      const unglued = forms.find((name) => name.length >= shortestGlued && byKey.has(name))
      return unglued === undefined || isAbroad(unglued, key) ? null : (byKey.get(unglued) ?? null)
    },
    cutShort(key: MerchantKey): Recognition | null {
      if (!key.mayBeCut || key.bare.length < surelyCut) return null
      const alike = taught.get(key.bare.slice(0, surelyCut)) ?? []
      const [first, ...others] = alike.filter((one) => isCutOf(key, one.key))
      const isOnly = others.every((one) => one.recognition.supplier.number === first?.recognition.supplier.number)
      if (first) return isOnly && !isAbroad(first.key.bare, key) ? { ...first.recognition, how: 'cut-short' } : null
      const city = withoutCutCity(key)
      if (!city || city.cut.length < shortestCutCity || wordsOfNames.has(city.cut)) return null
      const spacing = city.isOneWord ? 'one' : key.spacing
      const isSure = !isAbroad(city.name, key) && !isOtherWords({ bare: city.name, spacing })
      return isSure && !alike.some((one) => one.key.bare.startsWith(key.bare)) ? (byKey.get(city.name) ?? null) : null
    },
  }
}
