import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../../testing/sheets.ts'

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

test('what Nordea calls a deposit on the card is what a shop gave back, and no other deposit is', () => {
  const header = 'Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta;'
  const row = (amount: string, text: string) => `2026/01/18;${amount};;1234 56 78901;;${text};8450,25;SEK;`
  const lines = [
    row('2299,00', 'Insättning kort 260117 NK MAN GBG'),
    row('500,00', 'Insättning 260117'),
    row('-99,00', 'Kortköp 260116 ICA'),
  ]
  expect(outcomes(readSuggested(sheetOf(header, ...lines))).slice(1)).toEqual([
    '2: 2026-01-17 NK MAN GBG -229900',
    '3: incoming',
    '4: 2026-01-16 ICA 9900',
  ])
  const own = readSuggested(sheetOf(header, ...lines), { notInvoices: ['Insättning kort'] })
  expect(outcomes(own)[1]).toBe('2: incoming')
})

test.each([
  'BANKOMAT',
  'Bankomat Sergels torg',
  'KONTANTINSÄTTNING',
  'SERVICEBOX',
  'Insättningsautomat',
  'ICA KONTANTEN',
])('cash that was paid in with the card is no shop’s refund, and nothing that went out is a deposit: %s', (place) => {
  const rows = [
    `2026/01/15;500,00;Insättning kort 260114 ${place};8450,25`,
    `2026/01/15;-100,00;Insättning kort 260114 ${place};7950,25`,
    '2026/01/16;-100,00;Insättning kort 260114 NK;7850,25',
    '2026/01/17;-99,00;Kortköp 260116 ICA;8350,25',
  ]
  expect(outcomes(readSuggested(sheetOf('Bokföringsdag;Belopp;Rubrik;Saldo', ...rows))).slice(1)).toEqual([
    '2: incoming',
    '3: other-movement',
    '4: other-movement',
    '5: 2026-01-16 ICA 9900',
  ])
})

test.each([
  ['LEVERANTÖRSBETAL', 16],
  ['Bankgirobetalni', 15],
  ['Arbetsgivaravg', 14],
  ['Kontoöverför', 12],
  ['Löneutbetalninga', 16],
])('a movement whose name the bank cut off is no purchase: %s', (text, length) => {
  expect(text).toHaveLength(length)
  const header = 'Reskontradatum;Transaktionsdatum;Text;Belopp;Saldo'
  const row = (shop: string) => `2026-05-02;2026-05-01;${shop};-500,00;12 000,00`
  expect(outcomes(readSuggested(sheetOf(header, row(text), row('CIRCLE K E20 VÅR')))).slice(1)).toEqual([
    '2: other-movement',
    '3: 2026-05-01 CIRCLE K E20 VÅR 50000',
  ])
})

test('a shop is not left out because a longer name begins as it is called', () => {
  const header = 'Reskontradatum;Transaktionsdatum;Text;Belopp;Saldo'
  const rows = ['BANKGIROBE', 'Bistro', 'CIRCLE K E20'].map((text) => `2026-05-02;2026-05-01;${text};-500,00;12 000,00`)
  const read = readSuggested(sheetOf(header, ...rows), {
    notInvoices: ['Bistroteket', 'Bankgirobetalning', 'Circle K E20 Vårgårda'],
  })
  expect(outcomes(read).slice(1)).toEqual([
    '2: 2026-05-01 BANKGIROBE 50000',
    '3: 2026-05-01 Bistro 50000',
    '4: 2026-05-01 CIRCLE K E20 50000',
  ])
})
