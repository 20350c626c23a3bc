import { type Happening, live } from './card-life.ts'
import type { Draw } from './draw.ts'
import { type Expected, skip } from './made-file.ts'
import { figure } from './write-files.ts'

export const merchants = [
  'Google Ireland, Dublin',
  'Åhléns City',
  'Uber *Trip "Help"',
  'SJ AB',
  'Café 🍕',
  'Notion Labs; Inc',
  'OpenAI',
  '7-Eleven',
  '=Sum GmbH',
  'A very long merchant name that goes on and on, with commas, and more',
]
export type Home = 'SEK' | 'EUR'

/** Purchases as seen from an account in `home`; abroad is any other currency. */
export function lifeIn(
  draw: Draw,
  turn: number,
  home: Home,
  kinds: readonly Happening['kind'][],
  abroad = 0.3,
): Happening[] {
  const count = turn % 8 === 0 ? 1 : turn === 5 ? 400 : draw.int(2, 30)
  const rows = live(draw, { count, kinds, merchants, abroad })
  return rows.map((one) =>
    one.currency === home || (home === 'EUR' && one.currency === 'SEK')
      ? { ...one, currency: home, foreign: one.minor, rate: '1' }
      : one,
  )
}

export function whole(one: Happening, home: string, minor = one.foreign): string {
  return one.currency === 'JPY' && home !== 'JPY' ? String(minor) : figure(minor, { mark: '.' })
}

export type Stamp = 'date' | 'time' | 'british'
export function stamped(date: string, stamp: Stamp): string {
  if (stamp === 'date') return date
  return stamp === 'time' ? `${date} 09:11:03` : date.split('-').reverse().join('/')
}
export function isOpen(rows: readonly Happening[], stamp: Stamp): boolean {
  return (
    stamp === 'british' &&
    rows.every(({ date, booked }) => Number(date.slice(8)) <= 12 || Number(booked.slice(8)) <= 12)
  )
}

export function read(
  one: Happening,
  home: Home,
  more: { minor?: number; vat?: number; card?: string; orSkip?: boolean } = {},
): Expected {
  if (one.kind === 'pending') return skip('pending')
  if (one.kind === 'zero') return skip('zero-amount')
  const { orSkip, minor = one.minor, ...rest } = more
  return {
    is: 'invoice',
    invoice: {
      merchant: one.merchant,
      date: one.date,
      minor,
      ...(one.currency !== home && { currency: one.currency, foreign: one.foreign }),
      ...rest,
    },
    ...((orSkip || one.kind === 'fee') && { orSkip: true }),
  }
}
