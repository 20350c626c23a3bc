import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vatTypes } from '#kernel/supplier-invoice.ts'
import { baseAccount, splitVat, type VatQuestion, vatPercent } from './vat.ts'

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

/** type, cost account, gross, rows [account, debit, credit]: the readable table of VAT.md. */
const cases = [
  [
    'SE25',
    6110,
    129_900,
    [
      [6110, 103_920, 0],
      [2641, 25_980, 0],
    ],
  ],
  [
    'SE12',
    5831,
    298_000,
    [
      [5831, 266_071, 0],
      [2641, 31_929, 0],
    ],
  ],
  [
    'SE6',
    5810,
    118_400,
    [
      [5810, 111_698, 0],
      [2641, 6_702, 0],
    ],
  ],
  ['SE0', 6570, 3_500, [[6570, 3_500, 0]]],
  ['NO_DEDUCTION', 6540, 125_00, [[6540, 12_500, 0]]],
  [
    'EU_SERVICES',
    4535,
    148_633,
    [
      [4535, 148_633, 0],
      [2645, 37_158, 0],
      [2614, 0, 37_158],
    ],
  ],
  [
    'EU_SERVICES',
    6540,
    10_000,
    [
      [6540, 10_000, 0],
      [4535, 10_000, 0],
      [4598, 0, 10_000],
      [2645, 2_500, 0],
      [2614, 0, 2_500],
    ],
  ],
  [
    'EU_SERVICES',
    4536,
    10_000,
    [
      [4536, 10_000, 0],
      [2645, 1_200, 0],
      [2624, 0, 1_200],
    ],
  ],
  [
    'EU_GOODS',
    4515,
    10_000,
    [
      [4515, 10_000, 0],
      [2645, 2_500, 0],
      [2614, 0, 2_500],
    ],
  ],
  [
    'NON_EU_SERVICES',
    4531,
    10_000,
    [
      [4531, 10_000, 0],
      [2645, 2_500, 0],
      [2614, 0, 2_500],
    ],
  ],
  [
    'NON_EU_SERVICES',
    5910,
    10_000,
    [
      [5910, 10_000, 0],
      [4531, 10_000, 0],
      [4598, 0, 10_000],
      [2645, 2_500, 0],
      [2614, 0, 2_500],
    ],
  ],
  [
    'SE_REVERSE_GOODS',
    4415,
    10_000,
    [
      [4415, 10_000, 0],
      [2647, 2_500, 0],
      [2614, 0, 2_500],
    ],
  ],
  [
    'SE_REVERSE_SERVICES',
    4425,
    10_000,
    [
      [4425, 10_000, 0],
      [2647, 2_500, 0],
      [2614, 0, 2_500],
    ],
  ],
] as const

test.each(cases)('%s on %i of %i öre is posted as the table says', (vatType, costAccount, gross, rows) => {
  expect(rowsOf({ vatType, costAccount, gross })).toEqual(rows)
})

test('VAT stated in the file wins over the rate', () => {
  expect(rowsOf({ gross: 29_200, stated: 3_129 })).toEqual([
    [6540, 26_071, 0],
    [2641, 3_129, 0],
  ])
})

test('more VAT than the highest rate can give is implausible', () => {
  expect(splitVat(question({ gross: 10_000, stated: 2_500 }))).toEqual({ kind: 'implausible', most: 2_100 })
})

test('a reverse charge leaves VAT stated in the file alone', () => {
  expect(rowsOf({ vatType: 'EU_SERVICES', costAccount: 4535, stated: 2_000 })).toEqual([
    [4535, 10_000, 0],
    [2645, 2_500, 0],
    [2614, 0, 2_500],
  ])
})

test('only reverse charges have an account of their own', () => {
  expect(vatTypes.filter((vatType) => baseAccount(vatType) !== null)).toEqual([
    'EU_GOODS',
    'EU_SERVICES',
    'NON_EU_SERVICES',
    'SE_REVERSE_GOODS',
    'SE_REVERSE_SERVICES',
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
      fc.constantFrom(4515, 4535, 4537, 6540),
      (vatType, gross, costAccount) => {
        const answer = splitVat(question({ vatType, gross, costAccount }))
        if (answer.kind !== 'rows') throw new Error(answer.kind)
        expect(answer.rows.reduce((sum, row) => sum + row.debit - row.credit, 0)).toBe(gross)
        expect(answer.rows.every((row) => row.debit >= 0 && row.credit >= 0 && row.debit > 0 !== row.credit > 0)).toBe(
          true,
        )
      },
    ),
  )
})
