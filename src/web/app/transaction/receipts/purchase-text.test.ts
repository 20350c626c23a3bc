import { expect, test } from 'vitest'
import { textBesideName } from './purchase-text.ts'

test("a purchase without a receipt does not say its name twice where the card's text is the supplier's name", () => {
  expect(textBesideName({ supplierName: 'Kafe  Nord', text: 'KAFE NORD ' })).toBe('')
  expect(textBesideName({ supplierName: 'Kafe Nord', text: 'KAFE NORD 0123' })).toBe('KAFE NORD 0123')
})
