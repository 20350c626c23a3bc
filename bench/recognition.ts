import { buildSupplierBook, groupMerchants } from '#suppliers/index.ts'
import { seventhCities, seventhMerchants, seventhTails } from './bank-tails.ts'
import {
  fourthCities,
  fourthMerchants,
  fourthTails,
  pairsOfCountries,
  pairsOfLookAlikes,
  tailsOfCountries,
} from './merchant-stems.ts'
import {
  cityTails,
  firstMerchants,
  lookAlikes,
  otherTails,
  secondMerchants,
  type TailStyle,
  tails,
  thirdMerchants,
  thirdTails,
} from './merchant-texts.ts'
import { sixthCities, sixthMerchants, sixthTails } from './terminal-tails.ts'
import { fifthCities, fifthMerchants, fifthTails } from './unseen-merchants.ts'

const textsEach = 200
const examples = 8

/**
 * 50 merchants behind 200 made-up terminal texts each. First nobody is known: how many suppliers are proposed, and how
 * many texts land with their merchant's. Then suppliers are taught one text each, first half of them and then all, and
 * every text is looked up: `automatic` says how many nobody is asked about, `wrongAutomatic` how many of those are wrong.
 * `second`, `third` and `fourth` are the same with other merchants, cities and tails, the `fourth` written in several
 * ways each; `fifth`, of 25, was measured once after the rules were made (unseen-merchants.ts); by the `sixth` and
 * `seventh` they were mended (terminal-tails.ts, bank-tails.ts); `lookAlikes` with merchants whose names nearly are others'.
 * `pairs`: of each two one is taught, and the other's texts are looked up; `countries`: the same with companies of one name
 * in two countries.
 */
export async function run(): Promise<Record<string, unknown>> {
  const first = measure(makeTexts(20261121, firstMerchants, tails, cityTails.first))
  const second = measure(makeTexts(731, secondMerchants, otherTails, cityTails.second))
  const third = measure(makeTexts(4471, thirdMerchants, thirdTails, cityTails.third))
  const fourth = measure(makeTexts(5150, fourthMerchants, fourthTails, fourthCities))
  const fifth = measure(makeTexts(1, fifthMerchants, fifthTails, fifthCities))
  const sixth = measure(makeTexts(77, sixthMerchants, sixthTails, sixthCities))
  const seventh = measure(makeTexts(2711, seventhMerchants, seventhTails, seventhCities))
  const alike = measure(makeTexts(99, lookAlikes, [...tails, ...otherTails], cityTails.first))
  const pairs = measurePairs(pairsOfLookAlikes, [...tails, ...otherTails, ...thirdTails])
  const countries = measurePairs(pairsOfCountries, tailsOfCountries)
  return { ...first, second, third, fourth, fifth, sixth, seventh, lookAlikes: alike, pairs, countries }
}

function measurePairs(pairs: readonly (readonly [string, string])[], styles: readonly TailStyle[]) {
  const texts = makeTexts(99, [...new Set(pairs.flat())], styles, fourthCities)
  const of = (name: string) => texts.filter(({ merchant }) => merchant === name)
  const found = pairs.map(([one, other]) => [lookUp(of(other), [one]), lookUp(of(one), [other])])
  const wrong = found.flat().flatMap(({ examples: taken }) => taken)
  return { pairs: pairs.length, wrongAutomatic: wrong.length, examplesNotRight: wrong.slice(0, examples) }
}

type Written = { merchant: string; text: string; place: string | null }

function measure(texts: readonly Written[]): Record<string, unknown> {
  const merchants = new Set(texts.map(({ merchant }) => merchant))
  const startedAt = performance.now()
  const groups = groupMerchants(texts)
  const seconds = (performance.now() - startedAt) / 1000
  const groupOf = new Map<string, number>()
  const wrong: string[] = []
  let right = 0
  groups.forEach((group, index) => {
    const counts = Map.groupBy(group.texts, (position) => texts[position]?.merchant ?? '')
    const [owner = '', its = []] = [...counts].toSorted((a, b) => b[1].length - a[1].length)[0] ?? []
    const isMain = !groupOf.has(owner)
    if (isMain) groupOf.set(owner, index)
    if (isMain) right += its.length
    for (const position of group.texts) {
      const one = texts[position]
      if (one && (!isMain || one.merchant !== owner)) wrong.push(`${one.merchant} ← ${one.text}`)
    }
  })
  const known = [...merchants]
  const half = lookUp(texts, known.slice(0, known.length >> 1))
  const all = lookUp(texts, known)
  return {
    merchants: merchants.size,
    texts: texts.length,
    distinctTexts: new Set(texts.map(({ text }) => text)).size,
    proposed: groups.length,
    right,
    rightShare: Math.round((right / texts.length) * 10_000) / 10_000,
    wrongAutomatic: half.wrong + all.wrong,
    automatic: all.automatic,
    automaticShare: Math.round((all.automatic / texts.length) * 10_000) / 10_000,
    textsPerSecond: Math.round(texts.length / seconds),
    lookUpsPerSecond: all.perSecond,
    examplesNotRight: [
      ...half.examples,
      ...all.examples,
      ...wrong.filter((_, index) => index % Math.ceil(wrong.length / examples) === 0),
    ].slice(0, examples),
  }
}

/** Teaches each merchant by its name as a register has it, and looks every text up. */
function lookUp(texts: readonly Written[], taught: readonly string[]) {
  const book = buildSupplierBook(
    taught.map((name) => ({
      supplier: { number: name, name, account: null, vatType: null, isActive: true, registerAccount: null },
      designations: [{ match: 'exact' as const, text: name }],
    })),
  )
  const startedAt = performance.now()
  const found = texts.map(({ text, place }) => book.find(text, { place })?.supplier.number ?? null)
  const seconds = (performance.now() - startedAt) / 1000
  const wrong = texts.flatMap(({ merchant, text }, index) =>
    found[index] !== null && found[index] !== merchant ? [`${found[index]} ← ${text} (${merchant})`] : [],
  )
  const automatic = found.filter((number) => number !== null).length
  return { automatic, wrong: wrong.length, examples: wrong, perSecond: Math.round(texts.length / seconds) }
}

function makeTexts(
  seed: number,
  merchants: readonly string[],
  styles: readonly TailStyle[],
  cities: readonly string[],
): Written[] {
  const random = seeded(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('')
  const letters = (count: number) => Array.from({ length: count }, () => pick([...'ABCDEFGHJKLMNPQRSTUVWXYZ'])).join('')
  return merchants.flatMap((merchant) =>
    Array.from({ length: textsEach }, () => {
      const city = pick(cities)
      const written = pick(styles)({ name: merchant, city, pick, digits, letters })
      return { merchant, place: null, ...(typeof written === 'string' ? { text: written } : written) }
    }),
  )
}

/** Mulberry32: the same sequence on every machine. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
