import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSuggester, suggest } from './suggest-suppliers.ts'

const register = [
  'Tallticket Sverige AB',
  'Wirströms Pub AB',
  'Google Ireland Ltd',
  'Example AI Inc',
  'Restaurang Bryggan',
  'Kafé Bryggan HB',
  'Polaris Flyg AB',
  'ICA Supermarket Linden',
  'Telia Sverige AB',
  'Clas Ohlson AB',
].map((name, i) => ({ number: String(i + 1), name }))
const best = (text: string) => suggest(text, register)[0]

describe('a supplier is suggested', () => {
  test('with certainty only when the names are the same', () => {
    expect(best('KORTKÖP 260301 CLAS OHLSON 4471')).toEqual({
      supplierNumber: '10',
      supplierName: 'Clas Ohlson AB',
      confidence: 1,
      reason: 'same-name',
      like: 'Clas Ohlson AB',
      isTaught: false,
    })
    expect(best('PAYPAL *POLARIS FLYG')?.confidence).toBe(1)
  })

  test.each([
    ['WIRSTRÖMS PU/14-12-31', '2', 0.9], // cut short by the bank
    ['TALLTICKET', '1', 0.96], // without the country
    ['GOOGLE CLOUD IRELAND', '3', 0.85],
    ['WWW.EXAMPLE.AI', '4', 0.85],
    ['POLARIS FLYGG', '7', 0.9],
    ['POLARIZ FLYG', '7', 0.84],
    ['ICA SUPERMARKT LINDEN', '8', 0.84],
  ])('for %s: number %s', (text, number, confidence) => {
    expect(best(text)).toMatchObject({ supplierNumber: number, confidence })
  })

  test('the better likeness first', () => {
    expect(suggest('KAFE BRYGGAN', register).map(({ supplierNumber }) => supplierNumber)).toEqual(['6', '5'])
  })

  test('never by words that everybody has', () => {
    expect(suggest('RESTAURANG NORRSKENET', register)).toEqual([])
    expect(suggest('SVERIGE', register)).toEqual([])
    expect(suggest('', register)).toEqual([])
    expect(suggest('BILTEMA', register)).toEqual([])
  })

  test('at most three, sorted, between 0 and 1, and the same whoever asks', () => {
    const word = fc.constantFrom('tallticket', 'bryggan', 'kafé', 'google', 'ica', 'ab', 'sverige', 'polaris', 'x')
    const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '))
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 12 }), (merchant, names) => {
        const suppliers = names.map((text, i) => ({ number: String(i), name: text }))
        const suggestions = createSuggester(suppliers)(merchant)
        expect(suggestions.length).toBeLessThanOrEqual(3)
        const confidences = suggestions.map(({ confidence }) => confidence)
        expect(confidences).toEqual(confidences.toSorted((a, b) => b - a))
        for (const confidence of confidences) expect(confidence > 0 && confidence <= 1).toBe(true)
        expect(suggest(merchant, suppliers.toReversed())).toEqual(suggestions)
      }),
    )
  })
})
