import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

test('a card of SEB Kort in Danish tells what was paid in Danish kroner, and what stands under its totals is no row to mend', () => {
  const rows = outcomes(
    readSuggested(
      sheetOf(
        'Transaktionseksport;;;;;;30.04.2026, 15:33:16',
        '525412******1234;JENS HANSEN;;;;;',
        'Køb/hævning;;;;;;',
        'Dato;Bogført;Specifikation;By;Valuta;Udl. beløb;Beløb',
        '2026-03-04;2026-03-05;NETTO;AARHUS;DKK;0,00;245,00',
        '2026-03-06;2026-03-08;CLAS OHLSON;MALMOE;SEK;199,00;135,11',
        'Valutakurs: 0.678944 Valutatillæg indgår med 2,00 %;;;;;;',
        'Beløb i alt;;;;;;380,11',
      ),
    ),
  )
  expect(rows.slice(4)).toEqual([
    '5: 2026-03-04 NETTO  DKK 24500',
    '6: 2026-03-06 CLAS OHLSON  DKK 13511',
    '7: rate-note',
    '8: printed-total',
  ])
})

test('one in Finnish tells it in euro', () => {
  const rows = outcomes(
    readSuggested(
      sheetOf(
        '525412******1234;MATTI MEIKÄLÄINEN;;;;;',
        'Ostot/nostot;;;;;;',
        'Päivämäärä;Kirjattu;Erittely;Paikkakunta;Valuutta;Ulk. summa;Summa',
        '2026-03-04;2026-03-05;K-MARKET;HELSINKI;EUR;0,00;24,50',
        '2026-03-06;2026-03-08;CLAS OHLSON;STOCKHOLM;SEK;199,00;18,11',
        'Valuuttakurssi: 10.988 Valuuttalisä sisältyy 2,00 %;;;;;;',
        'Yhteensä;;;;;;42,61',
      ),
    ),
  )
  expect(rows.slice(3)).toEqual([
    '4: 2026-03-04 K-MARKET  EUR 2450',
    '5: 2026-03-06 CLAS OHLSON  EUR 1811',
    '6: rate-note',
    '7: printed-total',
  ])
})

test('a card of Handelsbanken in Norway keeps its minus and its currency where Excel saved it anew as ANSI', () => {
  const header = 'Dato;Beskrivelse;Inn på konto;Ut fra konto;Originalt beløp;Valuta;Kurs'
  const rows = [
    '27.07.2026;PRØVEBUTIKK;;?1 243,01;?1 243,01;NOK;-',
    '26.07.2026;HOTEL TEST;;?1 173,20;?100,00;EUR;11,732',
    '24.07.2026;PRØVEBUTIKK;89,00;;89,00;NOK;-',
    '20.07.2026;Innbetaling;5 000,00;;5 000,00;NOK;-',
  ]
  expect(outcomes(readSuggested(sheetOf(header, ...rows))).slice(1)).toEqual([
    '2: 2026-07-27 PRØVEBUTIKK  NOK 124301',
    '3: 2026-07-26 HOTEL TEST  NOK 117320',
    '4: 2026-07-24 PRØVEBUTIKK  NOK -8900',
    '5: payment-to-card',
  ])
})
