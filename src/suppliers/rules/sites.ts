import { asciiFold } from './ascii-fold.ts'
import { kindsOfPlace } from './merchant-words.ts'
import { topLevelDomains } from './places.ts'

/** Words, folded, that say what kind of place it is and not whose. */
export const placeKinds = new Set([
  ...kindsOfPlace.map(asciiFold),
  ...'region kommun stad tandlakare teater teatern museum flygplats airport arena universitet hogskola hotels city cafeet akeri tandvard vardcentral energi vatten hamn central centralen destination visit radio destinationen air bank post'.split(
    ' ',
  ),
])

/** Sites whose name without its ending is another company's in Sweden or Norway: a grocer, and hamburgers. */
const knownByEnding = new Set(['kiwi.com', 'max.com'])

const domain = new RegExp(
  `^(?:[\\p{L}\\d-]+\\.)*((?!com?\\.)[\\p{L}\\d-]{2,})\\.(?:com?\\.)?(${topLevelDomains})$`,
  'u',
)

/**
 * The site on the web that a word is: what it is called (`netflix`; `hotelscom` where that alone names nobody, or somebody
 * else) and what its address ends in. Null where it is none.
 */
export function siteOf(word: string): { name: string; ending: string } | null {
  const [, site, ending = ''] = domain.exec(word) ?? []
  if (site === undefined) return null
  if (knownByEnding.has(`${asciiFold(site)}.${ending}`)) return { name: `${site}${ending}`, ending }
  return { name: placeKinds.has(asciiFold(site)) ? word.replaceAll('.', '') : site, ending }
}

/** Whether a text begins with a site that is a name: what stands behind it is none of that. */
export function isNamedSite(text: string): boolean {
  const [word = ''] = text.split(' ', 1)
  const site = domain.exec(word)?.[1]
  return site !== undefined && !placeKinds.has(asciiFold(site)) && !/[^\p{L}\d]/u.test(site)
}
