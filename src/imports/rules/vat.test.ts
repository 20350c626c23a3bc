import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vatTypes } from '#kernel/supplier-invoice.ts'
import { baseAccount, splitVat, type VatQuestion } from './vat.ts'
import { vatPercent } from './vat-rates.ts'

const question = (changes: Partial<VatQuestion>): VatQuestion => ({
  vatType: 'SE25',
  date: '2026-10-01',
  gross: 10_000,
  stated: null,
  costAccount: 6540,
  inputVatAccount: 2641,
  ...changes,
})
const rowsOf = (changes: Partial<VatQuestion>) => {
  const answer = splitVat(question(changes))
  if (answer.kind !== 'rows') throw new Error(answer.kind)
  return answer.rows.map(({ account, debit, credit }) => [account, debit, credit])
}

test('VAT stated in the file wins over the rate', () => {
  expect(rowsOf({ gross: 29_200, stated: 3_129 })).toEqual([
    [6540, 26_071, 0],
    [2641, 3_129, 0],
  ])
})

test('more VAT than the highest rate can give is implausible', () => {
  expect(splitVat(question({ gross: 10_000, stated: 2_500 }))).toEqual({ kind: 'implausible', most: 2_000 })
})

test('a reverse charge leaves VAT stated in the file alone', () => {
  expect(rowsOf({ vatType: 'EU_SERVICES', costAccount: 4535, stated: 2_000 })).toEqual([
    [4535, 10_000, 0],
    [2645, 2_500, 0],
    [2614, 0, 2_500],
  ])
})

test('only reverse charges and representation have an account of their own', () => {
  expect(vatTypes.filter((vatType) => baseAccount(vatType) !== null)).toEqual([
    'EU_GOODS',
    'EU_SERVICES',
    'NON_EU_SERVICES',
    'GOODS_IMPORT',
    'SE_REVERSE_GOODS',
    'SE_REVERSE_SERVICES',
    'REPRESENTATION',
  ])
})

test('a day before the rates is not guessed at', () => {
  expect(vatPercent('SE12', '1995-12-31')).toBeNull()
  expect(splitVat(question({ vatType: 'SE12', date: '1995-12-31' }))).toEqual({ kind: 'no-rate' })
})

test('rows without the debt always sum to the gross amount, each on one side and above zero', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...vatTypes),
      fc.integer({ min: 1, max: 10_000_000_00 }),
      fc.constantFrom(4515, 4535, 4537, 4546, 6540),
      fc.option(fc.integer({ min: 0, max: 10_000_00 }), { nil: null }),
      fc.integer({ min: 1, max: 40 }),
      (vatType, gross, costAccount, stated, persons) => {
        const answer = splitVat(question({ vatType, gross, costAccount, stated, persons }))
        if (answer.kind === 'implausible') return
        if (answer.kind !== 'rows') throw new Error(answer.kind)
        expect(answer.rows.reduce((sum, row) => sum + row.debit - row.credit, 0)).toBe(gross)
        expect(answer.rows.every((row) => row.debit >= 0 && row.credit >= 0 && row.debit > 0 !== row.credit > 0)).toBe(
          true,
        )
      },
    ),
  )
})

test('what is deducted for representation is never more than was charged, nor less where fewer took part', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 100_000_00 }),
      fc.integer({ min: 0, max: 16 }),
      fc.integer({ min: 1, max: 50 }),
      (gross, percent, persons) => {
        const stated = Math.floor((gross * percent) / 100)
        const deducted = (count: number) => {
          const answer = splitVat(question({ vatType: 'REPRESENTATION', gross, stated, persons: count }))
          return answer.kind === 'rows' ? answer.vat : Number.NaN
        }
        expect(deducted(persons)).toBeLessThanOrEqual(stated)
        expect(deducted(persons + 1)).toBeGreaterThanOrEqual(deducted(persons))
      },
    ),
  )
})

test('representation without the number of people asks for it', () => {
  expect(splitVat(question({ vatType: 'REPRESENTATION' }))).toEqual({ kind: 'persons-missing' })
})

test('of representation paid back in part goes back what is no longer deducted of the whole, and no more than was', () => {
  const vatOf = (changes: Partial<VatQuestion>) => {
    const answer = splitVat(question({ vatType: 'REPRESENTATION', persons: 2, ...changes }))
    return answer.kind === 'rows' ? answer.vat : answer.kind
  }
  expect(vatOf({ gross: 2000_00 })).toBe(72_00)
  expect(vatOf({ gross: 500_00, purchased: 2000_00 })).toBe(0)
  expect(vatOf({ gross: 2000_00, purchased: 2000_00 })).toBe(72_00)
  expect(vatOf({ gross: 560_00, purchased: 1120_00 })).toBe(12_00)
  expect(vatOf({ gross: 2000_00, stated: 72_00, isCreditWritten: true })).toBe(72_00)
})
