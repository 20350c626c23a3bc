import { expect, test } from 'vitest'
import { warnOfTurnedSigns } from './turned-signs.ts'

test('signs that the texts of an account contradict are told once, though most rows came out as refunds too', () => {
  const read = { purchases: 4, refunds: 3, paidAlike: 0 }
  const mostly = [{ code: 'mostly-refunds', params: { refunds: 3, rows: 4 } }]
  expect(warnOfTurnedSigns({ ...read, warnings: [] })).toEqual(mostly)
  expect(warnOfTurnedSigns({ ...read, warnings: [{ code: 'no-purchases' }] })).toEqual(mostly)
  expect(warnOfTurnedSigns({ ...read, warnings: [{ code: 'account-signs-turned' }] })).toEqual([])
})

test('of few rows a payment to the card that came out as a purchase would tells that the signs are turned', () => {
  const few = { purchases: 3, refunds: 2, warnings: [] }
  expect(warnOfTurnedSigns({ ...few, paidAlike: 0 })).toEqual([])
  expect(warnOfTurnedSigns({ ...few, paidAlike: 1 })).toEqual([
    { code: 'mostly-refunds', params: { refunds: 2, rows: 3 } },
  ])
  expect(warnOfTurnedSigns({ purchases: 3, refunds: 1, paidAlike: 1, warnings: [] })).toEqual([])
  expect(warnOfTurnedSigns({ purchases: 3, refunds: 0, paidAlike: 1, warnings: [] })).toEqual([])
})
