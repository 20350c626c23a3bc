import { expect, test } from 'vitest'
import { earlierReferences, purchaseOf, referenceOf, roundOf } from './invoice-reference.ts'

const purchase = 'RV-ABCDEFGHIJKLMNOPQRSTUVWXY'

test('each invoice for a purchase has a reference of its own, which still says whose it is', () => {
  const references = [0, 1, 2, 10].map((round) => referenceOf(purchase, round))
  expect(references).toEqual([purchase, `1.${purchase}`, `2.${purchase}`, `10.${purchase}`])
  expect(references.map(purchaseOf)).toEqual(references.map(() => purchase))
  expect(references.map(roundOf)).toEqual([0, 1, 2, 10])
  expect(earlierReferences(`2.${purchase}`)).toEqual([purchase, `1.${purchase}`])
  expect(earlierReferences(purchase)).toEqual([])
})

test('none begins as another does, of which a list may tell the beginning only', () => {
  const references = [0, 1, 2, 10, 11, 12].map((round) => referenceOf(purchase, round).slice(0, 15))
  expect(references.filter((one, at) => references.some((other, i) => i !== at && one.startsWith(other)))).toEqual([])
})

test('no reference is longer than the 50 characters that Fortnox takes', () => {
  expect(referenceOf(purchase, 2 ** 31 - 1).length).toBeLessThanOrEqual(50)
})
