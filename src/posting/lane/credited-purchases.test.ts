import { expect, test } from 'vitest'
import { invoiceFixture } from '../testing/invoice-fixture.ts'
import { nameOriginals, originalsOf } from './credited-purchases.ts'

const text = 'Kreditfaktura till faktura A-1, 2026-10-05'
const credit = invoiceFixture('K', { comments: `${text}. Retur`, credits: [{ reference: 'A', text }] })

test('a credit invoice waits while its purchase is on its way, and names its number when that is there', () => {
  expect(nameOriginals(credit, new Map([['A', { isUnderWay: true, number: null }]]))).toBeNull()
  const named = nameOriginals(credit, new Map([['A', { isUnderWay: false, number: '17' }]]))
  expect(named?.comments).toBe(`${text}, löpnummer 17. Retur`)
  expect(named?.credits).toEqual([{ reference: 'A', text, number: '17' }])
  expect(nameOriginals(named!, new Map())).toEqual(named)
})

test('is sent without where its purchase was refused or is nowhere, and named yet where it comes before a next try', () => {
  const without = nameOriginals(credit, new Map([['A', { isUnderWay: false, number: null }]]))
  expect(without).toEqual({ ...credit, credits: [{ reference: 'A', text, number: null }] })
  expect(nameOriginals(credit, new Map())).toEqual(without)
  expect(nameOriginals(without!, new Map([['A', { isUnderWay: false, number: '9' }]]))?.comments).toContain(
    'löpnummer 9',
  )
})

test('a purchase that was sent back and made anew is named by its latest invoice', () => {
  const cancelled = { reference: 'A', isUnderWay: false, number: '17' }
  const anew = (reference: string, number: string | null) => ({ reference, isUnderWay: number === null, number })
  expect(nameOriginals(credit, originalsOf([anew('10.A', null), anew('9.A', '21'), cancelled]))).toBeNull()
  expect(nameOriginals(credit, originalsOf([anew('2.A', '23'), cancelled]))?.comments).toContain('löpnummer 23')
})
