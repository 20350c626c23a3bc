import { expect, test } from 'vitest'
import { isBalanceLabel, isPendingLabel } from './row-marks.ts'

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

test.each([
  'ingående saldo',
  'ingående saldo 2026-01-01',
  'utgående saldo per 31 mars 2026:',
  'ingående saldo konto 1234 56 78901',
  'skuld från 251201',
  'saldo från föregående faktura',
  'opening balance as of 01 jan',
  'saldo',
])('%s is a balance', (text) => expect(isBalanceLabel(text)).toBe(true))

test.each(['opening balance studio', 'ingående saldo konsult ab', 'saldo café', 'turnover pizzeria'])(
  '%s is a shop',
  (text) => expect(isBalanceLabel(text)).toBe(false),
)
