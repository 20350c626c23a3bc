import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

test('what moves on an account is told by either of the columns that the shop may stand in', () => {
  const header =
    'Radnummer;Clearingnummer;Kontonummer;Produkt;Valuta;Bokföringsdag;Transaktionsdag;Valutadag;Referens;Beskrivning;Belopp;Bokfört saldo'
  const row = (texts: string) => `1;8327-9;123;Konto;SEK;2026-05-02;2026-05-01;2026-05-02;${texts};-500,00;12 000,00`
  const lines = ['KORTKÖP;JULA SKARA', 'Överföring;Sparkonto', 'Bankgiro;123-4567', 'WOLT;WOLT'].map(row)
  expect(outcomes(readSuggested(sheetOf(header, ...lines))).slice(1)).toEqual([
    '2: 2026-05-01 JULA SKARA 50000',
    '3: other-movement',
    '4: other-movement',
    '5: 2026-05-01 WOLT 50000',
  ])
})

test('what came in beside a card purchase is what the shop gave back, whichever of the columns says so', () => {
  const header =
    'Radnummer;Clearingnummer;Kontonummer;Produkt;Valuta;Bokföringsdag;Transaktionsdag;Valutadag;Referens;Beskrivning;Belopp;Bokfört saldo'
  const row = (texts: string) => `1;8327-9;123;Konto;SEK;2026-05-02;2026-05-01;2026-05-02;${texts};500,00;12 000,00`
  const lines = ['KORTKÖP;JULA SKARA', 'Swish;KALLE', 'JULA SKARA;JULA SKARA'].map(row)
  expect(outcomes(readSuggested(sheetOf(header, ...lines))).slice(1)).toEqual([
    '2: 2026-05-01 JULA SKARA -50000',
    '3: incoming',
    '4: incoming',
  ])
})
