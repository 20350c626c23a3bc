import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines))).slice(1)
const bought = ['2: 2026-03-02 ICA 4500', '3: 2026-03-03 SJ 14500']

test.each([
  ...[
    'Butik',
    'Handlare',
    'Inköpt hos',
    'Betalat till',
    'Betald till',
    'Bought from',
    'Retailer',
    'Establishment',
    'Merchant descriptor',
    'Namn på leverantör',
  ],
  ...['Leverantör/Butik', 'Butik / leverantör', 'Leverantör (butik)', 'Butik eller leverantör'],
])('who sold it stands under %s, whatever is written under Beskrivning, Text or Meddelande beside it', (name) => {
  for (const text of ['Beskrivning', 'Specifikation', 'Text', 'Meddelande', 'Description']) {
    expect(read(`Datum;${name};${text};Belopp`, '2026-03-02;ICA;fika;45,00', '2026-03-03;SJ;resa;145,00')).toEqual(
      bought,
    )
    expect(read(`Datum;${text};${name};Belopp`, '2026-03-02;fika;ICA;45,00', '2026-03-03;resa;SJ;145,00')).toEqual(
      bought,
    )
  }
})

test.each([
  ['NOK', 'Dato;Beskrivelse;Butikk;Beløp'],
  ['DKK', 'Dato;Tekst;Købssted;Beløb'],
  ...['Selger', 'Kjøpt hos', 'Betalt til', 'Selskap', 'Firma'].map((name) => ['NOK', `Dato;Beskrivelse;${name};Beløp`]),
  ...['Sælger', 'Købt hos', 'Virksomhed', 'Firma'].map((name) => ['DKK', `Dato;Tekst;${name};Beløb`]),
  ['EUR', 'Päivämäärä;Selite;Kauppa;Summa'],
  ['EUR', 'Ostopäivä;Selite;Ostopaikka;Summa'],
  ['EUR', 'Datum;Beschreibung;Geschäft;Betrag'],
  ['EUR', 'Date de paiement;Description;Fournisseur;Montant'],
])('who sold it is found in a list that is kept in another language, in %s: %s', (currency, header) =>
  expect(read(header, '2026-03-02;kaffe;ICA;45,00', '2026-03-03;tog;SJ;145,00')).toEqual([
    `2: 2026-03-02 ICA  ${currency} 4500`,
    `3: 2026-03-03 SJ  ${currency} 14500`,
  ]),
)

test('a column called by a shop and by something else is no column of shops for that', () =>
  expect(read('Datum;Butik/ort;Handlare;Belopp', '2026-03-02;Lund;ICA;45,00', '2026-03-03;Lund;SJ;145,00')).toEqual(
    bought,
  ))
