import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText } from './texts.ts'

test.each([
  ['Kaffe · te', 'Kaffe - te'],
  ['m.m.…', 'm.m....'],
  ['se https://www.sj.se/biljett', 'se www.sj.se/biljett'],
  ['fil://x', 'fil: x'],
  ['Stockholm -> Umeå', 'Stockholm - Umeå'],
  ['a\tb\r\nc', 'a b c'],
  ['Åkeri Öst & Söner AB (12 % moms)', 'Åkeri Öst & Söner AB (12 % moms)'],
])('%j is sent as %j', (text, sent) => expect(cleanText(text, 100)).toBe(sent))

test('nothing that Fortnox refuses is left, whatever the text, and it fits', () => {
  const piece = fc.constantFrom('·', '…', '://', 'http://', '->', '-', '>', ':', '/', '\t', ' ', 'å', 'AB', '💳')
  fc.assert(
    fc.property(fc.array(piece), fc.integer({ min: 1, max: 30 }), (pieces, length) => {
      const cleaned = cleanText(pieces.join(''), length) ?? ''
      expect(cleaned).not.toMatch(/·|…|:\/\/|->|\t/)
      expect(cleaned.length).toBeLessThanOrEqual(length)
      expect(cleaned.isWellFormed()).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('a text of which nothing is left is not sent', () => expect(cleanText(' \t ', 10)).toBeUndefined())
