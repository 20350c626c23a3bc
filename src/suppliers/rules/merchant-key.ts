import { asciiFold, pairFold } from './ascii-fold.ts'
import { type Countries, countriesIn } from './country-of.ts'
import { unknownLetter, withMendedLetters } from './mended-letters.ts'
import { legalForms, numberedSpots, referenceMarks, shortened } from './merchant-words.ts'
import {
  foldedCities,
  foldText,
  isNamedByNumber,
  type MerchantContext,
  normaliseMerchant,
  paymentServiceOf,
} from './normalise-merchant.ts'
import {
  citiesOfWords,
  countries,
  countryCodes,
  countryNames,
  endOfName,
  numberedWords,
  partsOfCities,
  shoppingCentres,
  streets,
  tillWords,
} from './places.ts'
import { isNamedSite, placeKinds, siteOf } from './sites.ts'
import { type Spacing, spacingOf } from './word-spacing.ts'

/**
 * What merchants are told apart by. `whole`: the name in letters and digits only, so that `7-ELEVEN` is `7 ELEVEN` and
 * PRESSBYRÅN is PRESSBYRAN. `bare`: without the city, country, numbers and forms behind it. `words`: those of `bare`.
 * `city`: the city taken from behind it, empty where none is named; the countries are in country-of.ts. `mayBeCut`: the text is as long as banks cut texts to.
 * `others`: what else `bare` is written as in one word. `withService`: with the payment service before it, whose own
 * product it may be (`GOOGLE *ADS` is Google Ads), or with the product behind its star (`UBER *TRIP`); empty where none is.
 * `spacing`: how the words of `bare` stand.
 */
export type MerchantKey = Countries & {
  whole: string
  bare: string
  words: readonly string[]
  city: string
  mayBeCut: boolean
  others: readonly string[]
  withService: string
  spacing: Spacing
}

export function merchantKey(text: string, context: MerchantContext = {}): MerchantKey {
  const written = withoutCard(withoutStreet(spelledOut(text)))
  const name = normaliseMerchant(written, context)
  const all = wordsOf(name)
  const named = isNamedSite(name) ? all.slice(0, 1) : all // `DIGITALOCEAN.COM BROOMFIELD`
  const words = withoutTail(named, asciiFold(foldText(context.place ?? '')))
  return {
    whole: compact(all),
    bare: compact(words),
    words,
    city: cityOf(all, words) || placeOf(context.place),
    mayBeCut: isCutLength(withMendedLetters(text)) && endsIn(text, words.at(-1) ?? ''),
    others: otherSpellings(name, all, words),
    withService: withService(text, words),
    spacing: spacingOf(text, name, words),
    ...countriesIn(written, {
      words,
      domain: siteOf(name.split(' ', 1)[0] ?? '')?.ending ?? '',
      place: context.place ?? '',
    }),
  }
}

function withService(text: string, words: readonly string[]): string {
  if (!text.includes('*')) return ''
  const service = paymentServiceOf(text)
  if (service !== '') return compact([...wordsOf(service), ...words])
  const [name = '', product = ''] = text.split(/\*\s*/u)
  const [first = ''] = wordsOf(foldText(product))
  return /^\p{L}{3,}$/u.test(first) && compact(wordsOf(foldText(name))) === compact(words)
    ? compact([...words, first])
    : ''
}

/** Fewer letters could be a word of their own. */
const shortestUnmarked = 6

/**
 * `bookingcom` of `Booking.com`, since shops of shops write a name without its dots; `wrth` of `Würth`, since some systems
 * drop letters that they do not have.
 */
function otherSpellings(name: string, all: readonly string[], words: readonly string[]): string[] {
  const found: string[] = []
  const [first = ''] = name.split(' ')
  if (words.length === 1 && siteOf(first)) found.push(compact([asciiFold(first)]))
  if (/[^ -~]/u.test(name)) {
    const unmarked = wordsOf(name.replace(/[^ -~]/gu, ''))
    const written = compact(unmarked.slice(0, words.length))
    if (unmarked.length === all.length && written.length >= shortestUnmarked) found.push(written)
  }
  return found
}

/** The city that the file says beside the text. */
function placeOf(place: string | null | undefined): string {
  const words = place ? wordsOf(foldText(place)).map(pairFold) : []
  const isWithCountry = countryCodes.has(words.at(-1) ?? '') || (words.length > 1 && countries.has(words.at(-1) ?? ''))
  return words.slice(0, isWithCountry ? -1 : undefined).join('')
}

/** The city among the words that stand behind a name. */
function cityOf(all: readonly string[], name: readonly string[]): string {
  if (all.length === name.length) return ''
  const behind = all.slice(name.length).map(pairFold)
  const ofWords = citiesOfWords.find((city) => city.every((word, index) => behind[index] === pairFold(word)))
  return ofWords?.map(pairFold).join('') ?? behind.find(isCity) ?? ''
}

function isCity(word: string): boolean {
  return foldedCities.has(word) || (word.includes(unknownLetter) && [...foldedCities].some((city) => fits(word, city)))
}

/** Whether a word with unknown letters can be this one. */
export function fits(blurred: string, word: string): boolean {
  return (
    blurred.length === word.length &&
    [...blurred].every((letter, index) =>
      letter === unknownLetter ? 'aoeu'.includes(word[index] ?? '') : letter === word[index],
    )
  )
}

/** What a name has in common with all that it fits. */
export function blur(word: string): string {
  return word.replace(/[aoeuʔ]/gu, unknownLetter)
}

/**
 * Keys of many texts, each worked out once. Forgets everything when it holds `most`: a file repeats its own texts, not
 * those of a million rows ago.
 */
export function createMerchantKeys(most = 20_000): typeof merchantKey {
  const known = new Map<string, MerchantKey>()
  return (text, context = {}) => {
    const id = context.place ? `${text}\n${context.place}` : text
    const before = known.get(id)
    if (before) return before
    if (known.size >= most) known.clear()
    const key = merchantKey(text, context)
    known.set(id, key)
    return key
  }
}

/** `cc@google.com` behind a name: whom to ask. */
const mailAddress = /(?<=\p{L}{2}.*)\s[^\s@]{2,}@\S*/gu
/** `HOTEL AT BOOKING.COM`: who is paid. */
const soldAt = /^.*\p{L}\sat\s([\p{L}\d-]+\.\p{L}{2,})(?:-\S*|(?=[\s*]|$))/iu
/** `GOOGLE*WORKSPACE_example.se`: for which of our addresses, and whatever stands glued to it. */
const googleCustomer = /((?:^|[^\p{L}])google\s*\*?\s*\p{L}+)_.*/iu

/** `NOTION notion.so`, `OPENAI HTTPSOPENAI.C`: its own address behind the name. */
const ownAddress = /^(\p{L}[\p{L}\d]{3,})(\s.*)?\s(?:https?)?(?:www\.)?\1\.\S*/iu

/** The text in the letters that its writer meant, without what stands around names only in spelling. */
function spelledOut(whole: string): string {
  const named = whole.includes('@') ? whole.replace(mailAddress, ' ') : whole
  const text = named.replace(soldAt, '$1').replace(googleCustomer, '$1').replace(ownAddress, '$1$2 ')
  return withMendedLetters(nameAndCity(text))
}

/**
 * The name and the city of `NAME\CITY\12345 SWE`, `NAME\CITY\SE` or `NAME\STREET\CITY\`, as card schemes write them;
 * `BJ\RKL\VET` is a word.
 */
function nameAndCity(text: string): string {
  if (!text.includes('\\')) return text
  const [name = '', ...rest] = text.split('\\')
  const last = asciiFold(foldText(rest.pop() ?? ''))
  const city = rest.findLast((part) => isWholeCity(asciiFold(foldText(part))))
  const isEnd = last === '' || countryCodes.has(last) || countryNames.has(last)
  const isAddress = rest.length > 0 && (/^\d/.test(last) || (isEnd && city !== undefined))
  return isAddress && /\p{L}{2}|\p{L}\d|\p{L}&\p{L}/u.test(name) ? `${name}  ${city ?? ''}`.trimEnd() : text
}

function isWholeCity(text: string): boolean {
  const folded = pairFold(text)
  return (
    isCity(folded) ||
    shoppingCentres.has(folded) ||
    citiesOfWords.some((words) => words.map(pairFold).join(' ') === folded)
  )
}

const gluedNumber = /(?<![\p{L}\d])(\p{L}+)(-?)(\d{3,}|\d{2}[\p{L}\d]{3,})(?![\p{L}\d])/u
/** A number is of three digits at least, and a name ends in two at most. */
const [shortestNumber, mostDigitsOfName] = [3, 2]
/**
 * What a text says where a number or code is glued to a word of its name, the longest word first: `ICA MAXI8758` is ICA
 * MAXI, if anybody is called so, `RYANAIR224016XA37` RYANAIR, and `OKQ83282` OKQ83, OKQ8 or OKQ.
 */
export function withoutGluedNumber(text: string): string[] {
  const found = gluedNumber.exec(text)
  const [glued = '', word = '', hyphen, digits = ''] = found ?? []
  if (!found || isNamedByNumber(foldText(word), digits)) return []
  const isNumber = hyphen === '' && /^\d+$/.test(digits)
  const most = isNumber ? Math.min(mostDigitsOfName, digits.length - shortestNumber) : 0
  const [before, behind] = [text.slice(0, found.index), text.slice(found.index + glued.length)]
  return Array.from({ length: most + 1 }, (_, i) => `${before}${word}${digits.slice(0, most - i)} ${behind}`)
}

const cardBefore =
  /^\s*(?:(?:kort|card|visa|mastercard|mc|amex)(?:\s?nr)?[\s.:*x•-]*\d{4}|(?:apple|google|samsung|garmin)\s?pay|nfc|emv)[\s:,*-]+(?=[\p{L}\d]\S*\p{L})/iu
const cardBehind = /(?<=\p{L}.*)\s(?:[x*•]{4}[\s-]?){2,3}\d{4}(?!\d)/iu
/** `VISA 8737 JULA`, `APPLE PAY Q-PARK`, `JULA XXXX XXXX XXXX 7024`: what it was paid with. */
function withoutCard(text: string): string {
  return text.replace(cardBefore, '').replace(cardBehind, ' ')
}

const street =
  /(?<=\p{L}[\p{L}&].*)\s(?:\p{L}+(?:gatan|v(?:ä|a|ae|ʔ)gen|gata|allén|street)|(?:\p{L}+(?:ing|s)|stor|hamn|sv?ea|v(?:ä|a|ʔ)ster|(?:ö|o|ʔ)ster|s(?:ö|o|ʔ)der|norr|skol|kyrko|vasa|göt|got)(?:g|v|gat|gt|väg|vag)\.?)\s\d{1,3}\s?\p{L}?(?![\p{L}\d])/giu
const streetAlone = /^\p{L}{3,}gatan$/u
/** `STORGATAN 5`: where the shop lies, unless the name begins with it. */
function withoutStreet(text: string): string {
  return /\p{L}\s\d/u.test(text) ? text.replace(street, ' ') : text
}

const joining = new Set(['&', 'och', 'and', 'o'])

function wordsOf(name: string): string[] {
  return name
    .split(/\s+|(?<=\p{L}{3})\/(?=\p{L}{3})/u)
    .map((word, index) => {
      const site = siteOf(word)
      if (site === null) return word
      return index > 0 ? '' : site.name
    })
    .flatMap((word) => asciiFold(word).split(/[^\p{L}\d&]+/u))
    .map((word) => shortened.get(word) ?? word)
    .filter((word, index) => word !== '' && !(index > 0 && joining.has(word)))
}

/** `HTTPSOPENAI.C`, which terminals glue. */
const gluedAddress = /^https?/u

/** Takes away from the end, one after another, whatever is not the name, as long as a name is left. */
export function withoutTail(all: readonly string[], place: string): string[] {
  const end = all.findIndex((word, index) => index > 0 && (endOfName.has(word) || gluedAddress.test(word)))
  let words = end > 0 && isName(all.slice(0, end)) ? all.slice(0, end) : [...all]
  const placeWords = place.split(/[^\p{L}\d]+/u).filter((word) => word !== '')
  for (;;) {
    const count = tailLength(words, placeWords)
    if (count === 0) return words
    const lastAlone = count > 1 && isCity(pairFold(words.at(-1) ?? '')) ? [1] : [] // `TAXI STOCKHOLM ARLANDA`
    const rest = [count, ...lastAlone].map((length) => words.slice(0, -length)).find(isName)
    if (!rest) return words
    words = rest
  }
}

function tailLength(words: readonly string[], place: readonly string[]): number {
  const last = withoutGluedCountry(pairFold(words.at(-1) ?? ''))
  if (words.length < 2 || last === '') return 0
  const before = pairFold(words.at(-2) ?? '')
  if (isNumber(last)) return words.length > 2 && numberedWords.has(before) ? 2 : 1
  if (tillWords.has(last)) return 1
  const isPart = partsOfCities.has(last) && (foldedCities.has(before) || shoppingCentres.has(before))
  if (isPart && isName(words.slice(0, -2))) return 2
  if (shoppingCentres.has(last) || streetAlone.test(last)) return 1
  if (place.length > 0 && endsWith(words, place)) return place.length
  const city = citiesOfWords.find((one) => endsWith(words, one))
  if (city) return city.length
  if (last.length > 1 && citiesOfWords.some(([one, other]) => one === before && other?.startsWith(last))) return 2 // SAN FR
  if (isCity(last) || countryNames.has(last) || countryCodes.has(last)) return 1
  const [first = ''] = words
  if (last.length >= surelyRepeated && last.length < first.length && first.startsWith(last)) return 1 // `DIGITALOCEAN digitaloc`
  if (last.length >= surelyMark && [...endOfName].some((word) => word.startsWith(last))) return 1 // `SUBSCRIPT`
  return legalForms.includes(last) ? 1 : 0
}

/** A city of thirteen letters leaves no space before its country (`KUNGENS KURVASE`). */
function withoutGluedCountry(word: string): string {
  const city = /^(.{4,})(?:se|swe)$/u.exec(word)?.[1]
  return city !== undefined && (isCity(city) || citiesOfWords.some((words) => words.at(-1) === city)) ? city : word
}

/** The name in a text cut inside its city (`CIRCLE K GOETEB`, `SUSHI YAMA SAN F`); null where no city begins so. */
export function withoutCutCity({
  words,
  mayBeCut,
}: Pick<MerchantKey, 'words' | 'mayBeCut'>): { name: string; cut: string; isOneWord: boolean } | null {
  if (!mayBeCut) return null
  for (const count of [3, 2, 1]) {
    const cut = words.slice(-count).map(pairFold).join(' ')
    const rest = words.slice(0, -count)
    if (rest.length === 0 || !isName(rest)) continue
    const name = withoutTail(rest, '')
    const found = { name: compact(name), isOneWord: name.length === 1 }
    if (beginsCity(cut)) return { ...found, cut }
    if (name.length < rest.length && beginsMark(cut)) return { ...found, cut: words.slice(name.length).join(' ') }
  }
  return null
}

const allPlaces = [
  ...foldedCities,
  ...shoppingCentres,
  ...streets.map(pairFold),
  ...citiesOfWords.map((city) => city.map(pairFold).join(' ')),
].toSorted()
function beginsCity(cut: string): boolean {
  if (!cut.includes(unknownLetter)) return allPlaces.some((city) => city.length > cut.length && city.startsWith(cut))
  return allPlaces.some((city) => city.length > cut.length && fits(cut, city.slice(0, cut.length)))
}

const marks = [...countryNames, ...countryCodes, ...endOfName, ...tillWords, ...referenceMarks, ...numberedSpots]
/** `TÄBY SW`, `OSLO KOR`: a country or a word before a number that is cut, which stands behind a city. */
export function beginsMark(cut: string): boolean {
  return marks.some((mark) => mark.startsWith(cut))
}

function endsWith(words: readonly string[], tail: readonly string[]): boolean {
  const from = words.length - tail.length
  return (
    from > 0 &&
    tail.every((word, index) => {
      const [one, other] = [withoutGluedCountry(pairFold(words[from + index] ?? '')), pairFold(word)]
      return one === other || (one.includes(unknownLetter) && fits(one, other))
    })
  )
}

/** Digits, or digits with letters among them (`k12`, `4a7b`): nothing that a name ends in. */
function isNumber(word: string): boolean {
  return /^\d+$/.test(word) || (word.replace(/\D/gu, '').length >= 2 && /\d/u.test(word))
}

/** How many letters say who it is, besides what kind of place. */
export function tellingLetters(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + (placeKinds.has(word) ? 0 : word.length), 0)
}

/** So many letters begin one of those words and nothing that a name ends in. */
const surelyMark = 7
const surelyRepeated = 5

/** Whether it still says who it is, not only what kind of place. */
export function isName(words: readonly string[]): boolean {
  const letters = words.filter((word) => /\p{L}/u.test(word))
  const isNumbered = words.length > 1 && /^\d{1,4}$/.test(words.at(-1) ?? '') // `Studio 54`
  return letters.join('').length >= 2 && (isNumbered || letters.some((word) => !placeKinds.has(word)))
}
export function compact(words: readonly string[]): string {
  return pairFold(words.join('').replace(/[^\p{L}\d]/gu, ''))
}

/** A few words in the letters that names are compared in. */
export function nameKey(text: string): string {
  return compact(wordsOf(foldText(spelledOut(text))))
}

const gluedForm = /^(.{2,})(?:ab|aktiebolag|gmbh|inc|ltd|hb|llc|as)$/u
const gluedCountry = /^(.{2,})(?:sverige|svenska)$/u
/** The names in `hetznergmbh` or `wurthsvenskaab`, as shops on the web and payment services write them: without the form, then the country too. */
export function withoutGluedForm(words: readonly string[]): string[] {
  const name = words.length === 1 ? gluedForm.exec(words[0] ?? '')?.[1] : undefined
  if (name === undefined) return []
  const shorter = gluedCountry.exec(name)?.[1]
  return [name, ...(shorter === undefined ? [] : [shorter])].map(pairFold)
}

const dayBehind = /\/\d{2}-\d{2}-\d{2}$/u // behind a text that was cut

/** Banks cut card texts to 12-16 characters (SEB 12, Handelsbanken 14-16) or to 18-21, card schemes to 22-25. */
function isCutLength(text: string): boolean {
  const cut = text.replace(dayBehind, '').trimStart() // behind a space it may be cut as well
  return [cut.length, cut.trimEnd().length].some((length) => length >= 11 && length <= 25)
}

/** Whether the text ends in the word, or in one that is only taken for a mark: what a number or a city follows is not cut. */
function endsIn(text: string, word: string): boolean {
  const last = /[\p{L}\p{M}\d]+(?=[^\p{L}\p{M}\d]*$)/u.exec(spelledOut(text.replace(dayBehind, '')))?.[0] ?? ''
  const folded = asciiFold(foldText(last))
  if (word.endsWith(folded) || endOfName.has(folded) || tillWords.has(folded)) return true // `NORRKÖPINGS TID`
  return countryCodes.has(folded) && citiesOfWords.some(([, second]) => second?.startsWith(folded)) // `SAN FRA`
}
