import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

test('what PayPal holds back, takes back of its own transfers or lists of a basket is no purchase, whoever it names', () => {
  expect(
    outcomes(
      readSuggested(
        sheetOf(
          'Date;Time;TimeZone;Name;Type;Status;Currency;Gross;Fee;Net;Transaction ID',
          '13/07/2026;10:11:12;CEST;Namecheap;Mobile Payment;Completed;SEK;-165.20;0.00;-165.20;A1',
          '14/07/2026;10:11:12;CEST;;Reversal of ACH Deposit;Completed;SEK;-100.00;0.00;-100.00;A2',
          '15/07/2026;10:11:12;CEST;Uber;Hold on Available Balance;Completed;SEK;-80.00;0.00;-80.00;A3',
          '16/07/2026;10:11:12;CEST;Namecheap;Shopping Cart Item;Completed;SEK;-90.00;0.00;-90.00;A4',
        ),
      ),
    ).slice(1),
  ).toEqual(['2: 2026-07-13 Namecheap 16520', '3: other-movement', '4: other-movement', '5: other-movement'])
})

test('a Rückzahlung of PayPal is a refund', () => {
  expect(
    outcomes(
      readSuggested(
        sheetOf(
          'Datum;Uhrzeit;Zeitzone;Beschreibung;Währung;Brutto;Entgelt;Netto;Guthaben;Transaktionscode;Name',
          '13.07.2026;10:11:12;Europe/Berlin;Handyzahlung;EUR;-65,20;0,00;-65,20;0,00;A1;Laden Test',
          '14.07.2026;10:11:12;Europe/Berlin;Rückzahlung;EUR;5,20;0,00;5,20;0,00;A2;Laden Test',
        ),
      ),
    ).slice(1),
  ).toEqual(['2: 2026-07-13 Laden Test  EUR 6520', '3: 2026-07-14 Laden Test  EUR -520'])
})
