import { expect, test } from 'vitest'
import { column, outcomes, readSuggested, sheetOf, today } from '../testing/sheets.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)
const rows = ['2026-03-02;2026-03-03;ICA;100,00', '2026-03-04;2026-03-04;SJ;695,00']

test.each(['Utfört', 'Dag för köpet', 'Verkaufsdatum', 'När'])(
  'days in a column %s that are never later than those of booking are those of the purchases',
  (name) =>
    expect(read(`${name};Bokfört;Butik;Belopp`, ...rows)).toEqual([
      '2: 2026-03-02 ICA 10000',
      '3: 2026-03-04 SJ 69500',
    ]),
)

test.each(['Transaction date', 'Purchase date', 'Date of purchase', 'Köpdatum', "Date d'achat"])(
  'the day under %s is the purchase’s, beside a day that is called no more than Datum or Date',
  (name) => {
    for (const other of ['Datum', 'Date'])
      expect(read(`${other};${name};Butik;Belopp`, '2026-03-03;2026-03-02;ICA;100,00')).toEqual([
        '2: 2026-03-02 ICA 10000',
      ])
  },
)

test('days written with dots that are never later than those of booking are those of the purchases', () =>
  expect(
    read(
      'Zahlungsdatum;Buchungsdatum;Händler;Betrag',
      '05.03.2026;06.03.2026;Notion;-210,10',
      '31.03.2026;01.04.2026;SJ;-89,00',
    ),
  ).toEqual(['2: 2026-03-05 Notion  EUR 21010', '3: 2026-03-31 SJ  EUR 8900']))

test.each([
  ['Skapad', 'Köpt'],
  ['Created', 'Purchased'],
  ['Created time', 'Bought'],
])('a day under %s, when the row was written, stands behind the one under %s', (created, bought) =>
  expect(read(`${created};${bought};Butik;Belopp`, '2026-03-05;2026-03-02;ICA;100,00')).toEqual([
    '2: 2026-03-02 ICA 10000',
  ]),
)

test.each(['Rentedato', 'Räntedag', 'Valutering från'])('days in a column %s are no days of purchases', (name) =>
  expect(read(`${name};Bokfört;Butik;Belopp`, ...rows)).toEqual(['2: 2026-03-03 ICA 10000', '3: 2026-03-04 SJ 69500']),
)

test('nor are days that some rows have after the day of booking', () =>
  expect(read('Annan dag;Bokfört;Butik;Belopp', ...rows, '2026-04-30;2026-03-05;COOP;10,00')[0]).toBe(
    '2: 2026-03-03 ICA 10000',
  ))

test('the day under Köp beside the one under Bokfört is the purchase’s, as two lines of a header have them', () =>
  expect(read('Köp;Bokfört;Inköpsställe;SEK', ...rows)).toEqual(['2: 2026-03-02 ICA 10000', '3: 2026-03-04 SJ 69500']))

test.each(['Skapad', 'Skapat', 'Created', 'Created at'])(
  '%s is when the row was written where it is after the day of booking, and when it was bought where it is before',
  (name) => {
    const booked = ['2: 2026-07-02 ICA 10000', '3: 2026-07-04 SJ 69500']
    const header = `${name};Bokföringsdatum;Butik;Belopp`
    expect(read(header, '2026-07-31;2026-07-02;ICA;100,00', '2026-07-31;2026-07-04;SJ;695,00')).toEqual(booked)
    expect(read(header, '31/07/2026;02/07/2026;ICA;100,00', '31/07/2026;04/07/2026;SJ;695,00')).toEqual(booked)
    expect(read(header, '2026-07-04;2026-07-02;ICA;100,00', '2026-07-05;2026-07-04;SJ;695,00')).toEqual(booked)
    expect(read(header, '2026-07-01;2026-07-02;ICA;100,00', '2026-07-04;2026-07-04;SJ;695,00')).toEqual([
      '2: 2026-07-01 ICA 10000',
      '3: 2026-07-04 SJ 69500',
    ])
  },
)

test('what was written on the day it was booked may be another day in the next file: the day of booking counts', () => {
  const rows = ['2026-07-02;2026-07-02;ICA;100,00', '2026-07-04;2026-07-04;SJ;695,00']
  const found = suggestMapping(sheetOf('Skapad;Bokföringsdatum;Butik;Belopp', ...rows), { today })
  expect(found?.mapping.fields.invoiceDate).toEqual(column(1, 'Bokföringsdatum'))
})

test('Skapad is the day of the purchase where no row says when it was booked, and beside one that waits to be', () => {
  const skapad = 'Skapad;Butik;Belopp'
  expect(read(skapad, '2026-07-02;ICA;100,00')).toEqual(['2: 2026-07-02 ICA 10000'])
  const waiting = ['2026-07-01;;ICA;100,00', '2026-07-01;2026-07-02;SJ;695,00']
  expect(read('Skapad;Bokförd;Butik;Belopp', ...waiting)).toEqual(['2: pending', '3: 2026-07-01 SJ 69500'])
})

test.each(['Köpt', 'Handlat', 'Inköpt', 'Purchased'])(
  '%s without a day in it is what was bought, or for how much',
  (name) => {
    expect(read(`Datum;${name};Pris`, '2026-07-02;Skruvar;120,00', '2026-07-03;Fika;55,00')).toEqual([
      '2: 2026-07-02 Skruvar 12000',
      '3: 2026-07-03 Fika 5500',
    ])
    expect(read(`Datum;Butik;${name}`, '2026-07-02;Bauhaus;120,00', '2026-07-03;ICA;55,00')).toEqual([
      '2: 2026-07-02 Bauhaus 12000',
      '3: 2026-07-03 ICA 5500',
    ])
  },
)

test.each(['Value date', 'Räntedag', 'Valeur'])(
  'a day under %s, from which interest counts, is the purchase’s only where no other day is',
  (name) => {
    const days = ['03-09-2026;02-09-2026;SNCF;-120,00', '23-09-2026;22-09-2026;FIGMA;-46,00']
    expect(read(`${name};Jour du paiement;Butik;Belopp`, ...days)).toEqual([
      '2: 2026-09-02 SNCF 12000',
      '3: 2026-09-22 FIGMA 4600',
    ])
  },
)
