import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'
import { isCardPaymentLabel } from './card-payments.ts'

test("what a hotel's bill was paid with is no refund", () => {
  const lines = [
    '2026-03-02;Logi;1500,00',
    '2026-03-03;Logi;1500,00',
    '2026-03-03;Restaurang;650,00',
    '2026-03-04;Visa **1234;-3650,00',
  ]
  expect(outcomes(readSuggested(sheetOf('Datum;Beskrivning;Belopp', ...lines))).slice(4)).toEqual([
    '5: payment-to-card',
  ])
})

test.each([
  'visa **1234',
  'mastercard',
  'american express xxxx1234',
  'betalt med visa 1234',
  'kort ****1234',
  'credit card 1234',
])('%s is a card that something was paid with', (label) => expect(isCardPaymentLabel(label)).toBe(true))

test.each(['visa travel ab', 'kort & foto', 'kortspecialisten', 'mc donalds', 'card factory 1234', 'kort'])(
  '%s may be a shop',
  (label) => expect(isCardPaymentLabel(label)).toBe(false),
)
