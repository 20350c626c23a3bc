import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf, today } from '../../testing/sheets.ts'
import { openSource, readSource } from '../rows/read-source.ts'
import { suggestMapping } from '../suggest/suggest-mapping.ts'
import { stateOf } from './payment-states.ts'

test.each(['nekad', 'Nekat', 'ÅTERSTÄLLT', 'Makulerat', 'misslyckades'])('a row that is %s was never paid', (status) =>
  expect(stateOf(status)).toBe('void'),
)
test.each(['Nekad av banken', 'Misslyckat hos banken', 'Declined (insufficient funds)', 'FAILED - timeout'])(
  'a row that is %s was never paid, whatever the reason',
  (status) => expect(stateOf(status)).toBe('void'),
)
test.each(['Nekad av attestant', 'Failedoh AB', 'Attesterad', 'Pending approval', 'Preliminärt attesterad'])(
  'a row that is %s was paid',
  (status) => expect(stateOf(status)).toBe('done'),
)
test('a row of Nordea in Finland that has `Varaus` for its day is not booked yet', () => {
  const lines = [
    'Kirjauspäivä;Määrä;Maksaja;Maksunsaaja;Nimi;Otsikko;Viitenumero;Valuutta',
    'Varaus;-12,90;FI00 0000 0000 0000 00;;;RAVINTOLA;;EUR',
    '2026/07/15;-60,10;FI00 0000 0000 0000 00;;;KAUPPA;;EUR',
  ]
  expect(outcomes(readSuggested(sheetOf(...lines)))).toEqual([
    '1: header',
    '2: pending',
    '3: 2026-07-15 KAUPPA  EUR 6010',
  ])
})
test.each([
  'Ej bokfört',
  'pågående',
  'Reservering',
  'Reservasjon',
  'Reserverat belopp',
  'Prel.',
  'Preliminär (inväntar butik)',
  'Not posted',
])('a row that is %s is not booked yet', (status) => expect(stateOf(status)).toBe('pending'))

test.each([
  ...[
    'Auktoriserad',
    'Auktoriserat',
    'Auktorisering',
    'AUTH',
    'PreAuth',
    'Pre-authorised',
    'Pre-authorized',
    'Authorised',
  ],
  ...['On hold', 'Hold', 'Temporary hold', 'Inte bokförd', 'Ännu ej bokförd', 'Ej bokförd än', 'Ej debiterad'],
  ...['Ej slutförd', 'Not yet settled', 'Not captured', 'Avvaktar', 'Kommande', 'Scheduled'],
])('a row that is %s is not booked yet', (status) => expect(stateOf(status)).toBe('pending'))
test.each([
  'Void',
  'Error',
  'Timed out',
  'Felaktig',
  'Ångrat',
  'Utgången',
  'Refused',
  'Rejected by issuer',
  'Avvisad av banken',
])('a row that is %s was never paid', (status) => expect(stateOf(status)).toBe('void'))
test.each(['Incomplete', 'Ofullständig'])('of a row that is %s nobody can tell whether it was paid', (status) =>
  expect(stateOf(status)).toBe('unclear'),
)
test.each(['Holdings AB', 'Auktoriserad av chef', 'Rejected by approver', 'Hold Fast Coffee', 'Ej bokförd i Fortnox'])(
  'what is called %s says no state of a bank’s',
  (status) => expect(stateOf(status)).toBe('done'),
)

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)

test('what was set aside and what was taken in its place are one purchase, in Swedish and English', () => {
  expect(
    read(
      'Datum;Köpställe;Belopp;Status',
      '2026-07-04;CIRCLE K;1 500,00;Auktoriserad',
      '2026-07-04;CIRCLE K;643,20;Bokförd',
      '2026-07-05;ICA;119,00;Bokförd',
    ),
  ).toEqual(['2: pending', '3: 2026-07-04 CIRCLE K 64320', '4: 2026-07-05 ICA 11900'])
  expect(
    read(
      'Status;Date;Merchant;Amount;Currency',
      'Pre-authorised;2026-07-04;CIRCLE K;-1500.00;SEK',
      'Settled;2026-07-04;CIRCLE K;-643.20;SEK',
      'Void;2026-07-05;JULA;-119.00;SEK',
      'On hold;2026-07-05;BILTEMA;-119.00;SEK',
      'Settled;2026-07-05;ICA;-119.00;SEK',
    ),
  ).toEqual([
    '2: pending',
    '3: 2026-07-04 CIRCLE K 64320',
    '4: other-movement',
    '5: pending',
    '6: 2026-07-05 ICA 11900',
  ])
})

test('what systems write in capitals and underscores is what it says', () => {
  expect(['CARD_DECLINED', 'AUTHORISATION_REVERSED', 'PENDING_CAPTURE', 'NOT_SETTLED'].map(stateOf)).toEqual([
    ...['void', 'void', 'pending', 'pending'],
  ])
  expect(['Partially refunded', 'Delvis återbetald'].map(stateOf)).toEqual(['returned', 'returned'])
})

test('words where the day of booking should stand leave those rows out, however many they are', () => {
  expect(
    read(
      'Datum;Bokfört;Butik;Belopp;Kort',
      '2026-07-04;Ej bokförd;CIRCLE K;1 500,00;1',
      '2026-07-04;2026-07-05;CIRCLE K;643,20;1',
      '2026-07-05;Väntar;ICA;19,00;1',
    ),
  ).toEqual(['2: pending', '3: 2026-07-04 CIRCLE K 64320', '4: pending'])
})

test('a column of any name that says of every payment how it went is read', () => {
  const cards = ['2026-07-04;A;1,00;Approved', '2026-07-04;B;2,00;Do not honour', '2026-07-05;C;3,00;Declined']
  expect(read('Date;Merchant;Amount;Result', ...cards)).toEqual([
    '2: 2026-07-04 A 100',
    '3: other-movement',
    '4: other-movement',
  ])
  const booked = ['2026-07-04;A;1,00;Preliminär', '2026-07-04;B;2,00;Definitiv']
  expect(read('Datum;Butik;Belopp;Bokföringsstatus', ...booked)).toEqual(['2: pending', '3: 2026-07-04 B 200'])
})

const header = 'Datum;Butik;Belopp;Status;Kort'
const rows = (...states: string[]) => states.map((state, row) => `2026-07-0${row + 1};Amazon;10,00;${state};*1234`)

test('among rows that are booked, a word that nobody knows is asked about, whichever row it stands in', () => {
  expect(read(header, ...rows('Bokförd', 'Bokförd', 'Fladdrig'))[2]).toBe('4: booked-unclear@D4')
  expect(read(header, ...rows('Wobbling', 'Completed', 'Completed'))[0]).toBe('2: booked-unclear@D2')
})

test('words that say it was paid, what somebody at the company thinks, and words of most rows are not asked about', () => {
  const paid = ['Godkänd', 'Betald', 'OK', 'Attesterad', 'Kvitto saknas', 'Exporterad', 'Debiterad']
  for (const state of paid)
    expect(read(header, ...rows('Bokförd', 'Bokförd', state))[2]).toBe('4: 2026-07-03 Amazon 1000')
  expect(read(header, ...rows('Klar', 'Klar', 'Bokförd'))).toHaveLength(3)
  expect(read(header, ...rows('Klar', 'Klar', 'Bokförd'))[0]).toBe('2: 2026-07-01 Amazon 1000')
})

test('a word that came after the template is asked about in the next file, and where the first rows do not tell', () => {
  const found = suggestMapping(sheetOf(header, ...rows('Bokförd', 'Reserverad')), { today })
  const next = sheetOf(header, ...rows('Fladdrig', 'Bokförd', 'Bokförd'))
  expect(outcomes(readSource(next, found!.mapping, { today }))[1]).toBe('2: booked-unclear@D2')
  const source = openSource(next.sheets, found!.mapping, { today, firstRows: 2 })
  expect([...source.rows]).toHaveLength(4)
  expect(source.finish().isMisjudged).toBe(true)
})

test('how a purchase was made, and what was done with it since, is not asked about', () => {
  for (const state of ['Kontaktlöst', 'Utland', 'Completion', 'Sent', 'Ready', 'Needs attention', 'Redo att exportera'])
    expect(read(header, ...rows('Bokförd', 'Bokförd', state))[2]).toBe('4: 2026-07-03 Amazon 1000')
})
