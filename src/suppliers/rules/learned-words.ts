import { compact, isName, type MerchantKey, nameKey, withoutTail } from './merchant-key.ts'
import { foldText, isPurchaseCode, isSayable, withoutMasksAndDates, withoutMovementWord } from './normalise-merchant.ts'

type Words = readonly string[]

/** Names with different first words (a chain's own are one) around a word before it is taken for nobody's. */
const enoughNames = 5
const longestLearned = 3

/** `words`: one to three that stand last. `firstWords`: those that more words follow, other ones each time. */
export type LearnedBehind = { words: ReadonlySet<string>; firstWords: ReadonlySet<string> }

/**
 * What stands behind so many names that it belongs to none: a shopping centre, a town that no list has (`X NORDSTAN` and
 * `X` for many X), a mark that a code follows (`X BOKN QWERTZ`). A word that only one chain or two have behind their
 * names (`STADIUM OUTLET`, `ICA MAXI`) stays with them.
 */
export function learnBehind(names: Iterable<Words>, isKnown: (name: string) => boolean): LearnedBehind {
  const last = new Map<string, Set<string>>()
  const first = new Map<string, Set<string>>()
  for (const words of names) {
    for (let count = 1; count < words.length; count++) {
      const name = words.slice(0, -count)
      if (!isName(name) || !isKnown(compact(name))) continue
      if (count <= longestLearned) add(last, joinedUp(words.slice(-count)), name)
      if (count > 1) add(first, compact(words.slice(-count, 1 - count)), name)
    }
  }
  return { words: oftenSeen(last), firstWords: oftenSeen(first) }
}

/** The same before names: a bank's own words for a purchase. */
export function learnBefore(names: Iterable<Words>, isKnown: (name: string) => boolean): ReadonlySet<string> {
  const seen = new Map<string, Set<string>>()
  for (const words of names) {
    for (let count = 1; count <= longestLearned && count < words.length; count++) {
      const name = words.slice(count)
      if (isName(name) && isKnown(compact(name))) add(seen, compact(words.slice(0, count)), name)
    }
  }
  return oftenSeen(seen)
}

/** A text from where its merchant begins; null where nothing learned stands before it. */
export function textBehind(text: string, before: ReadonlySet<string>): string | null {
  if (before.size === 0) return null
  return behindLearned(text, before) ?? behindLearned(withoutMovementWord(withoutMasksAndDates(foldText(text))), before)
}

function behindLearned(text: string, before: ReadonlySet<string>): string | null {
  const words = text.trim().split(/\s+|(?<=\p{L}{3})\/(?=[\p{L}\d]{2})/u)
  for (let count = Math.min(longestLearned, words.length - 1); count > 0; count--) {
    const rest = words.slice(count).join(' ')
    if (/\p{L}/u.test(rest) && before.has(words.slice(0, count).map(nameKey).join(''))) return rest
  }
  const [, mark, name] = /^(\p{L}{2,})-(\p{L}.*)$/u.exec(text.trim()) ?? [] // `LS-ONEPARK`
  return mark !== undefined && name !== undefined && before.has(nameKey(mark)) ? name : null
}

function joinedUp(words: Words): string {
  return words.map((word) => compact([word])).join(' ')
}

function add(seen: Map<string, Set<string>>, words: string, name: Words): void {
  const names = seen.get(words)
  const first = name[0] ?? ''
  if (names) names.add(first)
  else seen.set(words, new Set([first]))
}

function oftenSeen(seen: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  return new Set([...seen].filter(([, names]) => names.size >= enoughNames).map(([words]) => words))
}

/** The name before learned words; the words themselves where nothing was learned about them. */
export function withoutLearned(words: Words, behind: LearnedBehind, isCut: boolean): Words {
  let name = words
  for (;;) {
    const shorter = withoutOne(name, behind) ?? (isCut && name === words ? withoutCut(name, behind.words) : null)
    if (shorter === null) return name
    name = withoutTail(shorter, '') // `EASYPARK AB KUNGSGATAN`
  }
}

function withoutOne(words: Words, behind: LearnedBehind): Words | null {
  const end = words.findIndex((word, index) => index > 0 && behind.firstWords.has(compact([word])))
  if (end > 0 && end < words.length - 1 && isName(words.slice(0, end))) return words.slice(0, end)
  for (let count = Math.min(longestLearned, words.length - 1); count > 0; count--) {
    const name = words.slice(0, -count)
    if (behind.words.has(joinedUp(words.slice(-count))) && isName(name)) return name
  }
  return null
}

/** Fewer letters begin too many words. */
const shortestBeginning = 3

/** Without a learned word that the text was cut within. */
function withoutCut(words: Words, behind: ReadonlySet<string>): Words | null {
  for (let count = Math.min(longestLearned, words.length - 1); count > 0; count--) {
    const cut = joinedUp(words.slice(-count))
    const name = words.slice(0, -count)
    if (cut.length < shortestBeginning || !isName(name)) continue
    for (const learned of behind) if (learned.startsWith(cut)) return name
  }
  return null
}

/** So many words of one length, each behind the name once, are codes of bookings. */
const enoughCodes = 8
/** Or so many names, each with such words behind it. */
const enoughCodedNames = 2 * enoughNames
/** Of the name without any code: fewer could be of another shop. */
const enoughRows = 5
const shortestCode = 2
/** So many of so many letters are codes also behind a name that is never seen without one. */
const [surelyCode, enoughAlone] = [5, 20]
/** Of words so many can be said, and of letters at random less than half: 20 shops behind `LS ` are no codes. */
const mostSayable = 0.75

/** The name in front of a code, and of a city before it. */
export function beforeCode(words: Words): Words {
  return withoutTail(words.slice(0, -1), '')
}

/** Says of a name whether its last word is a code, another one each time. */
export function learnCodes(
  names: Iterable<{ words: Words; rows: number }>,
  rowsOf: (name: string) => number,
): (words: Words) => boolean {
  const behindName = new Map<string, number>()
  const byLength = new Map<number, Set<string>>()
  const alone = new Map<string, { words: number; sayable: number }>()
  for (const { words, rows } of names) {
    const [name, length] = [beforeCode(words), words.at(-1)?.length ?? 0]
    if (rows > 1 || length < shortestCode || !isName(name)) continue
    const slot = `${compact(name)} ${length}`
    if (length >= surelyCode) {
      const { words: before, sayable } = alone.get(slot) ?? { words: 0, sayable: 0 }
      alone.set(slot, { words: before + 1, sayable: sayable + (isSayable(words.at(-1) ?? '') ? 1 : 0) })
    }
    if (rowsOf(compact(name)) < enoughRows) continue
    behindName.set(slot, (behindName.get(slot) ?? 0) + 1)
    byLength.set(length, (byLength.get(length) ?? new Set()).add(name[0] ?? ''))
  }
  return (words) => {
    const [name, length] = [beforeCode(words), words.at(-1)?.length ?? 0]
    const slot = `${compact(name)} ${length}`
    const never = alone.get(slot)
    if (never && never.words >= enoughAlone && never.sayable <= never.words * mostSayable) return true
    const ofName = behindName.get(slot) ?? 0
    return ofName >= enoughCodes || (ofName > 0 && (byLength.get(length)?.size ?? 0) >= enoughCodedNames)
  }
}

const beforeStar = /^\s*([^*]{1,20}?)\s*\*+\s*(\S.*\p{L}.*)$/u

/**
 * Payment services that no list has: what stands before the star of many names that are also seen without it. Answers
 * the names behind such a star, by position.
 */
export function learnServices(
  texts: readonly { text: string; place?: string | null | undefined }[],
  known: ReadonlySet<string>,
  keyOf: (text: string, context: { place?: string | null | undefined }) => MerchantKey,
): Map<number, MerchantKey> {
  const behind = new Map<string, Map<number, MerchantKey>>()
  texts.forEach(({ text, place }, position) => {
    const [, service, name] = beforeStar.exec(text) ?? []
    if (service === undefined || name === undefined || isPurchaseCode(foldText(name))) return
    const id = service.toLowerCase()
    const its = behind.get(id) ?? new Map<number, MerchantKey>()
    behind.set(id, its.set(position, keyOf(name, { place })))
  })
  const learned = [...behind.values()].filter((its) => {
    const names = [...its.values()].filter(({ bare }) => known.has(bare))
    return new Set(names.map(({ words }) => words[0])).size >= enoughNames
  })
  return new Map(learned.flatMap((its) => [...its]))
}
