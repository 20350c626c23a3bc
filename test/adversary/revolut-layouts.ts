import { type Home, isOpen, lifeIn, read, stamped, whole } from './app-life.ts'
import { pad } from './card-life.ts'
import type { Draw } from './draw.ts'
import { createPage, type Layout, type MadeFile, skip } from './made-file.ts'
import { figure, writeText } from './write-files.ts'

function revolutBusiness(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  const home: Home = turn % 3 === 0 ? 'EUR' : 'SEK'
  const generation = turn % 5
  const stamp = (['date', 'time', 'british'] as const)[draw.int(0, 2)] ?? 'date'
  const has = (from: number) => generation >= from
  page.row([
    'Date started (UTC)',
    'Date completed (UTC)',
    'ID',
    'Type',
    ...(has(1) ? ['State'] : []),
    'Description',
    'Reference',
    ...(generation === 3 ? ['Description'] : []),
    'Payer',
    'Card number',
    ...(has(2) ? ['Card label', 'Card state'] : []),
    'Orig currency',
    'Orig amount',
    'Payment currency',
    'Amount',
    ...(has(1) ? ['Total amount', 'Exchange rate'] : []),
    'Fee',
    ...(has(3) ? ['Fee currency'] : []),
    'Balance',
    'Account',
    'Beneficiary account number',
    ...(has(4) ? ['MCC', 'Related transaction id', 'Spend program'] : []),
  ])
  const rows = lifeIn(draw, turn, home, has(1) ? ['refund', 'pending', 'payment', 'zero'] : ['refund', 'payment'])
  for (const one of rows) {
    const digits = pad(draw.int(0, 9999), 4)
    const isOther = one.kind === 'payment'
    const isStopped = has(1) && one.kind === 'purchase' && draw.chance(0.08)
    const fee = one.kind === 'purchase' && draw.chance(0.2) ? draw.int(1, 500) : 0
    const state = one.kind === 'pending' ? 'PENDING' : isStopped ? draw.pick(['DECLINED', 'REVERTED']) : 'COMPLETED'
    const type = isOther
      ? draw.pick(['TOPUP', 'EXCHANGE', 'TRANSFER'])
      : one.kind === 'refund'
        ? 'CARD_REFUND'
        : 'CARD_PAYMENT'
    const money = (minor: number) => figure(minor, { mark: '.' })
    page.row(
      [
        stamped(one.date, stamp),
        one.kind === 'pending' ? '' : stamped(one.booked, stamp),
        `6a-${draw.int(1, 10 ** 9)}`,
        type,
        ...(has(1) ? [state] : []),
        one.merchant,
        '',
        ...(generation === 3 ? [one.merchant] : []),
        'Anna Andersson',
        `535585******${digits}`,
        ...(has(2) ? ['Anna', 'ACTIVE'] : []),
        one.currency,
        whole(one, home, Math.abs(one.foreign || one.minor)),
        home,
        money(-one.minor),
        ...(has(1) ? [money(-one.minor - fee), one.rate] : []),
        money(fee),
        ...(has(3) ? [home] : []),
        money(1_000_000),
        'Main',
        '',
        ...(has(4) ? ['5734', '', ''] : []),
      ],
      isOther
        ? skip('other-movement', 'incoming')
        : isStopped
          ? skip()
          : read(one, home, { minor: one.minor + fee, card: digits }),
    )
  }
  return {
    note: `${generation} ${stamp} ${home}`,
    bytes: writeText(page.grid, { delimiter: ',', eol: '\n', isOpenEnded: draw.chance(0.5) }),
    expected: page.expected,
    currency: home,
    mayAsk: isOpen(rows, stamp),
  }
}

function revolutExpenses(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  const home: Home = turn % 3 === 0 ? 'EUR' : 'SEK'
  const stamp = (['date', 'time', 'british'] as const)[turn % 3] ?? 'date'
  page.row([
    'Transaction started (UTC)',
    'Transaction completed (UTC)',
    'Transaction ID',
    'Transaction type',
    'Transaction status',
    'Transaction description',
    'Transaction reference',
    'Payer',
    'Card number',
    'Orig currency',
    'Orig amount (Orig currency)',
    'Payment currency',
    'Amount (Payment currency)',
    'Fee',
    'Account',
    'Expense submitted (UTC)',
    'Expense submitted (UTC)',
    'Expense completed (UTC)',
    'Expense completed (UTC)',
    'Expense ID',
    'Expense status',
    'Expense description',
    'Receipts',
    'Tax name',
    'Tax rate',
    'Tax amount (Orig currency)',
    'Expense category name',
    'Expense category code',
  ])
  const rows = lifeIn(draw, turn, home, [])
  for (const one of rows) {
    const vat = one.currency === home ? Math.round(one.minor / 5) : 0
    const money = (minor: number) => figure(minor, { mark: '.' })
    page.row(
      [
        stamped(one.date, stamp),
        stamped(one.booked, stamp),
        `6a-${draw.int(1, 10 ** 9)}`,
        'CARD_PAYMENT',
        'COMPLETED',
        one.merchant,
        '',
        'Anna Andersson',
        '535585******1234',
        one.currency,
        whole(one, home, one.foreign || one.minor),
        home,
        money(one.minor),
        '0',
        'Main',
        one.booked,
        one.booked,
        one.booked,
        one.booked,
        `e-${draw.int(1, 10 ** 9)}`,
        'APPROVED',
        'Lunch, kund',
        'https://x',
        'VAT',
        '25%',
        vat ? money(vat) : '',
        'Travel',
        '5800',
      ],
      read(one, home, { ...(vat && { vat }), card: '1234' }),
    )
  }
  return {
    note: `${stamp} ${home}`,
    bytes: writeText(page.grid, { delimiter: ',', eol: '\n' }),
    expected: page.expected,
    currency: home,
    mayAsk: isOpen(rows, stamp),
  }
}

function revolutPersonal(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  const home: Home = turn % 3 === 0 ? 'EUR' : 'SEK'
  const isGerman = turn % 4 === 3
  page.row(
    isGerman
      ? [
          'Art',
          'Produkt',
          'Datum des Beginns',
          'Datum des Abschlusses',
          'Beschreibung',
          'Betrag',
          'Gebühr',
          'Währung',
          'Status',
          'Kontostand',
        ]
      : [
          'Type',
          'Product',
          'Started Date',
          'Completed Date',
          'Description',
          'Amount',
          'Fee',
          'Currency',
          'State',
          'Balance',
        ],
  )
  for (const one of lifeIn(draw, turn, home, ['refund', 'pending', 'payment'], 0)) {
    const isOther = one.kind === 'payment'
    const isPending = one.kind === 'pending'
    const money = (minor: number) => figure(minor, { mark: '.' })
    const fee = one.kind === 'purchase' && draw.chance(0.2) ? draw.int(1, 500) : 0
    const card = isGerman ? 'Kartenbezahlung' : draw.pick(['CARD_PAYMENT', 'Card Payment'])
    const refund = isGerman ? 'Kartenerstattung' : draw.pick(['CARD_REFUND', 'Card Refund'])
    page.row(
      [
        isOther ? (isGerman ? 'Aufladung' : draw.pick(['TOPUP', 'Topup'])) : one.kind === 'refund' ? refund : card,
        isGerman ? 'Girokonto' : 'Current',
        `${one.date} 9:32:08`,
        isPending ? draw.pick(['', ' ']) : `${one.booked} 14:02:11`,
        one.merchant,
        money(-one.minor),
        money(fee),
        home,
        isPending ? (isGerman ? 'AUSSTEHEND' : 'PENDING') : isGerman ? 'ABGESCHLOSSEN' : 'COMPLETED',
        isPending ? '' : money(900_000),
      ],
      isOther ? skip('other-movement', 'incoming') : read(one, home, { minor: one.minor + fee }),
    )
  }
  return {
    note: `${isGerman} ${home}`,
    bytes: writeText(page.grid, { delimiter: ',', eol: '\n' }),
    expected: page.expected,
    currency: home,
  }
}

export const revolutLayouts: Layout[] = [
  { name: 'Revolut Business', format: /Revolut/, make: revolutBusiness },
  { name: 'Revolut utlägg', format: /Revolut/, make: revolutExpenses },
  { name: 'Revolut privat', format: /Revolut/, make: revolutPersonal },
]
