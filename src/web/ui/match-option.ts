import { defaultFilter } from 'cmdk'

/** How well an option is what was searched for: 0 leaves it out. Digits are a number's first: `57` is 5710, not 4517. */
export function matchOption(value: string, search: string, keywords: string[] = []): number {
  const sought = search.trim()
  if (!/^\d+$/.test(sought)) return defaultFilter(value, search, keywords)
  const words = [value, ...keywords].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))
  return words.some((word) => word.startsWith(sought)) ? 1 : 0
}
