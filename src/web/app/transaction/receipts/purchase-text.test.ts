import { expect, test } from 'vitest'
import * as m from '#messages'
import { textBesideName } from './purchase-text.ts'
import { tellText } from './receipt-facts.tsx'

test("a purchase without a receipt does not say its name twice where the card's text is the supplier's name", () => {
  expect(textBesideName({ supplierName: 'Kafe  Nord', text: 'KAFE NORD ' })).toBe('')
  expect(textBesideName({ supplierName: 'Kafe Nord', text: 'KAFE NORD 0123' })).toBe('KAFE NORD 0123')
})

test('who searched for a purchase in vain is told so, not again what could not be read', () => {
  expect(tellText({ suggestions: [] }, false)).toBe(m.receipts_tell())
  expect(tellText({ suggestions: [] }, true)).toBe(m.receipts_tell_none())
  expect(tellText({ suggestions: [{}] as never }, true)).toBe(m.receipts_tell_other())
})
