import { asciiFold } from './ascii-fold.ts'
import { legalForms, shortened } from './merchant-words.ts'
import { foldText } from './normalise-merchant.ts'
import {
  cities,
  citiesOfWordCodes,
  countries,
  countriesOfWords,
  countryTails,
  doubtfulCodes,
  tillWords,
} from './places.ts'

/**
 * `named`: the country that a name itself names, of the company that is paid (`TELIA NORGE`, `BAUHAUS DK`, `amazon.de`).
 * `country`: the same, or else the one where the shop lies (`IKEA BARCELONA ES`); what is sold on the web lies nowhere (`UBER
 * *TRIP AMSTERDAM NL`, `BOLT.EU/O/2410 TALLINN EE`). Empty where none is. `isSite`: named by an address, where `com` is a
 * country of its own. `doubtful`: a code that may as well be a word of the name (`WEB IT`), else empty.
 */
export type Countries = { named: string; country: string; isSite: boolean; doubtful: string }

/** `words`: those of the name in the text. `domain`: what its address ends in. `place`: as the file says beside the text. */
export function countriesIn(
  text: string,
  { words, domain, place }: { words: readonly string[]; domain: string; place: string },
): Countries {
  const tokens = tokensOf(text)
  const ofSite = domain === 'com' ? domain : (countries.get(domain) ?? '')
  const doubtful = tokens.find((word, index) => index > 0 && citiesOfWordCodes.has(word)) ?? ''
  const ofCode = /\sit\s*\*/iu.test(text) ? 'it' : codeBehind(tokens, words) // `AMZN Mktp IT*2K4LT6QZ3`
  const named = ofSite || writtenOut(tokens) || ofCode
  const isOnWeb = domain !== '' || text.includes('*')
  const lies = isOnWeb
    ? ''
    : countryAtEnd(isDoubtfulEnd(tokens, words) ? [] : tokens.slice(1)) || countryAtEnd(tokensOf(place))
  return { named, country: named || lies, isSite: ofSite !== '', doubtful }
}

/** Whether any word of a text is a country's, which most texts are without; quickly told. */
export function mayNameCountry(text: string): boolean {
  return tokensOf(text).some((word) => word === 'com' || countries.has(word) || glued.test(word))
}

/** Whether two texts name countries, and not the same: the company that one of them means is not the other's. */
export function areOfTwoCountries(one: Countries, other: Countries): boolean {
  if (isDoubtful(one, other) || isDoubtful(other, one)) return true
  if (one.country === '' || other.country === '' || one.country === other.country) return false
  // Everybody may have a `.com`, which is of no country; but whoever has an address of a country too is another there.
  return (one.country !== 'com' && other.country !== 'com') || (one.isSite && other.isSite)
}

/** `AMAZON IT` or `BOOZT NO UPPSALA` beside those of another country; not `WEB IT` beside `WEB IT SVERIGE`, nor `LANSTEKNIK IT` beside a till in Stockholm. */
function isDoubtful({ named, doubtful }: Countries, other: Countries): boolean {
  const isSure = other.named !== '' && other.named !== 'com' && other.named !== doubtful
  return named === '' && doubtful !== '' && isSure && other.doubtful !== doubtful
}

function tokensOf(text: string): string[] {
  return asciiFold(foldText(text))
    .split(/[^\p{L}\d&]+/u)
    .filter((word) => word !== '')
    .map((word) => shortened.get(word) ?? word)
}

const glued = new RegExp(`^.{3,}(${[...countriesOfWords.keys()].join('|')})(?:ab|as|aps|oy|gmbh|inc|ltd)?$`, 'u')
/** Behind the first word of a name and before the city, where the terminal's own begins. */
function writtenOut(tokens: readonly string[]): string {
  for (const [index, word] of tokens.entries()) {
    const found = index > 0 ? countriesOfWords.get(word) : undefined
    if (found !== undefined) return found
    if (index > 0 && cities.has(word)) return ''
    const inWord = glued.exec(word)?.[1]
    if (inWord !== undefined) return countriesOfWords.get(inWord) ?? ''
  }
  return ''
}

/**
 * Codes are words too (`DE`, `NO`): those count where a city of theirs or nothing but numbers follows, and no Swedish form,
 * which is behind a whole name (`INSIDE OUT AT AB`); all only right behind the name.
 */
function codeBehind(tokens: readonly string[], words: readonly string[]): string {
  const from = tokens.indexOf(words.at(-1) ?? '')
  if (from < 0) return ''
  for (let at = from + 1; at < tokens.length; at++) {
    const word = tokens[at] ?? ''
    const code = countries.get(word)
    if (code !== undefined && (countryTails.includes(word) || isEndOf(tokens, at))) return code
    if (!/\d/.test(word) && !legalForms.includes(word) && !tillWords.has(word)) return ''
  }
  return ''
}

const swedishForms = new Set(['ab', 'aktiebolag', 'hb', 'kb'])

function isEndOf(tokens: readonly string[], at: number): boolean {
  const [code = '', ...rest] = tokens.slice(at)
  const [next = ''] = rest
  const own = citiesOfWordCodes.get(code)
  if (cities.has(next)) return own?.has(next) ?? true // `LA MAISON DE PARIS`
  if (own && (swedishForms.has(next) || doubtfulCodes.has(code))) return false
  if (code === 'no' && /^\d{1,2}$/.test(next)) return false // `PUB NO 7`
  return rest.every((word) => /\d/.test(word) || legalForms.includes(word))
}

/** `WEB IT`; and `HOTEL LUX`, `CAFE FIN`: without it nothing would be left that names anybody. */
function isDoubtfulEnd(tokens: readonly string[], words: readonly string[]): boolean {
  const last = tokens.at(-1) ?? ''
  if (countryTails.includes(last) && words.includes(last)) return true
  return doubtfulCodes.has(last) && !cities.has(tokens.at(-2) ?? '')
}

function countryAtEnd(tokens: readonly string[]): string {
  return countries.get(tokens.at(-1) ?? '') ?? ''
}
