import { accountLife, booked, csvStyle, day, movement } from './account-life.ts'
import { latinMerchants, plainMerchants, shortMerchants } from './card-life.ts'
import type { Draw } from './draw.ts'
import { createPage, type Layout, type MadeFile, skip } from './made-file.ts'
import { type Cell, type Figures, figure, writeBook, writeOldBook, writeText } from './write-files.ts'

function sebBusiness(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  const isTwo = turn % 2 === 0
  page.row(
    isTwo
      ? ['Bokförd', 'Valutadatum', 'Text', 'Typ', 'Insättningar', 'Uttag', 'Bokfört saldo']
      : ['Bokförd', 'Valutadatum', 'Text', 'Typ', 'Insättningar/uttag', 'Bokfört saldo'],
  )
  let balance = 50_000_000
  const money = (minor: number) => figure(minor, { mark: '.' })
  for (const one of accountLife(draw, turn, shortMerchants)) {
    const isCard = one.kind !== 'payment'
    const isOther = isCard && draw.chance(0.1)
    const text = isCard && !isOther ? `${one.merchant}/${day(one.date)}` : one.merchant
    const type = isOther ? draw.pick(['Överföring', 'Bankgirobetalning', 'Skatt']) : isCard ? 'Kortköp' : 'Insättning'
    balance -= one.minor
    const amounts = isTwo ? (one.minor > 0 ? ['', money(-one.minor)] : [money(-one.minor), '']) : [money(-one.minor)]
    page.row(
      [booked(one), booked(one), text, type, ...amounts, money(balance)],
      isOther ? skip('other-movement', 'incoming') : movement(one),
    )
  }
  const delimiter = isTwo ? ';' : ','
  return {
    note: delimiter,
    bytes: writeText(page.grid, {
      delimiter,
      encoding: isTwo ? 'utf8-bom' : draw.pick(['utf8', 'utf8-bom'] as const),
      eol: isTwo ? '\r\n' : '\n',
      quotes: 'needed',
    }),
    expected: page.expected,
  }
}

function sebPrivate(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  const isBook = turn % 2 === 1
  if (isBook) {
    page.row(['Privatkonto', 'Saldo', 'Disponibelt belopp', 'Beviljad kredit'])
    page.row(['5000 12 345 67', '24 512,80', '24 512,80', '0,00'])
    page.row([turn % 4 === 1 ? 'Datum: 2018-01-01 - 2018-02-01' : 'Datum:  -'])
    page.row([''])
  }
  page.row([
    'Bokföringsdatum',
    'Valutadatum',
    'Verifikationsnummer',
    isBook ? 'Text/mottagare' : 'Text',
    'Belopp',
    'Saldo',
  ])
  let balance = 50_000_000
  const style: Figures = turn % 4 === 0 ? { mark: '.' } : { mark: ',', group: turn % 3 ? '' : ' ' }
  for (const one of accountLife(draw, turn, shortMerchants)) {
    const text = one.kind === 'payment' ? one.merchant : `${one.merchant.padEnd(12)}/${day(one.date)}`
    balance -= one.minor
    const money = (minor: number): Cell =>
      isBook
        ? turn % 4 === 3
          ? figure(minor, { mark: ',', group: ' ' })
          : { number: minor / 100 }
        : figure(minor, style)
    page.row(
      [booked(one), booked(one), String(draw.int(5_000_000, 5_999_999)), text, money(-one.minor), money(balance)],
      movement(one),
    )
  }
  const bytes = isBook
    ? turn % 6 === 5
      ? writeOldBook(page.grid)
      : writeBook(page.grid, { isEmptyText: draw.chance(0.3) })
    : writeText(page.grid, {
        delimiter: ';',
        encoding: draw.pick(['utf8', 'utf8-bom', 'win1252'] as const),
        ...csvStyle(draw),
      })
  return { note: isBook ? 'xlsx' : 'csv', bytes, expected: page.expected }
}

const swedbankHeader = [
  'Radnummer',
  'Clearingnummer',
  'Kontonummer',
  'Produkt',
  'Valuta',
  'Bokföringsdag',
  'Transaktionsdag',
  'Valutadag',
  'Referens',
  'Beskrivning',
  'Belopp',
  'Bokfört saldo',
]
function mojibake(text: string): string {
  return [...new TextEncoder().encode(text)]
    .map((byte) =>
      byte >= 0xa0 || byte < 0x80
        ? String.fromCharCode(byte)
        : new TextDecoder('windows-1252').decode(new Uint8Array([byte])),
    )
    .join('')
}

function swedbankRows(
  draw: Draw,
  turn: number,
  page: ReturnType<typeof createPage>,
  write: { text(text: string): string; money(minor: number): Cell },
) {
  let balance = 50_000_000
  accountLife(draw, turn, latinMerchants).forEach((one, index) => {
    balance -= one.minor
    page.row(
      [
        String(index + 1),
        '8327',
        '123456789',
        'Privatkonto',
        'SEK',
        one.booked,
        one.date,
        one.booked,
        write.text(one.merchant),
        write.text(one.merchant),
        write.money(-one.minor),
        write.money(balance),
      ],
      movement(one),
    )
  })
}

function swedbank(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  const isTab = turn % 5 === 4
  const encoding = turn % 3 === 0 ? 'utf8' : 'win1252'
  page.row([`* Transaktioner Period 2020-01-01–2020-07-31 Skapad 2020-07-31 17:07 +02:00`])
  page.row(
    turn % 7 === 6
      ? [
          'Radnr',
          'Clnr',
          'Kontonr',
          'Produkt',
          'Valuta',
          'Bokfdag',
          'Transdag',
          'Valutadag',
          'Referens',
          'Text',
          'Belopp',
          'Saldo',
        ]
      : swedbankHeader,
  )
  swedbankRows(draw, turn, page, {
    text: (text) => text,
    money: (minor) => figure(minor, { mark: '.', isShort: turn % 2 === 1 }),
  })
  return {
    note: encoding,
    bytes: writeText(page.grid, { delimiter: isTab ? '\t' : ',', encoding, quotes: 'texts', ...csvStyle(draw) }),
    expected: page.expected,
  }
}

function swedbankXls(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  for (const line of [
    ['Swedbank'],
    [''],
    ['Transaktioner'],
    ['Period', '2020-01-01', '2020-07-31'],
    ['Konto', '8327-9, 123 456 789'],
    [''],
    [''],
  ])
    page.row(line)
  page.row(swedbankHeader.map(mojibake))
  swedbankRows(draw, turn, page, { text: mojibake, money: (minor) => ({ number: minor / 100 }) })
  return { note: 'xls', bytes: writeOldBook(page.grid), expected: page.expected }
}

function tanum(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  let balance = 50_000_000
  const money = (minor: number) => figure(minor, { mark: ',', group: ' ' })
  for (const one of accountLife(draw, turn, plainMerchants)) {
    balance -= one.minor
    page.row([one.merchant, one.date, one.booked, money(-one.minor), money(balance)], movement(one))
  }
  return {
    note: 'no header',
    bytes: writeText(page.grid, {
      delimiter: ';',
      encoding: draw.pick(['utf8', 'win1252'] as const),
      ...csvStyle(draw),
    }),
    expected: page.expected,
  }
}

export const swedishBankLayouts: Layout[] = [
  { name: 'SEB företag', format: /SEB/, make: sebBusiness },
  { name: 'SEB privat', format: /SEB/, make: sebPrivate },
  { name: 'Swedbank csv', format: /Swedbank/, make: swedbank },
  { name: 'Swedbank xls', format: /Swedbank/, make: swedbankXls },
  { name: 'Tanum', format: /Tanum/, make: tanum },
]
