import { expect, test } from 'vitest'
import { asStoredNow, normaliseDesignation } from './designations.ts'

const exact = (...texts: string[]) => texts.map((text) => ({ match: 'exact' as const, text }))
const storedBy = (...given: Parameters<typeof asStoredNow>) => asStoredNow(...given).map((one) => one.normalised)

test('texts are stored by what they are compared by, and of one in two spellings of its letters the later', () => {
  expect(asStoredNow(exact('Telia Norge', 'Bauhaus', 'TELIA  NORGE'))).toEqual([
    { match: 'exact', text: 'Bauhaus', normalised: 'bauhaus' },
    { match: 'exact', text: 'TELIA  NORGE', normalised: 'telia norge\nno' },
  ])
})

test('however names are compared next, none of the texts is lost and no two are stored by the same', () => {
  const texts = exact('Telia Norge', 'Telia Sverige', 'Bauhaus DK', 'Bauhaus')
  const byFirstWord: typeof normaliseDesignation = ({ text }) => text.slice(0, 5).toLowerCase()
  const alike = storedBy(texts, byFirstWord)
  expect(alike).toEqual(['telia\n\ntelia norge', 'telia\n\ntelia sverige', 'bauha\n\nbauhaus dk', 'bauha\n\nbauhaus'])
  expect(storedBy(texts)).toEqual(texts.map(normaliseDesignation))
  expect(storedBy([...texts, { match: 'contains', text: 'bauhaus' }])).toHaveLength(5)
})
