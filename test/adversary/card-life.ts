import type { Draw } from './draw.ts'

/** What happens on a card or an account, before an issuer writes it down. Minor units; money out is positive. */
export type Happening = {
  kind: 'purchase' | 'refund' | 'payment' | 'fee' | 'zero' | 'pending'
  /** `YYYY-MM-DD` */
  date: string
  booked: string
  merchant: string
  city: string
  minor: number
  /** Of the purchase; `SEK` where it is domestic. */
  currency: string
  foreign: number
  rate: string
}

const merchants = [
  'ICA SUPERMARKET',
  'Kjell & Co 123',
  'WIRSTRÖMS PUB',
  'GOOGLE *YOUTUBE, DUBLIN',
  'Åhléns City; Stockholm',
  'Sven "Svenne" Bygg',
  '=SUMMA LIVS AB',
  'Café 🍕 Norrköping',
  'SJ AB 2026-01',
  'APPLE.COM/BILL',
  '7-ELEVEN 12',
  'H&M 0123, GÖTEBORG',
  'Totalvaror i Umeå',
  'KLARNA *Räksmörgås',
  "L'Osteria",
  'EUROPARK 33',
  '+46 Telefoni',
  'Saldo Café',
  'AMZN Mktp DE*2K4',
  'Ränta & Partner Bokhandel',
  'Datum Dator AB',
  'O’Learys -12% rabatt',
  'SEK Growth AB',
  'Norrlandsgatan 12 Parkering zon 4021 betald via app, ordernummer 8812-22; två timmar, inkl. "avgift"',
]
const cities = ['STOCKHOLM', 'OEREBRO', 'GOETEBORG', 'SAN FRANCISCO', '+442030000000', 'Malmö', '']
const rates: readonly (readonly [string, string])[] = [
  ['USD', '9.2832'],
  ['EUR', '11.3'],
  ['GBP', '13.0125'],
  ['NOK', '0.9712'],
  ['DKK', '1.52'],
  ['JPY', '0.0625'],
]

export type LifeOptions = {
  count: number
  kinds?: readonly Happening['kind'][]
  /** Share of purchases abroad. */
  abroad?: number
  /** First month, `YYYY-MM`. */
  month?: string
  merchants?: readonly string[]
}

export function pad(number: number, width = 2): string {
  return String(number).padStart(width, '0')
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

function round(value: number): number {
  return Math.max(1, Math.round(value))
}

/** Rows of up to two months, newest or oldest first, with some that stand twice and some of each kind that is no purchase. */
export function live(draw: Draw, options: LifeOptions): Happening[] {
  const month = options.month ?? `${draw.int(2024, 2025)}-${pad(draw.int(1, 12))}`
  const span = draw.pick([1, 12, 31, 45])
  const rows: Happening[] = []
  while (rows.length < options.count) {
    const before = rows.at(-1)
    if (before && draw.chance(0.08)) rows.push({ ...before })
    else rows.push(happen(draw, options, addDays(`${month}-01`, draw.int(0, span - 1))))
  }
  rows.sort((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
  return draw.chance(0.5) ? rows : rows.reverse()
}

function happen(draw: Draw, options: LifeOptions, date: string): Happening {
  const others = options.kinds ?? []
  const kind = others.length > 0 && draw.chance(0.25) ? draw.pick(others) : 'purchase'
  const isAbroad = kind !== 'payment' && kind !== 'fee' && kind !== 'zero' && draw.chance(options.abroad ?? 0)
  const [currency, rate] = isAbroad ? draw.pick(rates) : ['SEK', '1']
  const size = draw.pick([99, 5_000, 99_999, 1_250_000, 310_000_000])
  const sign = kind === 'refund' || kind === 'payment' ? -1 : 1
  const foreign = isAbroad ? draw.int(100, size > 99_999 ? 9_000_000 : 90_000) : 0
  const whole = currency === 'JPY' ? Math.max(1, Math.round(foreign / 100)) : foreign
  const minor = isAbroad ? round(whole * Number(rate) * (currency === 'JPY' ? 100 : 1)) : draw.int(1, size)
  return {
    kind,
    date,
    booked: addDays(date, draw.int(0, 4)),
    merchant: draw.pick(options.merchants ?? merchants),
    city: draw.pick(cities),
    minor: kind === 'zero' ? 0 : sign * minor,
    currency,
    foreign: sign * whole,
    rate,
  }
}

export const plainMerchants = merchants.filter((name) => !/[,;"=🍕]/u.test(name))
export const shortMerchants = [
  'WIRSTRÖMS PU',
  'SAN FRANCISC',
  'GOOGLE  YOUT',
  'ICA SUPERMAR',
  '7-ELEVEN 12',
  'Åhléns City',
]
export const latinMerchants = plainMerchants.filter((name) => !name.includes('’'))
