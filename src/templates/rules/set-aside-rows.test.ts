import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)

test('what a row’s type says was only set aside is no purchase beside the one that was booked', () => {
  expect(
    read(
      'Date;Type;Merchant;Amount;Currency',
      '2026-06-01;Authorization;GITHUB;-210.00;SEK',
      '2026-06-02;Settlement;GITHUB;-210.00;SEK',
      '2026-06-03;Settlement;ICA;-112.00;SEK',
      '2026-06-04;Refund;ICA;12.00;SEK',
    ),
  ).toEqual(['2: pending', '3: 2026-06-02 GITHUB 21000', '4: 2026-06-03 ICA 11200', '5: 2026-06-04 ICA -1200'])
})

test('also where nobody knows the name of the column that holds the types', () => {
  expect(
    read(
      'Datum;Händelse;Handlare;Belopp',
      '2026-06-01;Reservation;GITHUB;-210,00',
      '2026-06-02;Köp;GITHUB;-210,00',
      '2026-06-03;Köp;ICA;-112,00',
    ),
  ).toEqual(['2: pending', '3: 2026-06-02 GITHUB 21000', '4: 2026-06-03 ICA 11200'])
})

test('but a state that says booked says more than the type', () => {
  expect(
    read(
      'Date;Type;Merchant;Amount;Currency;Status',
      '2026-06-01;Authorization;GITHUB;210.00;SEK;Completed',
      '2026-06-02;Authorization;ICA;112.00;SEK;Pending',
    ),
  ).toEqual(['2: 2026-06-01 GITHUB 21000', '3: pending'])
})

test('a purchase that was reversed before it was booked is none', () => {
  expect(
    read(
      'Transaction date;Merchant name;Billing amount;Billing currency;Transaction status',
      '2026-06-01;GITHUB;210.00;SEK;Cleared',
      '2026-06-02;SJ;300.00;SEK;Reversed',
    ),
  ).toEqual(['2: 2026-06-01 GITHUB 21000', '3: other-movement'])
})

test('of what moved a balance at Stripe only what its cards paid is read, in the sign that they have', () => {
  const reading = readSuggested(
    sheetOf(
      'id;Type;Source;Amount;Net;Currency;Created (UTC);Description',
      'txn_1;issuing_transaction;ipi_1;-204.00;-204.00;sek;2026-06-02 10:11;GITHUB INC',
      'txn_2;charge;ch_1;1000.00;971.00;sek;2026-06-03 10:11;Order 33',
      'txn_3;payout;po_1;-771.00;-771.00;sek;2026-06-04 10:11;STRIPE PAYOUT',
      'txn_4;issuing_authorization_hold;iauth_1;-99.00;-99.00;sek;2026-06-05 10:11;FIGMA',
      'txn_5;issuing_transaction;ipi_2;50.00;50.00;sek;2026-06-06 10:11;GITHUB INC',
    ),
  )
  expect(outcomes(reading).slice(1)).toEqual([
    '2: 2026-06-02 GITHUB INC 20400',
    '3: other-movement',
    '4: other-movement',
    '5: pending',
    '6: 2026-06-06 GITHUB INC -5000',
  ])
  expect(reading.warnings.map(({ params }) => params?.type)).toEqual(['charge', 'payout'])
})

test('a ticket that was cancelled, told by the row’s type beside an amount without a sign, is given back', () => {
  expect(
    read(
      'Datum;Leverantör;Typ;Belopp',
      '2026-06-01;SAS;Biljett;2100,00',
      '2026-06-03;SAS;Annullering;2100,00',
      '2026-06-04;SJ;Biljett;800,00',
    ),
  ).toEqual(['2: 2026-06-01 SAS 210000', '3: 2026-06-03 SAS -210000', '4: 2026-06-04 SJ 80000'])
})

test.each(['Reverserad', 'Blockerad', 'Blocked'])('a purchase of the state %s never took any money', (state) => {
  const rows = ['2026-06-01;GITHUB;210,00;1234;Bokförd', `2026-06-03;ICA;112,00;1234;${state}`]
  expect(read('Datum;Butik;Belopp (SEK);Kort;Status', ...rows)).toEqual([
    '2: 2026-06-01 GITHUB 21000',
    '3: other-movement',
  ])
})

test('a line below the rows that says when it was printed is a remark, one with an amount is asked about', () => {
  const lines = [
    '2026-03-02;Ica;10,00',
    'Utskriven 2026-04-01 kl 12:00 av Anna',
    'Skapad 2026-04-01 12:00:05',
    'Ica 12:50',
  ]
  expect(outcomes(readSuggested(sheetOf('Datum;Butik;Belopp', ...lines))).slice(2)).toEqual([
    '3: blank-date-and-amount',
    '4: blank-date-and-amount',
    '5: date-unreadable@A5 amount-missing@C5',
  ])
})
