import { accountLife, compact, csvStyle, movement } from './account-life.ts'
import { latinMerchants, plainMerchants } from './card-life.ts'
import type { Draw } from './draw.ts'
import { createPage, type Layout, type MadeFile, skip } from './made-file.ts'
import { type Cell, figure, writeBook, writeOldBook, writePage, writeText } from './write-files.ts'

function handelsbanken(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  const isPage = turn % 3 === 2
  for (const line of [
    ['Handelsbanken'],
    ['2025-01-03, 15:52'],
    [''],
    ['Allkonto 123 123 123'],
    [''],
    ['Kontoform: Allkonto'],
    ['Period: 2024-12-01 - 2025-01-03'],
    [''],
  ])
    page.row(line)
  page.row(['Reskontradatum', 'Transaktionsdatum', 'Text', 'Belopp', 'Saldo'])
  let balance = 50_000_000
  for (const one of accountLife(
    draw,
    turn,
    plainMerchants.map((name) => name.slice(0, 16).trim()),
    ['refund', 'payment', 'pending'],
  )) {
    const money = (minor: number): Cell =>
      isPage || turn % 5 === 1 ? figure(minor, { mark: ',', group: ' ' }) : { number: minor / 100 }
    const isPending = one.kind === 'pending'
    balance -= one.minor
    page.row(
      [
        isPending && isPage ? '\u00a0' : one.booked,
        one.date,
        isPending ? `Prel ${one.merchant}` : one.merchant,
        money(-one.minor),
        isPending ? '' : money(balance),
      ],
      movement(one),
    )
  }
  const bytes = isPage
    ? writePage(page.grid, { spacers: true, encoding: 'utf8' })
    : writeBook(page.grid, { isDimensionWrong: turn % 2 === 0, isInline: turn % 4 === 1 })
  return { note: isPage ? 'html' : 'xlsx', bytes, expected: page.expected }
}

function handelsbankenSheets(draw: Draw, turn: number): MadeFile {
  const pages = [0, 1, 2].slice(0, draw.int(2, 3)).map((number) => {
    const page = createPage()
    for (const line of [
      ['Handelsbanken'],
      ['2025-01-03, 15:52'],
      [''],
      [`Konto ${number} 123 123 12${number}`],
      [''],
      ['Kontoform: Allkonto'],
      ['Period: x'],
      [''],
    ])
      page.row(line)
    page.row(['Reskontradatum', 'Transaktionsdatum', 'Text', 'Belopp', 'Saldo'])
    for (const one of accountLife(
      draw,
      turn + number,
      plainMerchants.map((name) => name.slice(0, 16).trim()),
    ))
      page.row([one.booked, one.date, one.merchant, { number: -one.minor / 100 }, { number: 1 }], movement(one))
    return page
  })
  const [first, ...others] = pages
  return {
    note: 'sheets',
    bytes: writeBook(first?.grid ?? [], {
      name: 'Allkonto',
      isDimensionWrong: true,
      extra: others.map(({ grid }, index) => ({ name: `Sparkonto ${index}`, grid })),
    }),
    expected: pages.flatMap(({ expected }) => expected),
  }
}

function handelsbankenBusiness(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  const money = (minor: number) => figure(minor, { mark: ',', group: turn % 2 ? ' ' : '' })
  page.row(['Bokföringsdatum', 'Referens', 'Belopp', 'Saldo'])
  page.row(
    [
      turn % 3 ? '2025-01-01' : '',
      turn % 2 ? 'Ingående saldo' : 'Ingående balans',
      turn % 4 === 3 ? '0,00' : '',
      money(50_000_000),
    ],
    skip('balance-row', 'blank-date-and-amount', 'zero-amount'),
  )
  let balance = 50_000_000
  for (const one of accountLife(draw, turn, plainMerchants)) {
    balance -= one.minor
    page.row([one.date, one.merchant, money(-one.minor), money(balance)], movement(one))
  }
  return {
    note: '',
    bytes: writeText(page.grid, {
      delimiter: ';',
      encoding: draw.pick(['utf8', 'utf8-bom', 'win1252'] as const),
      ...csvStyle(draw),
    }),
    expected: page.expected,
  }
}

function nordea(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  const isOlder = turn % 4 === 3
  page.row(['Bokföringsdag', 'Belopp', 'Avsändare', 'Mottagare', 'Namn', 'Rubrik', 'Saldo', 'Valuta'])
  let balance = 50_000_000
  const money = (minor: number) => figure(minor, { mark: ',' })
  for (const one of accountLife(draw, turn, plainMerchants, ['refund', 'payment', 'pending'])) {
    const isPending = one.kind === 'pending'
    const isIn = one.minor < 0
    if (!isPending) balance -= one.minor
    const text =
      one.kind === 'payment'
        ? one.merchant
        : isPending
          ? `Reservation Kortköp ${one.merchant}`
          : `Kortköp ${compact(one.date)} ${one.merchant}`
    page.row(
      [
        isPending ? 'Reserverat' : isOlder ? one.booked : one.booked.replaceAll('-', '/'),
        money(-one.minor),
        isIn ? '' : '1234 56 78901',
        isIn ? '1234 56 78901' : '',
        draw.chance(0.3) ? one.merchant : '',
        text,
        isPending ? '' : money(balance),
        'SEK',
      ],
      movement(one),
    )
  }
  return {
    note: `${isOlder}`,
    bytes: writeText(page.grid, {
      delimiter: ';',
      encoding: 'utf8-bom',
      eol: '\n',
      isTrailing: !isOlder,
      isOpenEnded: true,
    }),
    expected: page.expected,
  }
}

function nordeaOld(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  page.row(['Datum', 'Transaktion', 'Kategori', 'Belopp', 'Saldo'])
  let balance = 50_000_000
  const money = (minor: number) => figure(minor, { mark: ',', group: '.' })
  for (const one of accountLife(draw, turn, plainMerchants, ['refund', 'payment', 'pending'])) {
    const isPending = one.kind === 'pending'
    if (!isPending) balance -= one.minor
    const text =
      one.kind === 'payment'
        ? one.merchant
        : isPending
          ? `Reservation Kortköp ${one.merchant}`
          : `Kortköp ${compact(one.date)} ${one.merchant}`
    page.row(
      [one.booked, text, draw.pick(['', 'Mat', 'Resor, nöje']), money(-one.minor), isPending ? '' : money(balance)],
      movement(one),
    )
  }
  return {
    note: '',
    bytes: writeText(page.grid, {
      delimiter: ',',
      encoding: draw.pick(['utf8', 'win1252'] as const),
      eol: '\r\n',
      after: turn % 2 ? ['', '', ''] : [],
    }),
    expected: page.expected,
  }
}

function nordeaBusiness(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  page.row([
    'Datum',
    'Belopp',
    'Avsändare',
    'Mottagare',
    'Namn',
    'Ytterligare detaljer',
    'Meddelande',
    'Egna anteckningar',
    'Saldo',
    'Valuta',
  ])
  let balance = 50_000_000
  const money = (minor: number) => figure(minor, { mark: ',' })
  for (const one of accountLife(draw, turn, plainMerchants)) {
    balance -= one.minor
    const text = one.kind === 'payment' ? one.merchant : `Kortköp ${compact(one.date)} ${one.merchant}`
    const isIn = one.minor < 0
    page.row(
      [
        one.booked.replaceAll('-', '/'),
        money(-one.minor),
        isIn ? '' : '1234 56 78901',
        isIn ? '1234 56 78901' : '',
        '',
        text,
        '',
        '',
        money(balance),
        'SEK',
      ],
      movement(one),
    )
  }
  return {
    note: '',
    bytes: writeText(page.grid, { delimiter: ';', encoding: 'utf8-bom', eol: '\n', isTrailing: true }),
    expected: page.expected,
  }
}

function nordeaDenmark(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  page.row(['Bogføringsdato', 'Beløb', 'Afsender', 'Modtager', 'Tekst', 'Saldo'])
  for (const one of accountLife(draw, turn, plainMerchants, ['refund'])) {
    const money = (minor: number) => figure(minor, { mark: ',' })
    page.row(
      [
        turn % 2 ? one.date.replaceAll('-', '/') : one.date.split('-').reverse().join('.'),
        money(-one.minor),
        '',
        '',
        one.merchant,
        money(5_000_000),
      ],
      movement(one),
    )
  }
  return {
    note: '',
    bytes: writeText(page.grid, { delimiter: ';', encoding: 'utf8-bom', isTrailing: turn % 3 === 1 }),
    expected: page.expected,
    currency: 'DKK',
  }
}

function lansforsakringar(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  const money = (minor: number) => figure(minor, { mark: ',', group: turn % 3 === 2 ? '\u00a0' : ' ' })
  page.row(['Kontonummer', 'Kontonamn', '', 'Saldo', 'Tillgängligt belopp'])
  page.row(['9020-12.345.67', 'Företagskonto', '', money(123_456_789), money(123_456_789)])
  page.row([''])
  page.row(['Bokföringsdatum', 'Transaktionsdatum', 'Transaktionstyp', 'Meddelande', 'Belopp'])
  for (const one of accountLife(draw, turn, plainMerchants)) {
    const isCard = one.kind !== 'payment'
    page.row(
      [
        one.booked,
        one.date,
        isCard ? 'Kortköp' : 'Insättning',
        isCard
          ? `${one.merchant},${draw.pick(['800-275-2273', 'STOCKHOLM', 'Dublin'])},${draw.pick(['US', 'SE'])}`
          : one.merchant,
        money(-one.minor),
      ],
      movement(one),
    )
  }
  const blank = page.grid.findIndex((row) => row.length === 1)
  page.grid[blank] = []
  return {
    note: '',
    bytes: writeText(page.grid, {
      delimiter: ';',
      quotes: 'all',
      encoding: draw.pick(['utf8', 'utf8-bom', 'win1252'] as const),
      ...csvStyle(draw),
    }),
    expected: page.expected,
  }
}

function lansforsakringarOld(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  page.row(['Kontoutdrag - 2018-01-04'])
  if (turn % 2) page.row([''])
  page.row(['Bokf.dat', 'Trans.dat', 'Text', 'Insï¿½ttning/Uttag', 'Behï¿½llning'])
  for (const one of accountLife(
    draw,
    turn,
    plainMerchants.filter((name) => !/[åäöéÅÄÖ’]/.test(name)),
    ['refund'],
  ))
    page.row(
      [
        turn % 3 ? one.booked : { date: one.booked },
        turn % 3 ? one.date : { date: one.date },
        one.merchant,
        { number: -one.minor / 100 },
        { number: 5 },
      ],
      movement(one),
    )
  return { note: 'xls', bytes: writeOldBook(page.grid), expected: page.expected }
}

function ica(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  page.row(['Datum', 'Text', 'Typ', 'Budgetgrupp', 'Belopp', 'Saldo'])
  const money = (minor: number) => figure(minor, { mark: ',', group: turn % 3 === 1 ? '\u00a0' : ' ', suffix: ' kr' })
  let balance = 50_000_000
  for (const one of accountLife(draw, turn, plainMerchants)) {
    balance -= one.minor
    page.row(
      [
        one.date,
        one.merchant,
        one.kind === 'payment' ? 'Insättning' : 'Korttransaktion',
        draw.pick(['', 'Övrigt']),
        money(-one.minor),
        money(balance),
      ],
      movement(one),
    )
  }
  return {
    note: '',
    bytes: writeText(page.grid, {
      delimiter: ';',
      encoding: draw.pick(['utf8', 'utf8-bom'] as const),
      ...csvStyle(draw),
    }),
    expected: page.expected,
  }
}

function danske(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  page.row(['Dato', 'Kategori', 'Underkategori', 'Tekst', 'Beløb', 'Saldo', 'Status', 'Afstemt'])
  const money = (minor: number) => figure(minor, { mark: ',', group: '.' })
  for (const one of accountLife(draw, turn, latinMerchants, ['refund']))
    page.row(
      [
        one.date.split('-').reverse().join('.'),
        'Dagligvarer',
        'Andet',
        one.merchant,
        money(-one.minor),
        money(900_000),
        'Udført',
        'Nej',
      ],
      movement(one),
    )
  return {
    note: '',
    bytes: writeText(page.grid, {
      delimiter: ';',
      quotes: 'all',
      encoding: draw.pick(['utf8', 'latin1'] as const),
      ...csvStyle(draw),
    }),
    expected: page.expected,
    currency: 'DKK',
  }
}

export const nordicBankLayouts: Layout[] = [
  { name: 'Handelsbanken', format: /Handelsbanken/, make: handelsbanken },
  { name: 'Handelsbanken flera', format: /Handelsbanken/, make: handelsbankenSheets },
  { name: 'Handelsbanken företag', format: /Handelsbanken/, make: handelsbankenBusiness },
  { name: 'Nordea ny', format: /Nordea/, make: nordea },
  { name: 'Nordea gammal', format: /Nordea/, make: nordeaOld },
  { name: 'Nordea företag', format: /Nordea/, make: nordeaBusiness },
  { name: 'Nordea DK', format: /Nordea/, make: nordeaDenmark },
  { name: 'Länsförsäkringar', format: /Länsf/, make: lansforsakringar },
  { name: 'Länsförsäkringar gammal', format: /Länsf/, make: lansforsakringarOld },
  { name: 'ICA', format: /ICA/, make: ica },
  { name: 'Danske', format: /Danske/, make: danske },
]
