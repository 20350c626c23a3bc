import { compact, isName, type MerchantKey, nameKey, withoutTail } from './merchant-key.ts'

type Words = readonly string[]

/** Names with different first words (a chain's own are one) around a word before it is taken for nobody's. */
const enoughNames = 5
const longestLearned = 3

/**
 * What stands behind so many names that it belongs to none: a shopping centre, a town that no list has (`X NORDSTAN` and
 * `X` for many X). A word that only one chain or two have behind their names (`STADIUM OUTLET`, `ICA MAXI`) stays with
 * them.
 */
export function learnBehind(names: Iterable<Words>, isKnown: (name: string) => boolean): ReadonlySet<string> {
  const seen = new Map<string, Set<string>>()
  for (const words of names) {
    for (let count = 1; count <= longestLearned && count < words.length; count++) {
      const name = words.slice(0, -count)
      if (isName(name) && isKnown(compact(name))) add(seen, joinedUp(words.slice(-count)), name)
    }
  }
  return oftenSeen(seen)
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
  const words = text.trim().split(/\s+/u)
  for (let count = Math.min(longestLearned, words.length - 1); count > 0; count--) {
    const rest = words.slice(count).join(' ')
    if (/\p{L}/u.test(rest) && before.has(words.slice(0, count).map(nameKey).join(''))) return rest
  }
  return null
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
export function withoutLearned(words: Words, behind: ReadonlySet<string>, isCut: boolean): Words {
  let name = words
  for (;;) {
    const shorter = withoutOne(name, behind) ?? (isCut && name === words ? withoutCut(name, behind) : null)
    if (shorter === null) return name
    name = withoutTail(shorter, '') // `EASYPARK AB KUNGSGATAN`
  }
}

function withoutOne(words: Words, behind: ReadonlySet<string>): Words | null {
  for (let count = Math.min(longestLearned, words.length - 1); count > 0; count--) {
    const name = words.slice(0, -count)
    if (behind.has(joinedUp(words.slice(-count))) && isName(name)) return name
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

/** Names whose next word is a code of its own each time: by the name, how long the codes are. */
export function learnCodes(names: Iterable<{ words: Words; texts: readonly number[] }>): (words: Words) => boolean {
  const seen = new Map<string, number>()
  const slot = (words: Words) => `${words.slice(0, -1).join(' ')} ${words.at(-1)?.length}`
  for (const { words, texts } of names) {
    if (words.length < 2 || texts.length > 1 || (words.at(-1)?.length ?? 0) < 4) continue
    seen.set(slot(words), (seen.get(slot(words)) ?? 0) + 1)
  }
  return (words) => words.length > 1 && (seen.get(slot(words)) ?? 0) >= enoughCodes
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
    if (service === undefined || name === undefined) return
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
