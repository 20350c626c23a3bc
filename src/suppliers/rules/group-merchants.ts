import { createMerchantKeys, type MerchantKey, withoutCutCity, withoutGluedForm } from './merchant-key.ts'
import type { MerchantContext } from './normalise-merchant.ts'

export type MerchantText = { text: string } & MerchantContext
/** One merchant by all its texts. */
export type MerchantGroup = { key: string; words: readonly string[]; texts: number[] }

/**
 * Gathers texts that nobody is known by into merchants, so that one answer settles all of them. Texts of one name are
 * one; a text that a bank cut short belongs to the only longer name that begins with it. Answers positions in `texts`,
 * most texts first.
 */
export function groupMerchants(texts: readonly MerchantText[], keyOf = createMerchantKeys()): MerchantGroup[] {
  const groups = new Map<string, Gathered>()
  const wholes = new Map<string, string>()
  texts.forEach(({ text, place }, position) => {
    const key = keyOf(text, { place })
    const group = groups.get(key.bare)
    if (key.whole !== key.bare && !wholes.has(key.whole)) wholes.set(key.whole, key.bare)
    for (const other of key.others) if (other !== key.bare && !wholes.has(other)) wholes.set(other, key.bare)
    if (group) {
      group.texts.push(position)
      group.isCut &&= key.mayBeCut
    } else groups.set(key.bare, { key: key.bare, words: key.words, texts: [position], isCut: key.mayBeCut })
  })
  const names: Names = { groups, wholes, sorted: [...groups.keys()].sort() }
  const joined = new Map<string, string>()
  for (const group of groups.values()) {
    const other = otherNameOf(group, names)
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

type Gathered = MerchantGroup & { isCut: boolean }
type Names = { groups: ReadonlyMap<string, Gathered>; wholes: ReadonlyMap<string, string>; sorted: readonly string[] }

/** A name that this one is another writing of: written together, with its form glued on, or cut short. */
function otherNameOf({ key, words, isCut }: Gathered, { groups, wholes, sorted }: Names): string | null {
  if (words.length === 1) {
    const apart = wholes.get(key)
    if (apart !== undefined) return apart
    for (const bare of withoutGluedForm(words)) {
      const other = groups.has(bare) ? bare : wholes.get(bare)
      if (other !== undefined) return other
    }
  }
  if (!isCut) return null
  const whole = groups.get(onlyContinuation(key, sorted) ?? '')
  if (whole && (!endsAWord(key, whole.words) || (key.length >= longCut && leadsToWhole(whole, { groups, sorted })))) {
    return whole.key
  }
  const name = withoutCutCity({ words, mayBeCut: isCut })?.name
  return name !== undefined && groups.has(name) ? name : null
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

/** Whether a text is one name cut short inside a word, which no other name would be. */
export function isCutOf(cut: MerchantKey, whole: { bare: string; words: readonly string[] }): boolean {
  if (!cut.mayBeCut || cut.bare.length < surelyCut || !whole.bare.startsWith(cut.bare) || whole.bare === cut.bare)
    return false
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
