import { type Happening, latinMerchants, live, pad, plainMerchants } from './card-life.ts'
import type { Draw } from './draw.ts'
import { createPage, foreignUnits, invoiceOf, type Layout, type MadeFile } from './made-file.ts'
import { type Cell, type Figures, figure, type TextStyle, writeBook, writeOldBook, writeText } from './write-files.ts'

function firstCard(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  const place = turn % 2 ? 'Reseinformation / Inköpsplats' : 'Reseinformation/Inköpsplats'
  page.row([
    'Datum',
    'Ytterligare information',
    place,
    'Valuta',
    'växlingskurs',
    'Utländskt belopp',
    'Belopp',
    'Moms',
    'Kort',
  ])
  const cards = Array.from({ length: draw.int(1, 4) }, () => pad(draw.int(0, 9999), 4))
  for (const one of live(draw, {
    count: turn % 6 === 0 ? 1 : draw.int(2, turn === 2 ? 400 : 25),
    kinds: ['refund', 'zero'],
    abroad: 0.3,
  })) {
    const card = draw.pick(cards)
    const isHome = one.currency === 'SEK'
    const vat = isHome ? Math.round(one.minor / 5) : 0
    page.row(
      [
        { date: one.date },
        draw.chance(0.3) ? 'Följesedel 123' : '',
        one.merchant,
        one.currency,
        isHome ? (draw.chance(0.5) ? '' : { number: 1 }) : { number: Number(one.rate) },
        isHome ? '' : { number: foreignUnits(one) },
        { number: one.minor / 100 },
        { number: vat / 100 },
        `*${card}`,
      ],
      invoiceOf(one, { card, ...(isHome && { vat }) }),
    )
  }
  const isOld = turn % 8 === 7
  return {
    note: isOld ? 'xls' : 'xlsx',
    bytes: isOld
      ? writeOldBook(page.grid)
      : writeBook(page.grid, {
          isDateText: turn % 3 === 1,
          isNumberText: turn % 9 === 5,
          is1904: turn % 5 === 3,
          isEmptyText: draw.chance(0.4),
          extra:
            turn % 4 === 2
              ? [
                  {
                    name: 'Dolt',
                    grid: [
                      ['Datum', 'Belopp'],
                      ['2026-01-01', '5'],
                    ],
                    isHidden: true,
                  },
                ]
              : [],
        }),
    expected: page.expected,
  }
}

const amexNames: Record<string, string> = {
  USD: 'US DOLLAR',
  EUR: 'EUROPEAN UNION EURO',
  GBP: 'POUND STERLING',
  NOK: 'NORWEGIAN KRONE',
  DKK: 'DANISH KRONE',
  JPY: 'JAPANESE YEN',
}
const amexHeaders = {
  se: [
    'Datum',
    'Beskrivning',
    'Kortmedlem',
    'Konto #',
    'Belopp',
    'Utökade specifikationer',
    'Visas på ditt kontoutdrag som',
    'Adress',
    'Ort',
    'Postnummer',
    'Land',
    'Referens',
  ],
  no: [
    'Dato',
    'Beskrivelse',
    'Kortmedlem',
    'Kontonummer',
    'Beløp',
    'Utvidede detaljer',
    'Vises på kontoutskriften som',
    'Adresse',
    'By',
    'Postnummer',
    'Land',
    'Referanse',
  ],
  en: ['Date', 'Description', 'Card Member', 'Account #', 'Amount'],
}
type AmexKind = {
  country: keyof typeof amexHeaders
  figures: Figures
  isBook?: boolean
  isShort: boolean
  isUsOrder: boolean
}

function amexRows(draw: Draw, rows: readonly Happening[], kind: AmexKind, page: ReturnType<typeof createPage>): void {
  const accounts = ['-31009', '-42000', '-5001']
  for (const one of rows) {
    const [year, month, day] = one.date.split('-')
    const shown = kind.isUsOrder ? `${month}/${day}/${year}` : `${day}/${month}/${year}`
    const merchant = one.kind === 'payment' ? 'BETALNING MOTTAGEN, TACK' : one.merchant
    const isHome = one.currency === 'SEK'
    const foreign = figure(one.currency === 'JPY' ? one.foreign * 100 : Math.abs(one.foreign), {
      ...kind.figures,
      minus: '',
    })
    const details = isHome
      ? ''
      : `Foreign Spend Amount: ${foreign} ${amexNames[one.currency]} Commission Amount: ${figure(draw.int(1, 9999), kind.figures)} Currency Exchange Rate: ${one.rate.replace('.', kind.figures.mark)}`
    const money: Cell = kind.isBook ? { number: one.minor / 100 } : figure(one.minor, kind.figures)
    const cells: Cell[] = [shown, merchant, 'A ANDERSSON', draw.pick(accounts), money]
    if (!kind.isShort)
      cells.push(
        details,
        one.merchant.slice(0, 20),
        'STORGATAN 1\nPLAN 2',
        one.city,
        '111 22',
        'SWEDEN',
        `'AT26${draw.int(10 ** 9, 10 ** 10)}'`,
      )
    page.row(cells, invoiceOf({ ...one, merchant }))
  }
}

function amexKinds(draw: Draw, options: Partial<Parameters<typeof live>[1]> = {}): Happening[] {
  const payments = draw.chance(0.7)
  return live(draw, { count: draw.int(2, 30), kinds: payments ? ['refund', 'payment'] : ['refund'], ...options }).map(
    (one) => ({ ...one, foreign: one.currency === 'SEK' ? 0 : one.foreign }),
  )
}

function amexCsv(country: 'se' | 'no' | 'en') {
  return (draw: Draw, turn: number): MadeFile => {
    const isShort = country === 'en' || turn % 3 === 1
    const figures: Figures =
      country === 'se'
        ? { mark: ',', group: turn % 4 === 3 ? '' : '\u00a0', minus: '−' }
        : country === 'no'
          ? turn % 2
            ? { mark: '.', group: ',' }
            : { mark: ',', group: '\u00a0', minus: '−' }
          : { mark: '.', group: turn % 2 ? ',' : '' }
    const page = createPage()
    page.row(isShort ? amexHeaders[country].slice(0, 5) : amexHeaders[country])
    const rows = amexKinds(draw, {
      abroad: isShort ? 0 : 0.3,
      ...(turn % 5 === 0 && { count: turn % 10 ? 1 : 300 }),
    }).filter(
      ({ kind, currency }) => (country === 'se' || kind !== 'payment') && (country !== 'no' || currency !== 'NOK'),
    )
    const early = turn % 4 === 1 ? rows.filter(({ date }) => Number(date.slice(8)) <= 12) : rows
    amexRows(draw, early, { country, figures, isShort, isUsOrder: country !== 'no' || turn % 4 < 2 }, page)
    const style: TextStyle = {
      delimiter: ',',
      eol: draw.pick(['\n', '\r\n']),
      encoding: draw.pick(['utf8', 'utf8-bom']),
      quotes: draw.pick(['needed', 'texts', 'all']),
      isOpenEnded: draw.chance(0.3),
    }
    const days = early.map(({ date }) => date)
    const isOpen = days.every((date) => Number(date.slice(8)) <= 12)
    return {
      note: JSON.stringify({ ...style, ...figures, isShort, isOpen }),
      bytes: writeText(page.grid, style),
      expected: page.expected,
      ...(country === 'no' && { currency: 'NOK', mayAsk: isOpen }),
      ...(country === 'en' && { mayAsk: isOpen }),
    }
  }
}

function amexBook(country: 'se' | 'no') {
  return (draw: Draw, turn: number): MadeFile => {
    const page = createPage()
    const isShort = turn % 4 === 3
    page.row(country === 'se' ? ['Förberedd för', '', '', ''] : ['Forberedt for', '', '', ''])
    page.row(['A ANDERSSON'])
    page.row([country === 'se' ? 'Kontonummer' : 'Kontonummer', 'XXXX-XXXXXX-31009'])
    page.row([''])
    page.row([country === 'se' ? 'Transaktionsdetaljer' : 'Transaksjonsdetaljer', '01/01/2026 - 01/31/2026'])
    page.row([''])
    page.row(isShort ? amexHeaders[country].slice(0, 5) : amexHeaders[country])
    const rows = amexKinds(draw, { abroad: isShort ? 0 : 0.3 }).filter(
      ({ kind, currency }) => country === 'se' || (kind !== 'payment' && currency !== 'NOK'),
    )
    const figures: Figures = { mark: ',', group: '\u00a0', minus: '−' }
    amexRows(draw, rows, { country, figures, isShort, isBook: turn % 3 !== 1, isUsOrder: true }, page)
    const isOpen = rows.every(({ date }) => Number(date.slice(8)) <= 12)
    return {
      note: `${isShort}`,
      bytes: writeBook(page.grid, {
        isInline: draw.chance(0.5),
        isEmptyText: draw.chance(0.5),
        isDimensionWrong: turn % 4 === 0,
      }),
      expected: page.expected,
      ...(country === 'no' && { currency: 'NOK', mayAsk: isOpen }),
    }
  }
}

function kbc(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  page.row([
    'kredietkaart',
    'kaarthouder',
    'uitgavenstaat',
    'datum verrichting',
    'Datum verrekening',
    'bedrag',
    'credit',
    'debet',
    'munt',
    'koers',
    'bedrag in EUR',
    'Kosten op verrichting',
    'Handelaar',
    'locatie',
    'land',
    'toelichting',
  ])
  const rows = live(draw, { count: draw.int(1, 25), kinds: ['refund'], merchants: plainMerchants })
  for (const one of rows) {
    const day = (date: string) => date.split('-').reverse().join('/')
    const money = (minor: number) => figure(minor, { mark: ',' })
    const isBack = one.minor < 0
    page.row(
      [
        '5412 34XX XXXX 1234',
        'JAN PEETERS',
        '12',
        day(one.date),
        day(one.booked),
        money(-one.minor),
        isBack ? money(-one.minor) : '',
        isBack ? '' : money(-one.minor),
        'EUR',
        '',
        money(-one.minor),
        money(0),
        one.merchant,
        one.city,
        'BEL',
        '',
      ],
      invoiceOf(one, { card: '1234' }),
    )
  }
  const isOpen = rows.every(({ date, booked }) => Number(date.slice(8)) <= 12 && Number(booked.slice(8)) <= 12)
  return {
    note: 'kbc',
    bytes: writeText(page.grid, { delimiter: ';', isTrailing: turn % 2 === 1 }),
    expected: page.expected,
    currency: 'EUR',
    mayAsk: isOpen,
  }
}

function dnb(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  page.row(['Dato', 'Beløpet gjelder', 'Valuta', 'Inn', 'Ut'])
  const rows = live(draw, { count: draw.int(1, 25), kinds: ['refund'] })
  for (const one of rows) {
    const money: Cell = { number: Math.abs(one.minor) / 100 }
    page.row(
      [{ date: one.date }, one.merchant, '', one.minor < 0 ? money : '', one.minor < 0 ? '' : money],
      invoiceOf(one),
    )
  }
  return {
    note: 'dnb',
    bytes: turn % 3 === 2 ? writeOldBook(page.grid) : writeBook(page.grid),
    expected: page.expected,
    currency: 'NOK',
  }
}

function sparebank(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  page.row(['Kjøpsdato', 'Posteringsdato', 'Beskrivelse', 'Beløp'])
  for (const one of live(draw, { count: draw.int(3, 25), kinds: ['refund'], merchants: latinMerchants })) {
    const day = (date: string) => (turn % 2 ? date.split('-').reverse().join('.') : date)
    page.row([day(one.date), day(one.booked), one.merchant, figure(-one.minor, { mark: ',' })], invoiceOf(one))
  }
  return {
    note: 'sparebank',
    bytes: writeText(page.grid, { delimiter: ';', encoding: 'latin1' }),
    expected: page.expected,
    currency: 'NOK',
    mayAsk: turn % 2 === 1,
  }
}

export const cardLayouts: Layout[] = [
  { name: 'First Card', format: /First Card/, make: firstCard },
  { name: 'Amex SE csv', format: /Amex|American/, make: amexCsv('se') },
  { name: 'Amex SE xlsx', format: /Amex|American/, make: amexBook('se') },
  { name: 'Amex NO csv', format: /Amex|American/, make: amexCsv('no') },
  { name: 'Amex NO xlsx', format: /Amex|American/, make: amexBook('no') },
  { name: 'Amex English', format: /Amex|American/, make: amexCsv('en') },
  { name: 'KBC', format: /KBC/, make: kbc },
  { name: 'DNB', format: /DNB/, make: dnb },
  { name: 'SpareBank1', format: /SpareBank/, make: sparebank },
]
