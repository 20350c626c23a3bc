import fc from 'fast-check'
import { expect, test } from 'vitest'
import { multiplyRounded } from '#kernel/money.ts'
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

test('a meal paid back in parts gives back what was deducted, however it is parted, also over several imports', () => {
  const meal = fc.record({
    parts: fc.array(fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 3000_00 })), {
      minLength: 1,
      maxLength: 6,
    }),
    confirmed: fc.nat({ max: 6 }),
    statedPercent: fc.constantFrom(null, 6, 12, 25),
    persons: fc.integer({ min: 1, max: 5 }),
  })
  fc.assert(
    fc.property(meal, ({ parts, confirmed, persons, statedPercent }) => {
      const purchased = parts.reduce((sum, part) => sum + part, 0)
      const vatOf = (gross: number, changes: Partial<VatQuestion> = {}) => {
        const stated = statedPercent && multiplyRounded(gross, statedPercent, 100 + statedPercent)
        const of = { vatType: 'REPRESENTATION', persons, gross, stated, statedPercent, ...changes } as const
        const answer = splitVat(question(of))
        if (answer.kind !== 'rows') throw new Error(answer.kind)
        expect(answer.rows.reduce((sum, row) => sum + row.debit - row.credit, 0)).toBe(gross)
        expect(answer.rows.every((row) => row.debit > 0)).toBe(true)
        return answer.vat
      }
      const back = { gross: 0, settled: 0, vat: 0 }
      let sum = 0
      for (const [place, gross] of parts.entries()) {
        if (place === confirmed) Object.assign(back, { settled: back.gross, vat: sum })
        sum += vatOf(gross, { purchased, taken: back.gross > 0 ? { ...back } : undefined })
        back.gross += gross
      }
      expect(sum).toBe(vatOf(purchased))
    }),
    { numRuns: 500 },
  )
})

test('what earlier parts of a meal gave back too little of goes back with the next, which gives no more than its own VAT', () => {
  const vatOf = (changes: Partial<VatQuestion>) => {
    const answer = splitVat(question({ vatType: 'REPRESENTATION', persons: 2, purchased: 2000_00, ...changes }))
    return answer.kind === 'rows' ? answer.vat : answer.kind
  }
  const half = { gross: 1000_00, settled: 1000_00 }
  expect(vatOf({ gross: 1000_00, taken: { ...half, vat: 0 } })).toBe(72_00)
  expect(vatOf({ gross: 1000_00, taken: { ...half, vat: 72_00 } })).toBe(0)
  expect(vatOf({ gross: 112_00, taken: { gross: 1888_00, settled: 1888_00, vat: 0 } })).toBe(12_00)
})
