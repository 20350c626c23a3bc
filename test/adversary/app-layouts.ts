import { type Home, lifeIn, read, whole } from './app-life.ts'
import type { Draw } from './draw.ts'
import { createPage, type Expected, type Layout, type MadeFile, skip } from './made-file.ts'
import { type Cell, figure, writeBook, writeText } from './write-files.ts'

function wiseBalance(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  const home: Home = turn % 3 === 0 ? 'SEK' : 'EUR'
  const isNew = turn % 2 === 0
  page.row([
    'TransferWise ID',
    'Date',
    ...(isNew ? ['Date Time'] : []),
    'Amount',
    'Currency',
    'Description',
    'Payment Reference',
    'Running Balance',
    'Exchange From',
    'Exchange To',
    'Exchange Rate',
    'Payer Name',
    'Payee Name',
    'Payee Account Number',
    'Merchant',
    'Card Last Four Digits',
    'Card Holder Full Name',
    'Attachment',
    'Note',
    'Total fees',
    'Exchange To Amount',
    ...(isNew ? ['Transaction Type', 'Transaction Details Type'] : []),
  ])
  const rows = lifeIn(draw, turn, home, ['refund', 'payment'])
  const isSeparate = turn % 4 === 1
  for (const one of rows) {
    const date = one.date.split('-').reverse().join('-')
    const id = `CARD-${draw.int(1, 10 ** 9)}`
    const isOther = one.kind === 'payment'
    const isAbroad = one.currency !== home
    const money = (minor: number) => figure(minor, { mark: '.' })
    const description = isOther
      ? 'Received money from KUND AB'
      : `Card transaction of ${whole(one, home, Math.abs(one.foreign || one.minor))} ${one.currency} issued by ${one.merchant}`
    const line = (minor: number, text: string, merchant: string, is: Expected) =>
      page.row(
        [
          isOther ? `TRANSFER-${draw.int(1, 10 ** 9)}` : id,
          date,
          ...(isNew ? [`${date} 14:25:03.611`] : []),
          money(-minor),
          home,
          text,
          '',
          money(500_000),
          isAbroad && merchant ? home : '',
          isAbroad && merchant ? one.currency : '',
          isAbroad && merchant ? '0.0885' : '',
          isOther ? 'KUND AB' : '',
          '',
          '',
          merchant,
          merchant ? '1234' : '',
          merchant ? 'Anna A' : '',
          '',
          '',
          '0.00',
          isAbroad && merchant ? whole(one, home, Math.abs(one.foreign)) : '',
          ...(isNew ? [minor < 0 ? 'CREDIT' : 'DEBIT', isOther ? 'DEPOSIT' : 'CARD'] : []),
        ],
        is,
      )
    line(
      one.minor,
      description,
      isOther ? '' : one.merchant,
      isOther ? skip('other-movement', 'incoming') : read(one, home, { card: '1234' }),
    )
    if (isSeparate && one.kind === 'purchase') {
      const fee = draw.int(1, 300)
      line(fee, `Wise Charges for: ${id}`, '', {
        is: 'invoice',
        invoice: { merchant: `Wise Charges for: ${id}`, date: one.date, minor: fee },
        orSkip: true,
      })
    }
  }
  return {
    note: `${isNew} ${home} ${isSeparate}`,
    bytes: writeText(page.grid, { delimiter: ',', eol: '\n', quotes: draw.pick(['needed', 'texts'] as const) }),
    expected: page.expected,
    currency: home,
    mayAsk: rows.every(({ date }) => Number(date.slice(8)) <= 12),
  }
}

function wiseTransfers(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  const home: Home = turn % 2 ? 'SEK' : 'EUR'
  page.row([
    'ID',
    'Status',
    'Direction',
    'Created on',
    'Finished on',
    'Source fee amount',
    'Source fee currency',
    'Target fee amount',
    'Target fee currency',
    'Source name',
    'Source amount (after fees)',
    'Source currency',
    'Target name',
    'Target amount (after fees)',
    'Target currency',
    'Exchange rate',
    'Reference',
    'Batch',
    'Created by',
    'Category',
    'Note',
  ])
  for (const one of lifeIn(draw, turn, home, ['payment', 'pending'])) {
    const isOther = one.kind === 'payment'
    const isIn = one.minor < 0
    const money = (minor: number) => figure(Math.abs(minor), { mark: '.' })
    const fee = one.kind === 'purchase' && draw.chance(0.3) ? draw.int(1, 300) : 0
    const mine = [money(one.minor), home]
    const theirs = [whole(one, home, Math.abs(one.foreign || one.minor)), one.currency]
    const id = isOther ? `TRANSFER-${draw.int(1, 10 ** 9)}` : `CARD_TRANSACTION-${draw.int(1, 10 ** 9)}`
    const names: [string, string] = isIn ? [isOther ? 'KUND AB' : one.merchant, 'Mitt AB'] : ['Mitt AB', one.merchant]
    const sides = isIn ? [...mine, names[1], ...mine] : [...mine, names[1], ...theirs]
    page.row(
      [
        id,
        one.kind === 'pending' ? draw.pick(['PENDING', 'CANCELLED']) : isIn && !isOther ? 'COMPLETED' : 'COMPLETED',
        isIn ? 'IN' : 'OUT',
        `${one.date} 10:11:12`,
        one.kind === 'pending' ? '' : `${one.booked} 10:11:13`,
        money(fee),
        home,
        '',
        '',
        names[0],
        ...sides,
        one.rate,
        '',
        '',
        'Anna',
        'General',
        '',
      ],
      isOther
        ? skip('other-movement', 'incoming')
        : one.kind === 'pending'
          ? { is: 'skip' }
          : read(isIn ? { ...one, currency: home, foreign: one.minor } : one, home, {
              minor: one.minor + fee,
              orSkip: isIn,
            }),
    )
  }
  return {
    note: home,
    bytes: writeText(page.grid, { delimiter: ',', eol: '\n' }),
    expected: page.expected,
    currency: home,
  }
}

function n26(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  const isOld = turn % 2 === 1
  page.row(
    isOld
      ? [
          'Datum',
          'Empfänger',
          'Kontonummer',
          'Transaktionstyp',
          'Verwendungszweck',
          'Kategorie',
          'Betrag (EUR)',
          'Betrag (Fremdwährung)',
          'Fremdwährung',
          'Wechselkurs',
        ]
      : [
          'Booking Date',
          'Value Date',
          'Partner Name',
          'Partner Iban',
          'Type',
          'Payment Reference',
          'Account Name',
          'Amount (EUR)',
          'Original Amount',
          'Original Currency',
          'Exchange Rate',
        ],
  )
  for (const one of lifeIn(draw, turn, 'EUR', ['refund', 'payment'])) {
    const isAbroad = one.currency !== 'EUR'
    const money = (minor: number) => figure(minor, { mark: '.' })
    const foreign: Cell[] =
      isAbroad || draw.chance(0.5)
        ? [whole(one, 'EUR', -(one.foreign || one.minor)), one.currency, isAbroad ? '0.0885' : '1.0']
        : ['', '', '']
    const isOther = one.kind === 'payment'
    const is: Expected = isOther
      ? skip('other-movement', 'incoming')
      : read(one, 'EUR', { orSkip: one.kind === 'refund' })
    if (isOld)
      page.row(
        [
          one.date,
          one.merchant,
          '',
          isOther ? 'Gutschrift' : 'MasterCard Zahlung',
          isOther ? 'Rechnung' : '',
          'Sonstiges',
          money(-one.minor),
          ...foreign,
        ],
        is,
      )
    else
      page.row(
        [
          one.date,
          one.booked,
          one.merchant,
          '',
          isOther ? 'Credit Transfer' : 'Presentment',
          '',
          'Main Account',
          money(-one.minor),
          ...foreign,
        ],
        is,
      )
  }
  return {
    note: `${isOld}`,
    bytes: writeText(page.grid, { delimiter: ',', eol: '\n', quotes: draw.pick(['all', 'texts', 'needed'] as const) }),
    expected: page.expected,
    currency: 'EUR',
  }
}

function lunar(draw: Draw, turn: number): MadeFile {
  const page = createPage()
  const isSwedish = turn % 2 === 0
  page.row(
    isSwedish
      ? ['Datum', 'Tid', 'Titel', 'Belopp', 'Balans', 'Transaktions-ID']
      : ['Date', 'Text', 'Amount', 'Balance'],
  )
  for (const one of lifeIn(draw, turn, 'SEK', ['refund'], 0)) {
    const money = (minor: number) => `${figure(minor, { mark: ',', group: '.' })}`
    page.row(
      isSwedish
        ? [one.date, '13:37', one.merchant, money(-one.minor), money(800_000), `tx-${draw.int(1, 10 ** 9)}`]
        : [one.date, one.merchant, money(-one.minor), money(800_000)],
      read(one, 'SEK', { orSkip: one.kind === 'refund' }),
    )
  }
  const style = {
    delimiter: ',',
    eol: '\n' as const,
    quotes: draw.pick(['needed', 'texts', 'all'] as const),
    encoding: draw.pick(['utf8', 'utf8-bom'] as const),
  }
  return {
    note: JSON.stringify(style),
    bytes: turn % 9 === 8 ? writeBook(page.grid) : writeText(page.grid, style),
    expected: page.expected,
  }
}

export const appLayouts: Layout[] = [
  { name: 'Wise saldo', format: /Wise/, make: wiseBalance },
  { name: 'Wise överföring', format: /Wise/, make: wiseTransfers },
  { name: 'N26', format: /N26/, make: n26 },
  { name: 'Lunar', format: /Lunar/, make: lunar },
]
