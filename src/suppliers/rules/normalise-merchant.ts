import { asciiFold, pairFold } from './ascii-fold.ts'
import { twoForOne, unknownLetter } from './mended-letters.ts'
import {
  kindsOfPlace,
  legalForms,
  movementWords,
  namedByNumber,
  numberedSpots,
  paymentServices,
  referenceMarks,
} from './merchant-words.ts'
import { cities, countriesBetweenCommas, countryTails } from './places.ts'

/** What else the row says about the merchant. `place`: the city, where the file has a column for it. */
export type MerchantContext = { place?: string | null | undefined }

/**
 * The name behind what a card terminal, a bank and a payment service made of it: `KORTKÖP 260301 ZETTLE_*KAFÉ BRYGGAN
 * 4471` is `kafé bryggan`. Applying it to its own result changes nothing, since it strips until nothing is left to
 * strip. Where stripping would leave no letter, or finds no end, the text itself, folded, is the name.
 */
export function normaliseMerchant(text: string, context: MerchantContext = {}): string {
  const folded = foldText(text.slice(0, longestText))
  const place = foldText(context.place ?? '')
  let name = folded
  for (let pass = 0; pass < mostPasses; pass++) {
    const stripped = foldText(strip(name, place))
    if (stripped === name) return /\p{L}/u.test(name) ? name : folded
    name = stripped
  }
  return folded
}

/**
 * Far beyond any card text: some of the patterns below take time that grows with the square of the length, and of
 * `AB AB AB …` each pass takes one. A file of such texts would keep a reader for hours.
 */
const longestText = 300
const mostPasses = 12

/** Case, form of letters and spaces made equal; nothing taken away. */
export function foldText(text: string): string {
  const folded = text.normalize('NFC').toLowerCase().normalize('NFC').replace(/\s+/gu, ' ').trim()
  return folded === text ? folded : foldText(folded)
}

function strip(text: string, place: string): string {
  const name = beforeAddress(besideStar(withoutMovementWord(withoutMasksAndDates(text))))
  const tokens = tokensOf(withoutReferences(name))
  return withoutLegalForm(withoutPlace(withoutNumbers(tokens), place)).join(' ')
}

const anyOf = (words: readonly string[]) =>
  words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('|')
/** Not in the middle of a word or number. */
const [start, end] = ['(?<![\\p{L}\\d])', '(?![\\p{L}\\d])']

const maskedCard =
  /(?<![\p{L}\d])\d{4}[\s-]?[\d*x]{4}[\s-]?[*x]{4}[\s-]?\d{4}(?!\d)|(?<![\p{L}\d])(?:x{2,}|\*{2,}|•{2,})[\s-]*\d{4}(?!\d)|(?:^|\s)\*\d{4}(?=\s|$)/gu
/** `KORT ****7100`, also where it was cut. */
const cardAndMask = /\s(?:kort|card)(?:nr)?[\s.:]*[*x•]{2,}[\s*x•-]*\d{0,4}(?![\p{L}\d])/u
const dates = new RegExp(
  `/?${start}(?:\\d{4}([-./])\\d{2}\\1\\d{2}|\\d{2}([-./])\\d{2}\\2(?:\\d{4}|\\d{2})|(?:0[1-9]|1[0-2])/20\\d{2}|\\d{2}/\\d{2}(?![-/.]\\d)|\\d{1,2}:\\d{2}(?::\\d{2})?` +
    `|\\d{1,2}\\s?(?:jan|feb|mar|apr|maj|may|jun|jul|aug|sep|okt|oct|nov|dec)\\p{L}*\\.?(?:\\s?\\d{4}|\\d{2})?` +
    `|kl\\.?\\s?\\d{1,2}[.:]\\d{2}|^(?:0[1-9]|[12]\\d|3[01])[.-](?:0[1-9]|1[0-2])(?=\\s.*\\p{L}))${end}`,
  'gu',
)
const figure = '-?\\d[\\d\\s]*(?:[.,]\\d+)?'
const currency = 'sek|eur|usd|nok|dkk|gbp|chf|pln|isk|czk|cad|aud|jpy|kr'
/** What it cost in another currency, and by which rate. */
const amounts = new RegExp(
  `${start}(?:(?:${currency})\\s${figure}|(?:${currency})\\d+[.,]\\d{2}|-?\\d[\\d\\s]*[.,]\\d{2}\\s?(?:${currency})|(?:valuta)?(?:kurs|rate|påslag|paslag)[\\s:]*${figure}\\s?%?)(?![\\p{L}\\d])`,
  'gu',
)
export function withoutMasksAndDates(text: string): string {
  return text
    .replace(cardAndMask, behindName)
    .replace(maskedCard, ' ')
    .replace(dates, ' ')
    .replace(amounts, behindName)
    .replace(wallet, behindName)
    .trim()
}

const wallet = /\s(?:google|apple|samsung)\s?pay(?![\p{L}\d]).*$/u

/** Takes a piece away where a name stands before it. */
function behindName(found: string, ...rest: readonly unknown[]): string {
  const [at, text] = rest.slice(-2)
  return typeof at === 'number' && typeof text === 'string' && /\p{L}.*\p{L}/u.test(text.slice(0, at)) ? ' ' : found
}

/**
 * Terminals without å, ä and ö write a, a and o; what is short could then be another word (`KOP` is no `KÖP`). Some write a
 * question mark, and some banks read two letters for one.
 */
const movements = movementWords.flatMap((word) => [
  ...(word.length > 4 ? [word, asciiFold(word)] : [word]),
  ...['?', '\uFFFD', unknownLetter].map((sign) => word.replace(/[åäöø]/gu, sign)),
  ...[word, word.toUpperCase()].map((one) => twoForOne(one).toLowerCase()),
])
const movementWord = new RegExp(
  `^(?:${anyOf([...new Set(movements)])})${end}[\\s.:,-]*(?:(?:\\d{5,8}|(?:0[1-9]|[12]\\d|3[01])(?:0[1-9]|1[0-2]))${end}\\s*)?(?=.*\\p{L})`,
  'u',
)
export function withoutMovementWord(text: string): string {
  return text.replace(movementWord, '')
}

const paymentService = new RegExp(
  `^(?:(?:mc|\\d[\\d./-]*)\\s+)*(?:${anyOf(paymentServices)})[\\s_]*\\*[\\s_*]*(?=.*\\p{L}.*\\p{L}|\\p{L}\\d${end})`,
  'u',
)
/** The payment service in front of the merchant; empty where the text names none. */
export function paymentServiceOf(text: string): string {
  const folded = withoutMovementWord(withoutMasksAndDates(foldText(text.slice(0, longestText))))
  return /^[^*]*/.exec(paymentService.exec(folded)?.[0] ?? '')?.[0].replace(/^(?:mc\s|[\d./\s-]+)+|[\s_]+$/gu, '') ?? ''
}

/** Meals and memberships are bought from others than the rides are, and booked otherwise. */
const ownService = /^(uber|bolt)[\s_]*\*[\s_*]*(eats|food|one|plus|market)(?![\p{L}\d]).*$/u
/** A payment service's merchant stands after the star, everybody else's before it (`AMZN Mktp SE*2K4L`). */
function besideStar(text: string): string {
  const other = text.replace(ownService, '$1 $2')
  if (other !== text) return other
  const merchant = text.replace(paymentService, '')
  if (merchant !== text) return isPurchaseCode(merchant) ? beforeStar(text) : besideStar(merchant)
  return beforeStar(text.replace(/^\*+\s*/, ''))
}

/** `STRIPE *8WX9WJV1C`: a code of the purchase, and no merchant. */
export function isPurchaseCode(text: string): boolean {
  const [first = ''] = text.split(/\s/u)
  const isMixed = (first.match(/\p{L}+|\d+/gu)?.length ?? 0) > 2
  return (
    (isMixed || (/\d/.test(first) && isRandom(first))) &&
    /^(?!\p{L}{4})[\p{L}\d]{8,}$/u.test(first) &&
    !isSayable(first)
  )
}

/** Up to the last star that has letters before it, where that is a name. */
function beforeStar(text: string): string {
  const name = /^.*\p{L}/u.exec(text.slice(0, Math.max(text.lastIndexOf('*'), 0)))?.[0] ?? ''
  return /\p{L}.*\p{L}/u.test(name) ? text.slice(0, text.indexOf('*', name.length)).trimEnd() : text
}

const webPath = /^((?:[\p{L}\d-]+\.)+\p{L}{2,})\/\S*/u
/** `S-123 45 SOLN`: where it lies, however much of it is there. */
const postcodeBehind = /\s(?:s|se)-\d{3}\s?\d{2}(?!\d).*$/u
const addressBehind = /\s(?:https?:\/\/)?(?:[\p{L}\d-]+\.)+\p{L}{2,}\/\S*/gu
/** `bolt.eu/o/2301` → `bolt.eu`; `example ads,800-000-0000,us` → `example ads`. */
function beforeAddress(text: string): string {
  const site = text
    .replace(/^(?:https?:\/\/)?www\./u, '')
    .replace(webPath, '$1')
    .replace(addressBehind, (found, at: number) => (/\p{L}/u.test(text.slice(0, at)) ? ' ' : found))
    .replace(postcodeBehind, behindName)
  const [name = '', ...rest] = site.split(',')
  const isAddress = rest.some((part) => /\d{3}/.test(part) || countriesBetweenCommas.includes(part.trim()))
  return isAddress && /\p{L}.*\p{L}/u.test(name) ? name : site
}

const reference = new RegExp(
  `${start}(?:${anyOf(referenceMarks)})${end}[.:#\\s]*(?=[\\p{L}\\d-]*\\d)[\\p{L}\\d-]+`,
  'gu',
)
/** Not the day before `7-ELEVEN` with its seven. */
const phone = new RegExp(`(?<!\\p{L}-)${start}\\+?\\d(?:[\\s()-]{0,2}\\d){6,}${end}(?!-\\p{L})`, 'gu')
/** `ROOM 312` behind a hotel, `STATION 4123` behind a chain: which room, station or bill, where a name stands before. */
const numberedSpot = new RegExp(
  `${start}(?:${anyOf(numberedSpots)})${end}[.:#\\s]*(?=[\\p{L}\\d-]*\\d)[\\p{L}\\d-]+`,
  'gu',
)

function withoutReferences(text: string): string {
  return text
    .replace(reference, ' ')
    .replace(numberedSpot, (found, at: number) => (isNameEnough(tokensOf(text.slice(0, at))) ? ' ' : found))
    .replace(/#\s*[\p{L}\d-]*\d[\p{L}\d-]*/gu, ' ')
    .replace(phone, (found, at: number) => (isNameEnough(tokensOf(text.slice(0, at))) ? ' ' : withoutPhone(found)))
}

/** `54 08-280043` behind STUDIO: the first number is the name's. */
function withoutPhone(found: string): string {
  return /^[1-9]\d{0,3}\s(?=[+0]|\d{5})/u.exec(found)?.[0] ?? ' '
}

function tokensOf(text: string): string[] {
  return text
    .replace(/[_|;:,*"”“«»()[\]{}<>=!?\\]/g, ' ')
    .split(' ')
    .map((token) => token.replace(/^[^\p{L}\p{M}\d&]+|[^\p{L}\p{M}\d&]+$/gu, ''))
    .filter((token) => token !== '')
}

/** Takes away store, terminal and receipt numbers, unless that leaves a `taxi` or `restaurang` that could be anyone's. */
function withoutNumbers(tokens: readonly string[]): string[] {
  const words = tokens
    .map(withoutDigits)
    .map(withoutGluedCode)
    .filter((token, index) => index === 0 || !isReference(token))
  const kept = words.filter((token, index) => !isNumber(token, index))
  if (isNumberTheName(words)) return words.filter((token, index) => index === 1 || !isNumber(token, index))
  return isNameEnough(kept) ? kept : words.filter((token, index) => !isNumber(token, index) || isNumberOfName(token))
}

function isNumber(token: string, index: number): boolean {
  if (!/^\d[\d.\-/]*$/.test(token) || /^\d{1,2}\/\d{1,2}$/.test(token)) return false
  const digits = token.replace(/\D/g, '')
  if (index === 0) return digits.length >= 5
  return digits.length >= 3 || digits.startsWith('0')
}

/** `Taxi 020`, `Restaurang 1906`. */
function isNumberOfName(token: string): boolean {
  return /^(?:\d{1,3}|[1-9]\d{3,4})$/.test(token)
}

/** A TAXI020 is called so. */
function withoutDigits(token: string, index: number): string {
  const [, word, number = ''] = (index === 0 ? /^(\p{L}{3,})(\d{3,})$/u : /^(\p{L}{5,})(\d{3,})$/u).exec(token) ?? []
  return word === undefined || (index === 0 && isNamedByNumber(word, number)) ? token : word
}

/** `EATS` of `EATS-V01LLV`: with its code the word would go as well, and UBER EATS is not UBER. */
function withoutGluedCode(token: string, index: number): string {
  const [, word = '', code = ''] = /^([\p{L}.]{3,})-(?=\p{L}*\d)([\p{L}\d]{5,})$/u.exec(token) ?? []
  const isMixed = /\p{L}/u.test(code) && (isReference(code) || (code.length > 5 && !isSayable(code)))
  const isCode = code !== '' && (isMixed || (index > 0 && word.length > 3 && /^\d+$/.test(code)))
  return isCode && !referenceMarks.includes(word) && !numberedSpots.includes(word) ? word : token
}

/** `TAXI 020 GÖTEBORG` is not TAXI GÖTEBORG, while a KIOSK or PARKERING has the number of one of many. */
function isNumberTheName([kind = '', number = '', ...behind]: readonly string[]): boolean {
  const words = behind.filter((token, index) => !isNumber(token, index + 2)).map((token) => pairFold(asciiFold(token)))
  return isNamedByNumber(kind, number) && words.length > 0 && words.every((word) => isPlaceOrForm(word))
}

export function isNamedByNumber(kind: string, number: string): boolean {
  return namedByNumber.has(kind) && /^\d{3}$/.test(number)
}

/** Folded as what they are compared with: AARHUS is no city else. */
export const foldedCities: ReadonlySet<string> = new Set([...cities].map(pairFold))

function isPlaceOrForm(word: string): boolean {
  return foldedCities.has(word) || countryTails.includes(word) || legalForms.includes(word)
}

/** Letters and digits through each other, as in `p1a2b3c4`; not `tele2`, `web2print` or `24sevenoffice`. */
function isReference(token: string): boolean {
  if (!/^[\p{L}\d-]{5,}$/u.test(token)) return false
  const digits = token.replace(/\D/g, '').length
  const runs = token.match(/\p{L}+|\d+/gu)?.length ?? 0
  return (digits >= 3 && runs >= 2) || (digits >= 2 && runs >= 3) || (digits >= 1 && isRandom(token))
}

/** Whether every fourth letter is a vowel, and no second digit stands among them. */
export function isSayable(token: string): boolean {
  const letters = token.match(/\p{L}/gu)?.length ?? 0
  const vowels = token.match(/[aeiouyåäöæø]/gu)?.length ?? 0
  return vowels * 4 >= letters && token.length - letters < 2
}

/** Of eight letters of a name two are vowels, and nearly none of a code's (`PMPXHFW0X`). */
function isRandom(token: string): boolean {
  const letters = token.match(/\p{L}/gu)?.length ?? 0
  const vowels = token.match(/[aeiouyåäöæø]/gu)?.length ?? 0
  return token.length >= 8 && !token.includes('-') && vowels * 6 < letters
}

/** Whether what is left still says who it is, and not only what kind of place. */
function isNameEnough(tokens: readonly string[]): boolean {
  return tokens.some((token) => /\p{L}/u.test(token) && !kindsOfPlace.includes(token))
}

function withoutPlace(tokens: readonly string[], place: string): string[] {
  for (let count = 1; place !== '' && count < tokens.length; count++) {
    const tail = tokens.slice(-count).join(' ')
    const rest = tokens.slice(0, -count)
    const isPlace = tail === place || (tail.length >= 5 && place.startsWith(tail)) // banks cut texts short
    if (isPlace && isNameEnough(rest)) return rest
  }
  const last = tokens.at(-1)
  const rest = tokens.slice(0, -1)
  return last !== undefined && countryTails.includes(last) && rest.join('').length >= 2 && isNameEnough(rest)
    ? rest
    : [...tokens]
}

function withoutLegalForm(tokens: readonly string[]): string[] {
  const rest = tokens.slice(0, -1)
  return legalForms.includes(tokens.at(-1) ?? '') && rest.join('').length >= 2 && isNameEnough(rest)
    ? rest
    : [...tokens]
}
