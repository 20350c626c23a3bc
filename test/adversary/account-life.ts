import { type Happening, live } from './card-life.ts'
import type { Draw } from './draw.ts'
import { type Expected, skip } from './made-file.ts'

export const moneyIn = ['Insättning', 'Bg 5050-1055', 'Swish från Kund AB', 'Lön']

/** Money out of an account is a purchase as far as the file says; money in is a refund or nothing for us. */
export function movement(
  one: Happening,
  more: Partial<Extract<Expected, { is: 'invoice' }>['invoice']> = {},
): Expected {
  if (one.kind === 'payment') return skip('incoming', 'other-movement', 'payment-to-card')
  if (one.kind === 'pending') return skip('pending')
  if (one.kind === 'zero') return skip('zero-amount')
  const { merchant, date, minor } = one
  return { is: 'invoice', invoice: { merchant, date, minor, ...more }, ...(one.kind === 'refund' && { orSkip: true }) }
}

export function accountLife(
  draw: Draw,
  turn: number,
  merchants: readonly string[],
  kinds: readonly Happening['kind'][] = ['refund', 'payment'],
) {
  const count = turn % 8 === 0 ? 1 : turn % 8 === 5 && turn < 10 ? 400 : draw.int(2, 30)
  return live(draw, { count, kinds, merchants }).map((one) =>
    one.kind === 'payment' ? { ...one, merchant: draw.pick(moneyIn) } : one,
  )
}

export function day(date: string): string {
  return date.slice(2)
}
export function compact(date: string): string {
  return date.slice(2).replaceAll('-', '')
}
export const csvStyle = (draw: Draw) => ({ eol: draw.pick(['\n', '\r\n'] as const), isOpenEnded: draw.chance(0.3) })
export const booked = (one: Happening) => one.booked
