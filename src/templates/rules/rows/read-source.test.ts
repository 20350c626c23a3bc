import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { column, outcomes, plainMapping, readSuggested, sample, sheetOf, today } from '../../testing/sheets.ts'
import { suggestMapping } from '../suggest/suggest-mapping.ts'
import { openSource, readSource } from './read-source.ts'

const sebHeader = 'Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp'

describe('SEB Kort', () => {
  /** The sums are those of a real file: 13 042,79 of purchases, and 3 282,21 to pay after payment, interest and fee. */
  const file = (interest = '204,42') =>
    sheetOf(
      'Transaktionsexport;;;;;;2026-04-21 14:35:49',
      '',
      'Totalt övriga händelser',
      sebHeader,
      '2026-03-12;2026-03-12;Inbetalning;;SEK;0;-10000',
      `2026-03-31;2026-04-02;Ränta på utnyttjad kredit;;SEK;0;${interest}`,
      '2026-03-31;2026-04-02;Faktureringsavgift;;SEK;0;35',
      ';;;Summa köp/uttag;;;13042,79',
      'Totalt belopp;;;;;;3282,210000000001',
      '',
      '525412******1234;HOLDER NAME',
      'Köp/uttag',
      sebHeader,
      '2026-03-01;2026-03-02;HOTELL;OEREBRO;SEK;0;12926,75',
      '2026-03-07;2026-03-10;WWW.PERPLEXITY.AI;SAN FRANCISCO;USD;12,5;116,04',
      'Valutakurs: 9.2832 Valutapåslag ingår med 2,00\u00a0%;;;;;;',
      'Totalt belopp;;;;;;13042,79',
    )

  test('printed totals agree with the rows, payments included, wherever the label stands', () => {
    const { controlSums } = readSuggested(file())
    expect(controlSums.map(({ cell, printed, agrees }) => [cell, printed, agrees])).toEqual([
      ['G8', 1304279, true],
      ['G9', 328221, true],
      ['G17', 1304279, true],
    ])
  })

  test('totals may be of the block they stand under alone, its payments being no purchases', () => {
    const { controlSums } = readSuggested(
      sheetOf(
        'Totalt övriga händelser',
        sebHeader,
        '2026-03-12;2026-03-12;Inbetalning;;SEK;0;-1000',
        '2026-03-31;2026-04-02;Faktureringsavgift;;SEK;0;35',
        ';;Summa köp/uttag;;;;35',
        'Totalt belopp;;;;;;-965',
        'Köp/uttag',
        sebHeader,
        '2026-03-01;2026-03-02;HOTELL;OEREBRO;SEK;0;926,75',
        'Totalt belopp;;;;;;926,75',
      ),
    )
    expect(controlSums.map(({ agrees }) => agrees)).toEqual([true, true, true])
  })

  test('a lost row shows in the total of its block and in no other', () => {
    const { controlSums } = readSuggested(file('104,42'))
    expect(controlSums.map(({ agrees }) => agrees)).toEqual([true, false, true])
    expect(controlSums[1]).toEqual({
      cell: 'G9',
      label: 'Totalt belopp',
      printed: 328221,
      counted: 318221,
      agrees: false,
    })
  })

  test('the note under a foreign purchase gives its rate, and the card stands over its rows', () => {
    const reading = readSuggested(file())
    const row = reading.rows.find(({ number }) => number === 15)!
    expect(row.outcome).toMatchObject({
      kind: 'purchase',
      fields: { currency: 'USD', foreignAmount: 1250, rate: '9.2832', amountSek: 11604, card: '525412******1234' },
      cellsOf: { rate: ['A16'], card: ['A11'], foreignAmount: ['F15'] },
    })
    expect(row.section).toEqual({ card: '525412******1234', holder: 'HOLDER NAME', title: 'Köp/uttag' })
    expect(reading.rows.find(({ number }) => number === 16)!.outcome).toEqual({
      kind: 'skipped',
      reason: 'rate-note',
      params: { row: 15 },
    })
    expect(reading.rows.find(({ number }) => number === 6)!.section).toEqual({
      card: null,
      holder: null,
      title: 'Totalt övriga händelser',
    })
  })

  test('in the older layout one column is VAT in SEK and the foreign amount in other currencies', () => {
    const reading = readSuggested(
      sheetOf(
        'Kortnummer 525400******1234',
        '',
        'Datum;Bokfört;Specifikation;Ort;Valuta;Utl.belopp/moms;Belopp',
        '2026-01-07;2026-01-09;BUTIK;STOCKHOLM;SEK;48,66;374,45',
        '2026-01-08;2026-01-09;SHOP;NEW YORK;USD;59,16;399,24',
        '2026-01-09;2026-01-09;ITUNES.COM;;;;244,00',
        '2026-01-09;2026-01-09;RETUR;STOCKHOLM;SEK;20,00;-100,00',
        ';;;;;;917,69',
      ),
    )
    expect(
      reading.rows
        .slice(2)
        .map(({ outcome }) =>
          outcome.kind === 'purchase'
            ? [
                outcome.fields.amountSek,
                outcome.fields.vatAmount,
                outcome.fields.currency,
                outcome.fields.foreignAmount,
              ]
            : outcome.kind,
        ),
    ).toEqual([
      [37445, 4866, 'SEK', null],
      [39924, null, 'USD', 5916],
      [24400, null, 'SEK', null],
      [-10000, -2000, 'SEK', null],
      'skipped',
    ])
    expect(reading.controlSums).toEqual([{ cell: 'G8', label: '', printed: 91769, counted: 91769, agrees: true }])
    expect(reading.rows[2]!.section?.card).toBe('525400******1234')
  })

  test('days without a year take it from the month above the table', () => {
    const reading = readSuggested(
      sheetOf(
        'Månad: 2 Februari 2025',
        'Köp/uttag',
        'Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp',
        '02-14;02-15;BUTIK;ORT;SEK;0;10,00',
        '2025-02-16;2025-02-17;BUTIK;ORT;SEK;0;10,00',
      ),
    )
    expect(outcomes(reading).slice(3)).toEqual(['4: 2025-02-14 BUTIK 1000', '5: 2025-02-16 BUTIK 1000'])
  })

  test('the Norwegian twin reads alike, in NOK', () => {
    const reading = readSuggested(
      sheetOf(
        'Totalt andre hendelser',
        'Dato;Bokført;Spesifikasjon;Sted;Valuta;Utl. beløp;Beløp',
        '2026-03-01;2026-03-02;BUTIKK;OSLO;NOK;0;120,50',
        ';;Saldo hendelser;;;;120,50',
        'Totalbeløp;;;;;;120,50',
      ),
    )
    expect(outcomes(reading)).toEqual([
      '1: section-title',
      '2: header',
      '3: 2026-03-01 BUTIKK  NOK 12050',
      '4: printed-total',
      '5: printed-total',
    ])
    expect(reading.controlSums.map(({ agrees }) => agrees)).toEqual([true, true])
    expect(reading.accountCurrency).toBe('NOK')
  })
})

describe('rows that are no purchases', () => {
  const read = (lines: string[], change = {}) =>
    outcomes(readSource(sheetOf('Datum;Text;Belopp', ...lines), plainMapping({}, change), { today })).slice(1)

  test('say why', () => {
    expect(
      read([
        '2026-05-01;Inbetalning, tack;-500,00',
        '2026-05-01;Inbetalningskort AB;500,00',
        '2026-05-01;Prel KORTKÖP;9,00',
        'Reserverat;BUTIK;9,00',
        '2026-05-01;BUTIK;0,00',
        '2026-05-01;Ingående saldo;100,00',
        ';Utgående saldo;100,00',
        'Tack för att du läste;;',
      ]),
    ).toEqual([
      '2: payment-to-card',
      '3: 2026-05-01 Inbetalningskort AB 50000',
      '4: pending',
      '5: pending',
      '6: zero-amount',
      '7: balance-row',
      '8: balance-row',
      '9: blank-date-and-amount',
    ])
  })

  test('what cannot be read names its cell, and what is missing the one where it should stand', () => {
    expect(
      read([
        '2026-13-01;A;5,00',
        '2026-05-01;B;fem',
        ';C;5,00',
        '2026-05-01;D;',
        '2026-05-01;;5,00',
        '1999-05-01;E;5,00',
      ]),
    ).toEqual([
      '2: date-unreadable@A2',
      '3: amount-unreadable@C3',
      '4: date-missing@A4',
      '5: amount-missing@C5',
      '6: merchant-missing@B6',
      '7: date-too-far@A7',
    ])
  })

  test('money into a bank account is no credit invoice unless a card purchase gave it back', () => {
    const bank = { account: 'bank', signRule: 'inverted', notInvoices: ['Överföring', 'Lön'] }
    expect(
      read(
        [
          '2026-05-01;KUNDEN AB;900,00',
          '2026-05-02;Kortköp 260501 BUTIK;50,00',
          '2026-05-02;Lön;-20 000,00',
          '2026-05-02;Lönsboda pizzeria;-80,00',
          '2026-05-02;Överföring;10,00',
        ],
        bank,
      ),
    ).toEqual([
      '2: incoming',
      '3: 2026-05-02 BUTIK -5000',
      '4: other-movement',
      '5: 2026-05-02 Lönsboda pizzeria 8000',
      '6: incoming',
    ])
  })

  test('a state of its own column keeps pending and declined rows out', () => {
    const reading = readSource(
      sheetOf(
        'Datum;Text;Belopp;State',
        '2026-05-01;A;1,00;COMPLETED',
        '2026-05-01;B;1,00;PENDING',
        '2026-05-01;C;1,00;DECLINED',
      ),
      plainMapping({ status: column(3, 'State') }),
      { today },
    )
    expect(outcomes(reading).slice(1)).toEqual(['2: 2026-05-01 A 100', '3: pending', '4: other-movement'])
  })

  test('a row without a booking date is not booked yet', () => {
    const reading = readSource(
      sheetOf('Datum;Text;Belopp;Bokfört', '2026-05-01;A;1,00;2026-05-02', '2026-05-01;B;1,00;\u00a0'),
      plainMapping({ status: column(3, 'Bokfört') }),
      { today },
    )
    expect(outcomes(reading).slice(1)).toEqual(['2: 2026-05-01 A 100', '3: pending'])
  })
})

describe('signs', () => {
  const rows = ['2026-05-01;A;;-5,00', '2026-05-01;B;;-12,00', '2026-05-01;C;7,00;', '2026-05-01;D;7,00;12,00']
  test('two columns: either may carry a minus throughout, and both filled is no amount', () => {
    const { total, ...fields } = plainMapping({ amountIn: column(2, 'In'), amountOut: column(3, 'Ut') }).fields
    expect(total).toBeDefined()
    const reading = readSource(
      sheetOf('Datum;Text;In;Ut', ...rows),
      plainMapping({}, { fields, header: ['Datum', 'Text', 'In', 'Ut'], signRule: 'two-columns' }),
      { today },
    )
    expect(outcomes(reading).slice(1)).toEqual([
      '2: 2026-05-01 A 500',
      '3: 2026-05-01 B 1200',
      '4: 2026-05-01 C -700',
      '5: amount-in-both-columns@D5',
    ])
  })

  test('a column that says which way the money went', () => {
    const mapping = plainMapping({ direction: column(3, 'D/K') }, { signRule: 'direction', outgoingDirections: ['d'] })
    expect(
      outcomes(
        readSource(
          sheetOf('Datum;Text;Belopp;D/K', '2026-05-01;A;5,00;D', '2026-05-01;B;5,00;K', '2026-05-01;C;5,00;'),
          mapping,
          { today },
        ),
      ).slice(1),
    ).toEqual(['2: 2026-05-01 A 500', '3: 2026-05-01 B -500', '4: direction-missing'])
  })
})

test('every row that is not empty comes out once and in order, whatever stands in it', async () => {
  const seb = await sample('sebkort_transaktioner_multicard.xlsx')
  const mapping = suggestMapping(seb, { today })!.mapping
  const words = fc.constantFrom(
    '',
    ' ',
    '\u00a0',
    'Datum',
    'Bokfört',
    'Specifikation',
    'Ort',
    'Valuta',
    'Utl. belopp',
    'Belopp',
    'Totalt belopp',
    'Köp/uttag',
    '525400******1111',
    'Valutakurs: 9,1',
    'Prel X',
    '2026-03-01',
    '12,5',
    '1.5',
    'USD',
    'SEK',
    '#REF!',
  )
  const row = fc.oneof(
    fc.array(words, { maxLength: 9 }),
    fc.constant(sebHeader.split(';')),
    fc.array(fc.string(), { maxLength: 9 }),
  )
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), (lines) => {
      const rows = lines.map((cells, index) => ({ number: index + 1, cells }))
      const reading = readSource({ kind: 'csv', sheets: [{ name: 'x', rows }], warnings: [] }, mapping, { today })
      const filled = rows
        .filter(({ cells }) => cells.some((cell) => cell.replace(/[\s\u00a0]/g, '') !== ''))
        .map(({ number }) => number)
      expect(reading.rows.map(({ number }) => number)).toEqual(filled)
    }),
    { numRuns: 500 },
  )
})

test('rows are judged by the first of them, and a source says when the others say something else', () => {
  const rows = (...amounts: string[]) =>
    sheetOf(sebHeader, ...amounts.map((amount) => `2026-03-01;2026-03-02;HOTELL;OEREBRO;SEK;0;${amount}`))
  const { mapping } = suggestMapping(rows('12,50'), { today })!
  const judge = (...amounts: string[]) => {
    const source = openSource(rows(...amounts).sheets, { ...mapping, numberFormat: 'auto' }, { today, firstRows: 2 })
    const kinds = [...source.rows].map(({ outcome }) => outcome.kind)
    return { kinds, isMisjudged: source.finish().isMisjudged }
  }
  expect(judge('12,50', '1.200', '13,50')).toEqual({
    kinds: ['skipped', 'purchase', 'purchase', 'purchase'],
    isMisjudged: false,
  })
  expect(judge('1.200', '12,50')).toEqual({ kinds: ['skipped', 'unreadable', 'unreadable'], isMisjudged: true })
})

test('ten times the rows take some ten times as long', () => {
  const spreadsheetOf = (count: number) => ({
    kind: 'csv' as const,
    sheets: [{ name: '', rows: [{ number: 1, cells: sebHeader.split(';') }, ...cardRows(count)] }],
    warnings: [],
  })
  const { mapping } = suggestMapping(spreadsheetOf(1_000), { today })!
  const timed = (count: number) => {
    const spreadsheet = spreadsheetOf(count)
    const before = process.cpuUsage()
    const { rows } = readSource(spreadsheet, mapping, { today })
    const { user, system } = process.cpuUsage(before) // processor time, since the machine is shared
    expect(rows.filter(({ outcome }) => outcome.kind === 'purchase').length).toBeGreaterThan(count * 0.99)
    return user + system
  }
  const few = Math.min(timed(10_000), timed(10_000))
  expect(timed(100_000)).toBeLessThan(few * 40)
}, 120_000)

function cardRows(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    number: index + 2,
    cells: [
      `2026-0${(index % 6) + 1}-1${index % 9}`,
      '2026-03-10',
      `BUTIK ${index % 5000}`,
      'UMEÅ',
      index % 20 ? 'SEK' : 'EUR',
      index % 20 ? '0' : '12,50',
      `${index % 900}.${index % 10},${(index % 90) + 10}`.replace('.', ''),
    ],
  }))
}

test('a total may carry a date, and is one where the rows above come to it', () => {
  const rows = ['Datum;Text;Belopp', '2026-01-17;A;10,00', '2026-01-18;B;20,00']
  const reading = readSuggested(sheetOf(...rows, '2026-01-31;Summa;30,00'))
  expect(outcomes(reading)[3]).toBe('4: printed-total')
  expect(reading.controlSums).toMatchObject([{ printed: 3000, agrees: true }])
  expect(outcomes(readSuggested(sheetOf(...rows, '2026-01-31;Total;31,00')))[3]).toBe('4: 2026-01-31 Total 3100')
})

test('a type that says refund turns an amount without a sign', () => {
  const lines = ['Datum;Text;Typ;Belopp', '2026-01-17;A;Köp;10,00', '2026-01-18;A;Retur;10,00']
  expect(outcomes(readSuggested(sheetOf(...lines))).slice(1)).toEqual(['2: 2026-01-17 A 1000', '3: 2026-01-18 A -1000'])
})

test('money has no thousandths: what the template alone would make of 1,234 is asked', () => {
  const reading = readSource(sheetOf('Datum;Text;Belopp', '2026-01-17;A;1,234'), plainMapping(), { today })
  expect(outcomes(reading)[1]).toBe('2: amount-ambiguous@C2')
})
