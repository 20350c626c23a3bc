import { expect, test } from 'vitest'
import { isPendingLabel } from './row-marks.ts'

test.each([
  'prel kortköp',
  'prel. coop',
  'reserverat',
  'reservation kortköp spotify',
  'pending',
  'pending: ica',
  'pending card payment',
])('%s is not booked yet', (text) => expect(isPendingLabel(text)).toBe(true))

test.each(['pending coffee', 'reservation.com 8774', 'prelle & co', 'reservdelar ab'])('%s is a shop', (text) =>
  expect(isPendingLabel(text)).toBe(false),
)
