import { expect, test } from 'vitest'
import { warnOfTurnedSigns } from './turned-signs.ts'

test('signs that the texts of an account contradict are told once, though most rows came out as refunds too', () => {
  const read = { purchases: 4, refunds: 3 }
  const mostly = [{ code: 'mostly-refunds', params: { refunds: 3, rows: 4 } }]
  expect(warnOfTurnedSigns({ ...read, warnings: [] })).toEqual(mostly)
  expect(warnOfTurnedSigns({ ...read, warnings: [{ code: 'no-purchases' }] })).toEqual(mostly)
  expect(warnOfTurnedSigns({ ...read, warnings: [{ code: 'account-signs-turned' }] })).toEqual([])
})
