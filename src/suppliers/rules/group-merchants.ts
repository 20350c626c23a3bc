import { asciiFold } from './ascii-fold.ts'
import {
  beforeCode,
  type LearnedBehind,
  learnBefore,
  learnBehind,
  learnCodes,
  learnServices,
  textBehind,
  withoutLearned,
} from './learned-words.ts'
import { unknownLetter } from './mended-letters.ts'
import {
  beginsMark,
  blur,
  compact,
  createMerchantKeys,
  fits,
  isName,
  type MerchantKey,
  tellingLetters,
  withoutCutCity,
  withoutGluedForm,
  withoutGluedNumber,
} from './merchant-key.ts'
import { companyWords, hotelWords, ordinaryWords } from './merchant-words.ts'
import { foldText, type MerchantContext } from './normalise-merchant.ts'

/** `rows`: how many rows say so, where it is more than one. */
export type MerchantText = { text: string; rows?: number } & MerchantContext
/** One merchant by all its texts. */
export type MerchantGroup = { key: string; words: readonly string[]; texts: number[] }

/**
 * Gathers texts that nobody is known by into merchants, so that one answer settles all of them. Texts of one name are
 * one; a text that a bank cut short belongs to the only longer name that begins with it; what stands around many names
 * belongs to none of them (learned-words.ts). Answers positions in `texts`, most texts first.
 */
export function groupMerchants(texts: readonly MerchantText[], keyOf = createMerchantKeys()): MerchantGroup[] {
  const { groups, wholes, services } = gatherByName(texts, keyOf)
  const names = learnNames({ groups, wholes, services }, texts)
  const joined = new Map<string, string>()
  for (const group of [...groups.values()]) {
    const other = otherNameOf(group, names, texts)
    // Two that are each the other's writing are joined once.
    if (other !== null && other !== group.key && joined.get(other) !== group.key) joined.set(group.key, other)
  }
  for (const [from] of joined) {
    const into = groups.get(lastOf(from, joined))
    const group = groups.get(from)
    if (!into || !group || into === group) continue
    into.texts.push(...group.texts)
    groups.delete(from)
  }
  return [...groups.values()]
    .map(({ key, words, texts }) => ({ key, words, texts: texts.toSorted((a, b) => a - b) }))
    .sort((a, b) => b.texts.length - a.texts.length || (a.key < b.key ? -1 : 1))
}

type KeyOf = ReturnType<typeof createMerchantKeys>
/** `codes`: different ones that stand behind the name, as many as are of interest. */
type Gathered = MerchantGroup & { rows: number; isCut: boolean; codes: Set<string>; cities: Set<string> }
type ByName = {
  groups: Map<string, Gathered>
  /** Names by what else they are written as. */
  wholes: ReadonlyMap<string, string>
  services: ReadonlyMap<string, string>
}
type Names = ByName & {
  sorted: readonly string[]
  blurred: ReadonlyMap<string, readonly string[]>
  /** Words behind so many names that they belong to none. */
  behind: LearnedBehind
  isCode: (words: readonly string[]) => boolean
  /** Those that many texts have whole. */
  sure: readonly string[]
  /** So many characters of a name a terminal writes. */
  widths: ReadonlySet<number>
}

function gatherByName(texts: readonly MerchantText[], keyOf: KeyOf): ByName {
  const groups = new Map<string, Gathered>()
  const wholes = new Map<string, string>()
  const services = new Map<string, string>()
  keysOf(texts, keyOf).forEach((key, position) => {
    const group = groups.get(key.bare)
    const rows = texts[position]?.rows ?? 1
    if (key.whole !== key.bare && !wholes.has(key.whole)) wholes.set(key.whole, key.bare)
    for (const other of key.others) if (other !== key.bare && !wholes.has(other)) wholes.set(other, key.bare)
    if (key.withService !== '') services.set(key.withService, key.bare)
    const code = codeIn(texts[position]?.text ?? '')
    if (group) {
      group.texts.push(position)
      group.rows += rows
      group.isCut &&= key.mayBeCut
      if (key.city !== '') group.cities.add(key.city)
      if (code !== null && group.codes.size < enoughCodes) group.codes.add(code)
    } else {
      const codes = new Set(code === null ? [] : [code])
      const cities = new Set(key.city === '' ? [] : [key.city])
      const { words, mayBeCut: isCut } = key
      groups.set(key.bare, { key: key.bare, words, texts: [position], rows, isCut, codes, cities })
    }
  })
  return { groups, wholes, services }
}

/** Each text's key, without what all of them together show to stand before merchants or to be glued to them. */
function keysOf(texts: readonly MerchantText[], keyOf: KeyOf): MerchantKey[] {
  const keys = texts.map(({ text, place }) => keyOf(text, { place }))
  const names = new Map(keys.map(({ bare, words }) => [bare, words]))
  const before = learnBefore(names.values(), (name) => names.has(name))
  const behindWords = keys.map((key, position) => {
    const { text = '', place } = texts[position] ?? {}
    const rest = textBehind(text, before)
    return rest === null ? key : keyOf(rest, { place })
  })
  const behindStar = learnServices(texts, new Set(names.keys()), keyOf)
  const unglued = unglue(texts, behindWords, keyOf)
  return behindWords.map((key, position) => behindStar.get(position) ?? unglued.get(position) ?? key)
}

/** Of how many rows a name is for certain one. */
const enoughRows = 5

/** Keys of texts with a number glued to their name, where others have the name without it; by position. */
function unglue(texts: readonly MerchantText[], keys: readonly MerchantKey[], keyOf: KeyOf): Map<number, MerchantKey> {
  const rows = new Map<string, number>()
  const readings = texts.map(({ text }) => withoutGluedNumber(text))
  readings.forEach(({ length }, position) => {
    const { bare = '' } = keys[position] ?? {}
    if (length === 0) rows.set(bare, (rows.get(bare) ?? 0) + (texts[position]?.rows ?? 1))
  })
  const unglued = new Map<number, MerchantKey>()
  readings.forEach((its, position) => {
    const { place } = texts[position] ?? {}
    const { bare = '' } = keys[position] ?? {}
    const isKnown = (name: string) => (rows.get(name) ?? 0) >= enoughRows
    const found = its.map((text) => keyOf(text, { place })).find((key) => isKnown(key.bare))
    if (found && (found.bare.length > bare.length || !isKnown(bare))) unglued.set(position, found)
  })
  return unglued
}

/** What only all names together tell. A name that is never seen without its surroundings gets a group of its own. */
function learnNames(byName: ByName, texts: readonly MerchantText[]): Names {
  const { groups } = byName
  const behind = learnBehind(
    [...groups.values()].map(({ words }) => words),
    (name) => groups.has(name),
  )
  for (const { words, isCut } of [...groups.values()]) {
    addName(groups, withoutLearned(words, behind, isCut))
  }
  const isCode = learnCodes(groups.values(), (name) => groups.get(name)?.rows ?? 0)
  for (const { words, rows } of [...groups.values()])
    if (rows === 1 && isCode(words)) addName(groups, beforeCode(words))
  const whole = [...groups.keys()].filter((key) => !key.includes(unknownLetter))
  const sorted = [...groups.keys()].sort()
  const sure = sorted.filter((key) => groups.get(key)?.isCut === false && (groups.get(key)?.rows ?? 0) >= enoughRows)
  return {
    ...{ ...byName, sorted, sure },
    widths: learnWidths({ groups, sure }, texts),
    blurred: whole.length < groups.size ? Map.groupBy(whole, blur) : new Map(),
    behind,
    isCode,
  }
}

/** One that no text has alone. */
function addName(groups: Map<string, Gathered>, words: readonly string[]): void {
  const key = compact(words)
  if (!groups.has(key))
    groups.set(key, { key, words, texts: [], rows: 0, isCut: false, codes: new Set(), cities: new Set() })
}

/** A name that this one is another writing of: in other words, cut short, or with a code behind it. */
function otherNameOf(group: Gathered, names: Names, texts: readonly MerchantText[]): string | null {
  return (
    otherWriting(group, names) ??
    nameOfCut(group, names) ??
    nameBeforeRemnant(group, names) ??
    nameOfNarrow(group, names, texts) ??
    nameOfCompany(group, names) ??
    nameOfHotels(group, names) ??
    nameBeforeCode(group, names)
  )
}

function otherWriting({ key, words, isCut }: Gathered, { groups, wholes, ...names }: Names): string | null {
  const alone = compact(withoutLearned(words, names.behind, isCut))
  if (alone !== key) return alone
  const product = names.services.get(key)
  if (product !== undefined) return product
  if (key.includes(unknownLetter)) {
    const fitting = (names.blurred.get(blur(key)) ?? []).filter((name) => fits(key, name))
    if (fitting.length === 1) return fitting[0] ?? null
  }
  const [first = '', ...behindFirst] = words
  if (/^\d{3,}$/.test(first) && isName(behindFirst) && groups.has(compact(behindFirst))) return compact(behindFirst)
  if (words.length > 1) return null
  const apart = wholes.get(key)
  if (apart !== undefined) return apart
  const unglued = withoutGluedForm(words).map((bare) => (groups.has(bare) ? bare : wholes.get(bare)))
  return unglued.find((other) => other !== undefined) ?? null
}

function nameOfCut({ key, words, isCut }: Gathered, { groups, sorted }: Names): string | null {
  const whole = isCut ? groups.get(onlyContinuation(key, sorted) ?? '') : undefined
  if (whole && (!endsAWord(key, whole.words) || (key.length >= longCut && leadsToWhole(whole, { groups, sorted })))) {
    return whole.key
  }
  const city = withoutCutCity({ words, mayBeCut: true })
  return city && (isCut || city.cut.length >= surelyCity) && groups.has(city.name) ? city.name : null
}

/** A name that so many rows have is one by itself, and what so few of them have behind it is something else. */
const [plentyOfRows, fewOfThem] = [20, 10]
const longestRemnant = 2

/** `OPENAI IR`, `MAXI ICA BUTI`: a text cut within a word behind a name that many texts have, where no longer name begins so. */
function nameBeforeRemnant({ key, words, isCut, rows }: Gathered, { groups, sorted }: Names): string | null {
  const last = words.at(-1)?.replace(/\d+$/u, '') ?? ''
  const name = compact(words.slice(0, -1))
  const all = groups.get(name)?.rows ?? 0
  const isFew = last.length <= longestRemnant && rows * fewOfThem <= all
  if (!isCut || all < plentyOfRows || !(isFew || (last.length > longestRemnant && beginsMark(last)))) return null
  return sorted.some((other) => other !== key && other.startsWith(key)) ? null : name
}

/** `NETFLIX INTERNATIONAL`, where many texts say NETFLIX; `AMAZON WEB SERVICES EMEA`, where they say AMAZON WEB SERVICES. */
function nameOfCompany({ words }: Gathered, { groups }: Names): string | null {
  for (let end = words.length - 1; end > 0 && companyWords.includes(words[end] ?? ''); end--) {
    const name = compact(words.slice(0, end))
    if ((groups.get(name)?.rows ?? 0) >= enoughRows) return name
  }
  return null
}

/** In so many of the same cities. */
const enoughCities = 3
/** A shorter name is a word that companies of any kind begin with. */
const shortestChain = 6

/**
 * `SCANDIC HOTEL`, where many texts say SCANDIC and both lie in the same cities: a hotel that is no chain's lies in one. A
 * word of the language (COMFORT) names others too, which lie in every city as well.
 */
function nameOfHotels({ words, cities }: Gathered, { groups }: Names): string | null {
  const [first = '', last = '', ...more] = words
  const chain = more.length === 0 && hotelWords.has(last) ? groups.get(compact([first])) : undefined
  if (!chain || first.length < shortestChain || ordinaryWords.has(first) || chain.rows < enoughRows) return null
  return [...cities].filter((city) => chain.cities.has(city)).length >= enoughCities ? chain.key : null
}

/** Of so many names cut after as many characters those are all that there is place for. */
const enoughCut = 3

/** Some terminals write so many characters of a name and the city behind them (`KJELL & COMPAN ARLANDA`). */
function learnWidths(names: Pick<Names, 'groups' | 'sure'>, texts: readonly MerchantText[]): ReadonlySet<number> {
  const seen = new Map<number, Set<string>>()
  for (const group of names.groups.values()) {
    const whole = group.texts.length > 0 ? cutWithin(group, names) : null
    if (whole === null) continue
    const width = widthOf(group, texts)
    seen.set(width, (seen.get(width) ?? new Set()).add(whole))
  }
  return new Set([...seen].filter(([width, wholes]) => width > 0 && wholes.size >= enoughCut).map(([width]) => width))
}

function nameOfNarrow(group: Gathered, names: Names, texts: readonly MerchantText[]): string | null {
  return names.widths.size > 0 && names.widths.has(widthOf(group, texts)) ? cutWithin(group, names) : null
}

/** The only longer name that begins so and goes on within a word. */
function cutWithin({ key }: Gathered, { groups, sure }: Pick<Names, 'groups' | 'sure'>): string | null {
  const whole = key.length >= longCut ? groups.get(onlyContinuation(key, sure) ?? '') : undefined
  return whole && !endsAWord(key, whole.words) ? whole.key : null
}

/** From where a name begins in its text to where it ends; 0 where it stands there otherwise. */
function widthOf({ words, texts: [first = -1] }: Gathered, texts: readonly MerchantText[]): number {
  const text = asciiFold(foldText(texts[first]?.text ?? ''))
  const from = text.indexOf(words[0] ?? '')
  const last = words.at(-1) ?? ''
  const at = from < 0 ? -1 : text.indexOf(last, from)
  return at < 0 ? 0 : at + last.length - from
}

/** A second row with the same code is no longer alone, and stays. */
function nameBeforeCode({ words, rows, codes }: Gathered, { isCode, groups }: Names): string | null {
  if (rows !== 1) return null
  if (isCode(words)) return compact(beforeCode(words))
  const [name, last] = [compact(words.slice(0, -1)), words.at(-1) ?? '']
  const others = groups.get(name)?.codes
  if (others === undefined || others.size < enoughCodes) return null
  const isAlike =
    [...others].some(({ length }) => length === last.length) || [...codes].some((one) => one.startsWith(last))
  return isAlike ? name : null
}

/** So many different codes behind one name are codes of purchases. */
const enoughCodes = 8
const code = /(?<=\p{L}{2}.*)(?<![\p{L}\d])(?=\p{L}*\d)(?=\d*\p{L})[\p{L}\d]{6,}(?![\p{L}\d])/u

/** Letters and digits through each other behind a name (`SPOTIFY P3A9F01C22`). */
function codeIn(text: string): string | null {
  return /\d/.test(text) ? (code.exec(text)?.[0].toLowerCase() ?? null) : null
}

/** Whether some text of the name, or of the only one it is the beginning of, is not cut. */
function leadsToWhole(group: Gathered, names: Pick<Names, 'groups' | 'sorted'>): boolean {
  for (let at: Gathered | undefined = group; at; at = names.groups.get(onlyContinuation(at.key, names.sorted) ?? '')) {
    if (!at.isCut) return true
  }
  return false
}

/** Where a chain of other names ends; a ring ends where it is entered. */
function lastOf(from: string, joined: ReadonlyMap<string, string>): string {
  const seen = new Set<string>()
  let at = from
  for (let next = joined.get(at); next !== undefined && !seen.has(next); next = joined.get(at)) {
    seen.add(next)
    at = next
  }
  return at
}

const shortestCut = 6
/** So many letters begin a city and nothing else, also in a text that is not cut: some files have a column of cities beside. */
const surelyCity = 5
/** So long that it is cut even where a word ends. */
const longCut = 10

/** The shortest longer name that begins with `cut`, where no other name does that does not begin with it too. */
function onlyContinuation(cut: string, sorted: readonly string[]): string | null {
  if (cut.length < shortestCut) return null
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') <= cut) low = middle + 1
    else high = middle
  }
  const longer: string[] = []
  for (let i = low; sorted[i]?.startsWith(cut); i++) longer.push(sorted[i] ?? '')
  const shortest = longer.toSorted((a, b) => a.length - b.length)[0]
  return shortest !== undefined && longer.every((one) => one.startsWith(shortest)) ? shortest : null
}

/** As many letters say who it is, also without the rest. */
export const surelyCut = 9
/** And so many of them besides a PIZZERIA or RESTAURANG in front. */
const tellingCut = 6

/** Whether a text is one name cut short inside a word, which no other name would be. */
export function isCutOf(cut: MerchantKey, whole: { bare: string; words: readonly string[] }): boolean {
  if (!cut.mayBeCut || cut.bare.length < surelyCut || tellingLetters(cut.words) < tellingCut) return false
  if (!whole.bare.startsWith(cut.bare) || whole.bare === cut.bare) return false
  return !endsAWord(cut.bare, whole.words)
}

/** `ica` of `ica maxi`: a name of its own, as far as anyone can tell. */
function endsAWord(beginning: string, words: readonly string[]): boolean {
  let ends = 0
  for (const word of words) {
    ends += word.length
    if (ends === beginning.length) return true
  }
  return false
}
