import { type Happening, live, pad, plainMerchants } from './card-life.ts'
import type { Draw } from './draw.ts'
import { createPage, foreignUnits, invoiceOf, type Layout, type MadeFile } from './made-file.ts'
import { type Cell, figure, type TextStyle, writeBook, writeOldBook, writeText } from './write-files.ts'

const holders = ['ANNA ANDERSSON', 'BO ÖBERG', 'CARL-JOHAN VON DÜBEN', 'DE LA CRUZ MARIA']
const words = {
  se: {
    title: 'Transaktionsexport',
    sheet: 'Transaktioner',
    other: 'Totalt övriga händelser',
    header: ['Datum', 'Bokfört', 'Specifikation', 'Ort', 'Valuta', 'Utl. belopp', 'Belopp'],
    sub: 'Summa köp/uttag',
    buy: 'Köp/uttag',
    total: 'Totalt belopp',
    rate: (rate: string) => `Valutakurs: ${rate} Valutapåslag ingår med 2,00\u00a0%`,
    stamp: '2026-04-21 14:35:49',
    payments: ['Inbetalning', 'BETALT BG DATUM 250113'],
    fees: ['Ränta på utnyttjad kredit', 'Faktureringsavgift', 'ÅRSAVGIFT', 'EXTRAKORTSAVGIFT'],
  },
  no: {
    title: 'Transaksjonseksport',
    sheet: 'Transaksjonseksport',
    other: 'Totalt andre hendelser',
    header: ['Dato', 'Bokført', 'Spesifikasjon', 'Sted', 'Valuta', 'Utl. beløp', 'Beløp'],
    sub: 'Saldo hendelser',
    buy: 'Kjøp/uttak',
    total: 'Totalbeløp',
    rate: (rate: string) => `Valutakurs: ${rate} Valutapåslag inngår med 2,00\u00a0%`,
    stamp: '30.04.2026, 15:33:16',
    payments: ['Innbetaling'],
    fees: ['Fakturagebyr', 'Årsavgift'],
  },
} as const

type Write = { date(text: string): Cell; money(minor: number): Cell; foreign(happening: Happening): Cell }
const asCells: Write = {
  date: (date) => ({ date }),
  money: (minor) => ({ number: minor / 100, shown: figure(minor, { mark: ',', group: ' ' }) }),
  foreign: (one) => ({ number: one.currency === 'SEK' ? 0 : foreignUnits(one) }),
}

function sum(rows: readonly Happening[]): number {
  return rows.reduce((total, { minor }) => total + minor, 0)
}

/** As the issuer's site writes it: what is no purchase first, then a block for each card. */
function statement(draw: Draw, country: 'se' | 'no', write: Write, share: { cards: number; count: number }) {
  const say = words[country]
  const page = createPage()
  const home = country === 'se' ? 'SEK' : 'NOK'
  page.row([say.title, '', '', '', '', '', say.stamp])
  page.row(['', '', '', '', '', '', ''])
  page.row([say.other])
  page.row([...say.header])
  const others = live(draw, { count: draw.int(0, 4), kinds: ['payment', 'fee', 'fee'], merchants: say.payments }).map(
    (one): Happening =>
      one.kind === 'fee'
        ? { ...one, merchant: draw.pick(say.fees) }
        : { ...one, kind: 'payment', minor: -Math.abs(one.minor) },
  )
  const line = (one: Happening, card?: string) => {
    const cells = [
      write.date(one.date),
      write.date(one.booked),
      one.merchant,
      one.city,
      one.currency === 'SEK' ? home : one.currency,
    ]
    page.row([...cells, write.foreign(one), write.money(one.minor)], invoiceOf(one, card ? { card } : {}))
    if (one.currency !== 'SEK') page.row([say.rate(one.rate)])
  }
  const cards = Array.from({ length: share.cards }, () =>
    live(draw, { count: share.count, kinds: ['refund', 'zero'], abroad: 0.3 }).filter(
      ({ currency }) => country === 'se' || currency !== 'NOK',
    ),
  )
  for (const one of others) line(one)
  page.row(['', '', say.sub, '', '', '', write.money(sum(cards.flat()))])
  page.row([say.total, '', '', '', '', '', write.money(sum(others) + sum(cards.flat()))])
  page.row([''])
  for (const rows of cards) {
    const digits = pad(draw.int(0, 9999), 4)
    page.row([`525412******${digits}`, draw.pick(holders)])
    page.row([say.buy])
    page.row([...say.header])
    for (const one of rows) line(one, digits)
    page.row([say.total, '', '', '', '', '', write.money(sum(rows))])
    page.row([''])
  }
  return page
}

function book(country: 'se' | 'no') {
  return (draw: Draw, turn: number): MadeFile => {
    const count = turn % 10 === 0 ? 1 : turn % 10 === 1 ? 0 : draw.int(2, turn === 2 ? 400 : 12)
    const page = statement(draw, country, asCells, { cards: draw.int(1, 4), count })
    const style = {
      name: words[country].sheet,
      isEmptyText: draw.chance(0.6),
      is1904: turn % 7 === 3,
      isDimensionWrong: turn % 5 === 2,
      isInline: turn % 6 === 4,
      isNumberText: turn % 9 === 5,
      isDateText: turn % 9 === 6,
    }
    const isOld = turn % 11 === 8
    return {
      note: isOld ? 'old xls' : JSON.stringify(style),
      bytes: isOld ? writeOldBook(page.grid, style.name) : writeBook(page.grid, style),
      expected: page.expected,
      ...(country === 'no' && { currency: 'NOK' }),
      sums: 1,
    }
  }
}

function saved(country: 'se' | 'no') {
  return (draw: Draw, turn: number): MadeFile => {
    const mark = turn % 2 === 0 ? '.' : ','
    const group = turn % 3 === 2 ? draw.pick([' ', '\u00a0', '\u202f']) : ''
    const isShort = draw.chance(0.5)
    const minus = turn % 5 === 4 ? '−' : '-'
    const money = (minor: number) => figure(minor, { mark, group, isShort, minus })
    const write: Write = {
      date: (date) => date,
      money,
      foreign: (one) =>
        one.currency === 'SEK' ? '0' : one.currency === 'JPY' ? String(one.foreign) : money(one.foreign),
    }
    const page = statement(draw, country, write, {
      cards: draw.int(1, 3),
      count: draw.int(turn % 6 === 0 ? 1 : 2, turn === 3 ? 300 : 15),
    })
    const style: TextStyle = {
      delimiter: ';',
      eol: draw.pick(['\n', '\r\n']),
      encoding: group === '\u202f' || minus === '−' ? 'utf8-bom' : draw.pick(['utf8', 'utf8-bom', 'utf16le'] as const),
      padTo: draw.pick([0, 7, 11]),
      isOpenEnded: draw.chance(0.3),
    }
    if (style.encoding === 'utf16le') style.delimiter = '\t'
    return {
      note: JSON.stringify({ ...style, mark, group, isShort, minus }),
      bytes: writeText(page.grid, style),
      expected: page.expected,
      ...(country === 'no' && { currency: 'NOK' }),
    }
  }
}

/** `Utl.belopp/moms` is VAT of a purchase in SEK and the foreign amount of others. */
function older(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  const digits = pad(draw.int(0, 9999), 4)
  const isStrawberry = turn % 2 === 1
  const isOld = turn % 4 >= 2
  if (!isStrawberry) {
    page.row(['SJ Prio'])
    page.row([''])
    page.row([`Kortnummer 525400******${digits}`])
    page.row([''])
  }
  page.row(['Datum', 'Bokfört', 'Specifikation', 'Ort', 'Valuta', 'Utl.belopp/moms', 'Belopp'])
  const rows = live(draw, { count: turn < 4 ? 1 : draw.int(2, 40), kinds: ['refund', 'payment'], abroad: 0.3 })
  for (const one of rows) {
    const payment = one.kind === 'payment'
    const merchant = payment ? 'BETALT BG DATUM 250113' : one.merchant
    const vat = one.currency === 'SEK' && !payment ? Math.round(one.minor / 5) : null
    const middle: Cell = vat !== null ? { number: vat / 100 } : payment ? '' : { number: foreignUnits(one) }
    page.row(
      [{ date: one.date }, { date: one.booked }, merchant, one.city, one.currency, middle, { number: one.minor / 100 }],
      invoiceOf({ ...one, merchant }, { ...(vat !== null && { vat }), ...(!isStrawberry && { card: digits }) }),
    )
    if (isStrawberry && one.currency !== 'SEK') page.row(['', '', `Valutakurs: ${one.rate}`])
  }
  if (!isStrawberry)
    page.row([
      '',
      '',
      draw.pick(['Totalt', 'Summa köp/uttag', 'Totalt belopp']),
      '',
      '',
      '',
      { number: sum(rows) / 100 },
    ])
  return {
    note: isOld ? 'old xls' : 'xlsx',
    bytes: isOld
      ? writeOldBook(page.grid)
      : writeBook(page.grid, { isEmptyText: draw.chance(0.5), is1904: turn % 5 === 0 }),
    expected: page.expected,
  }
}

/** Details of an invoice: sixteen rows above, one of them with the month; days without a year. */
function invoiceDetail(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  const month = 1 + (turn % 12)
  const year = 2025
  const names = [
    'Januari',
    'Februari',
    'Mars',
    'April',
    'Maj',
    'Juni',
    'Juli',
    'Augusti',
    'September',
    'Oktober',
    'November',
    'December',
  ]
  page.row(['Fakturadetaljer'])
  page.row([''])
  page.row([`Månad: ${turn % 3 === 0 ? '  ' : ''}${names[month - 1]} ${year}`])
  page.row([`Kortnummer: 525400******1234`])
  for (let filler = 0; filler < 12; filler++) page.row(filler % 3 === 0 ? [`Uppgift ${filler}`] : [''])
  page.row(['Datum', 'Bokfört', 'Specifikation', 'Ort', 'Valuta', 'Utl.belopp/moms', 'Belopp'])
  const before = month === 1 ? `${year - 1}-12` : `${year}-${pad(month - 1)}`
  page.row(['Köp/uttag'])
  const rows = live(draw, {
    count: draw.int(1, 25),
    kinds: ['refund'],
    abroad: 0.3,
    month: draw.chance(0.5) ? before : `${year}-${pad(month)}`,
  }).filter(({ date, booked }) => date <= `${year}-${pad(month)}-31` && booked <= `${year}-${pad(month)}-31`)
  for (const one of rows) {
    const vat = one.currency === 'SEK' ? Math.round(one.minor / 5) : null
    page.row(
      [
        one.date.slice(5),
        one.booked.slice(5),
        one.merchant,
        one.city,
        one.currency,
        { number: vat === null ? foreignUnits(one) : vat / 100 },
        { number: one.minor / 100 },
      ],
      invoiceOf(one, vat === null ? {} : { vat }),
    )
  }
  page.row(['', '', 'Summa köp/uttag', '', '', '', { number: sum(rows) / 100 }])
  return { note: `${month}`, bytes: turn % 2 ? writeOldBook(page.grid) : writeBook(page.grid), expected: page.expected }
}

/** The PDF's text, put into columns. */
function pdfText(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  page.row(['Datum', 'Specifikation', 'Ort', 'Valuta', 'Kurs', 'Bokföringsdag/Utl.Belopp', 'Belopp'])
  page.row(['', 'SKULD FRÅN 251201', '', '', '', '', figure(draw.int(1, 900_000), { mark: ',', group: ' ' })])
  for (let card = 0; card < draw.int(1, 3); card++) {
    const digits = pad(draw.int(0, 9999), 4)
    page.row([`KORT NR **** **** **** ${digits} ${draw.pick(holders)}`])
    for (const one of live(draw, {
      count: draw.int(1, 12),
      kinds: ['refund'],
      abroad: 0.3,
      merchants: plainMerchants,
    })) {
      const isHome = one.currency === 'SEK'
      const day = (date: string) => date.slice(2).replaceAll('-', '')
      const middle = isHome
        ? day(one.booked)
        : one.currency === 'JPY'
          ? String(one.foreign)
          : figure(one.foreign, { mark: ',' })
      page.row(
        [
          day(one.date),
          one.merchant,
          one.city,
          isHome ? '' : one.currency,
          isHome ? '' : one.rate.replace('.', ','),
          middle,
          figure(one.minor, { mark: ',', group: ' ' }),
        ],
        invoiceOf(one, { card: digits }),
      )
    }
  }
  return { note: 'pdf', bytes: writeText(page.grid, { delimiter: turn % 2 ? '\t' : ';' }), expected: page.expected }
}

/** Marked and copied from the page: three lines for each row. */
function copied(draw: Draw, turn: number): MadeFile {
  const rows = live(draw, {
    count: draw.int(1, 20),
    kinds: ['refund'],
    abroad: 0.3,
    month: '2025-09',
    merchants: plainMerchants,
  })
  const money = (minor: number) => figure(minor, { mark: ',', group: turn % 3 === 0 ? ' ' : '' })
  const lines: string[] = []
  for (const one of rows) {
    const isHome = one.currency === 'SEK'
    const middle = isHome
      ? money(Math.round(one.minor / 5))
      : one.currency === 'JPY'
        ? String(one.foreign)
        : money(one.foreign)
    lines.push(
      `${one.date.slice(5)}\t${one.booked.slice(5)}`,
      one.merchant,
      `${one.city || 'LUND'}\t${one.currency}\t${middle}\t${money(one.minor)}`,
    )
  }
  const expected = rows.map((one) => invoiceOf(one, one.currency === 'SEK' ? { vat: Math.round(one.minor / 5) } : {}))
  return { note: 'copied', bytes: new TextEncoder().encode(lines.join(turn % 2 ? '\n' : '\r\n')), expected }
}

export const sebKortLayouts: Layout[] = [
  { name: 'SEB Kort xlsx', format: /SEB|Eurocard/, make: book('se') },
  { name: 'SEB Kort csv', format: /SEB|Eurocard/, make: saved('se') },
  { name: 'SEB Kort norsk xlsx', format: /SEB|Eurocard/, make: book('no') },
  { name: 'SEB Kort norsk csv', format: /SEB|Eurocard/, make: saved('no') },
  { name: 'SEB Kort äldre', format: /SEB|Eurocard/, make: older },
  { name: 'SEB Kort fakturadetalj', format: /SEB|Eurocard/, make: invoiceDetail },
  { name: 'SEB Kort pdf-text', format: /SEB|Eurocard/, make: pdfText },
  { name: 'Eurocard kopierat', format: /SEB|Eurocard/, make: copied },
]
