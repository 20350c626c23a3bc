import { expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf } from '../testing/sheets.ts'

/** Files as banks abroad write them, made up after those that public repositories of converters hold. */
const read = (...lines: string[]) => outcomes(readSuggested(sheetOf(...lines)))

test('a card of UBS says what was paid in Belastung, what came back in Gutschrift and what the shop charged in Betrag, on the day of Einkaufsdatum', () => {
  expect(
    read(
      'Kontonummer;Kartennummer;Konto-/Karteninhaber;Einkaufsdatum;Buchungstext;Branche;Betrag;Originalwährung;Kurs;Währung;Belastung;Gutschrift;Buchung',
      '0000 1234;XXXX 9876;MUSTER MAX;22.06.2026;BAECKEREI ROT CHE;Bäckerei;7.50;CHF;;CHF;7.50;;23.06.2026',
      '0000 1234;XXXX 9876;MUSTER MAX;21.06.2026;SOFTHOUSE INC USA;Software;100.00;USD;0.9130;CHF;91.30;;23.06.2026',
      '0000 1234;;MUSTER MAX;27.05.2026;Ihre Zahlung - Besten Dank;;;;;CHF;;208.55;28.05.2026',
      '0000 1234;XXXX 9876;MUSTER MAX;26.05.2026;KLEIDERHAUS CHE;Kleider;50.00;CHF;;CHF;;50.00;28.05.2026',
    ),
  ).toEqual([
    '1: header',
    '2: 2026-06-22 BAECKEREI ROT CHE  CHF 750',
    '3: 2026-06-21 SOFTHOUSE INC USA  CHF 9130',
    '4: payment-to-card',
    '5: 2026-05-26 KLEIDERHAUS CHE  CHF -5000',
  ])
})

test('a card of UBS in French is read as the German one is: what was paid is in francs, whatever the shop charged', () => {
  expect(
    read(
      "Numéro de compte;Numéro de carte;Titulaire de compte/carte;Date d'achat;Texte comptable;Secteur;Montant;Monnaie originale;Cours;Monnaie;Débit;Crédit;Ecriture",
      '0000 1234;XXXX 9876;MUSTER MAX;22.06.2026;BOULANGERIE BERN CHE;Boulangerie;12.50;CHF;;CHF;12.50;;23.06.2026',
      '0000 1234;XXXX 9876;MUSTER MAX;24.06.2026;SOFTHOUSE INC USA;Logiciels;100.00;USD;0.91;CHF;91.00;;26.06.2026',
    ),
  ).toEqual(['1: header', '2: 2026-06-22 BOULANGERIE BERN CHE  CHF 1250', '3: 2026-06-24 SOFTHOUSE INC USA  CHF 9100'])
})

test.each([
  ['Entrate', 'Uscite'],
  ['Gutschrift', 'Belastung'],
  ['Gutschrift in CHF', 'Lastschrift in CHF'],
  ['Abono', 'Cargo'],
])('money in under %s and money out under %s are known as such', (moneyIn, moneyOut) => {
  const [, bought, paid] = read(
    `Date;${moneyIn};${moneyOut};Description`,
    '30/06/2026;;9.99;SHOP ROMA',
    '29/06/2026;150.62;;Client Ltd',
  )
  expect([bought, paid]).toEqual([expect.stringMatching(/SHOP ROMA .*999$/), '3: incoming'])
})
