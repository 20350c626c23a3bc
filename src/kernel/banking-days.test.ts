import { expect, test } from 'vitest'
import { isBankingDay } from './banking-days.ts'

// Weekdays on which Swedish banks were or will be closed.
const closed = [
  ...['2024-03-29', '2024-04-01', '2024-05-09', '2025-04-18', '2025-04-21', '2025-05-29', '2025-06-20'],
  ...['2026-01-01', '2026-01-06', '2026-04-03', '2026-04-06', '2026-05-01', '2026-05-14', '2026-06-19', '2026-12-24'],
  ...['2026-12-25', '2026-12-31', '2027-03-26', '2027-03-29', '2027-05-06', '2027-06-25', '2026-11-21', '2026-11-22'],
]
const open = [
  '2026-01-05',
  '2026-04-02',
  '2026-04-07',
  '2026-05-15',
  '2026-06-18',
  '2026-12-23',
  '2026-12-30',
  '2027-06-18',
]

test('banks are closed on weekends, holidays and the eves of Christmas, New Year and midsummer', () => {
  expect(closed.filter(isBankingDay)).toEqual([])
  expect(open.filter((day) => !isBankingDay(day))).toEqual([])
})
