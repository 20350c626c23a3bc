import { expect, test } from 'vitest'
import { formatAmount, readTypedAmount } from './amount.tsx'

test('amounts have two decimals, groups of three and a true minus', () => {
  expect(formatAmount(123456789)).toBe('1\u00A0234\u00A0567,89')
  expect(formatAmount(-24950)).toBe('\u2212249,50')
  expect(formatAmount(5)).toBe('0,05')
  expect(formatAmount(0)).toBe('0,00')
  expect(formatAmount(100000)).toBe('1\u00A0000,00')
})

test('a currency without minor unit has no decimals', () => {
  expect(formatAmount(1500, 'JPY')).toBe('1\u00A0500')
})

test('amounts beyond safe integers keep every digit', () => {
  expect(formatAmount(12345678901234567890n)).toBe('123\u00A0456\u00A0789\u00A0012\u00A0345\u00A0678,90')
})

test('an amount that is written out is read again as it was, and as people type it', () => {
  for (const minor of [-125_000, -5, 5, 123_456_789]) expect(readTypedAmount(formatAmount(minor))).toBe(minor)
  expect(['5 000', '5000,50', '5000.50', '-12'].map(readTypedAmount)).toEqual([500_000, 500_050, 500_050, -1_200])
  expect(['', 'tolv', '1,2,3'].map(readTypedAmount)).toEqual([null, null, null])
})
