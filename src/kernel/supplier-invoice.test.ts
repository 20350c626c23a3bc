import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { multiplyRounded } from './money.ts'
import { type AccountRow, isBalanced } from './supplier-invoice.ts'

const row = (account: number, debit: number, credit: number): AccountRow => ({ account, role: 'cost', debit, credit })

describe('account rows', () => {
  test('balance when debit is credit to the öre', () => {
    expect(isBalanced([row(4000, 8000, 0), row(2641, 2000, 0), row(2440, 0, 10000)])).toBe(true)
    expect(isBalanced([row(4000, 8000, 0), row(2641, 2001, 0), row(2440, 0, 10000)])).toBe(false)
    expect(isBalanced([row(4000, 0, 8000), row(2440, 8000, 0)])).toBe(true)
  })

  test('made of any gross amount and its VAT balance, and moving one öre breaks that', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000_000 }), fc.constantFrom(25, 12, 6), (gross, rate) => {
        const vat = multiplyRounded(gross, rate, 100 + rate)
        const rows = [row(4000, gross - vat, 0), row(2641, vat, 0), row(2440, 0, gross)]
        expect(isBalanced(rows)).toBe(true)
        expect(isBalanced([...rows, row(3740, 1, 0)])).toBe(false)
      }),
    )
  })
})
