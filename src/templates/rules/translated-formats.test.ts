import { describe, expect, test } from 'vitest'
import { outcomes, readSuggested, sheetOf, today } from '../testing/sheets.ts'
import { suggestMapping } from './suggest/suggest-mapping.ts'

/** Of what somebody gets who takes the suggestions, without the header; a file in another language is asked about. */
function read(...lines: string[]): string[] {
  const sheet = sheetOf(...lines)
  expect(suggestMapping(sheet, { today })?.format).toBeNull()
  return outcomes(readSuggested(sheet)).slice(1)
}

describe("Wise's transfers in German", () => {
  const header =
    'ID;Status;Richtung;Erstellt am;Abgeschlossen am;Ausgangsgebührenbetrag;Währung der Ausgangsgebühr;Zielgebührenbetrag;Währung der Zielgebühr;Name des Absenders;Ausgangsbetrag (nach Gebühren);Ausgangswährung;Name des Empfängers;Zielbetrag (nach Gebühren);Zielwährung;Wechselkurs;Referenz'
  const rows = [
    'CARD_TRANSACTION-1;COMPLETED;OUT;2026-07-03 10:11:12;;0.55;SEK;;;Vi AB;188.45;SEK;OpenAI;20.00;USD;0.10613;',
    'CARD_TRANSACTION-2;COMPLETED;OUT;2026-07-04 10:11:12;;0.00;SEK;;;Vi AB;99.00;SEK;Spotify;99.00;SEK;1.0;',
    'TRANSFER-4;COMPLETED;IN;2026-07-07 10:11:12;;0.00;SEK;;;Kund AB;500.00;SEK;Vi AB;500.00;SEK;1.0;INV2',
    'BALANCE-5;COMPLETED;NEUTRAL;2026-07-08 10:11:12;;1.00;EUR;;;Vi AB;100.00;EUR;Vi AB;1100.00;SEK;11.0;',
  ]
  const purchases = ['2: 2026-07-03 OpenAI 18900 USD 2000', '3: 2026-07-04 Spotify 9900']

  test('are read by their order where the table begins in a later column', () => {
    expect(read(`Nr;;${header}`, ...rows.map((row, index) => `${index + 1};;${row}`))).toEqual([
      ...purchases,
      '4: incoming',
      '5: other-movement',
    ])
  })

  test('are read without the columns of what the receiver paid, which older files lack', () => {
    const without = (line: string) => line.split(';').toSpliced(7, 2).join(';')
    expect(read(without(header), ...rows.map(without))).toEqual([...purchases, '4: incoming', '5: other-movement'])
  })

  test('are read where one id is of another kind', () => {
    expect(read(header, ...rows, rows[3]!.replace('BALANCE-5', '3f9a11e'))).toEqual([
      ...purchases,
      '4: incoming',
      '5: other-movement',
      '6: other-movement',
    ])
  })
})

test.each([['Richtung'], ['Suunta'], ['Riktning'], ['Vart']])(
  'directions under %s are no shops, also where some rows are neutral or none brought money',
  (name) => {
    const lines = ['2026-07-03;OUT;ICA;93,00', '2026-07-04;OUT;OBI;12,50', '2026-07-05;NEUTRAL;Konto;10,00']
    const paid = ['2: 2026-07-03 ICA 9300', '3: 2026-07-04 OBI 1250']
    const header = `Datum;${name};Namn;Belopp`
    expect(outcomes(readSuggested(sheetOf(header, ...lines))).slice(1)).toEqual([...paid, '4: other-movement'])
    expect(outcomes(readSuggested(sheetOf(header, ...lines.slice(0, 2)))).slice(1)).toEqual(paid)
  },
)

test('a column of nothing but directions is no merchant, whatever it is called', () => {
  const found = suggestMapping(sheetOf('Datum;Text;Belopp', '2026-07-03;OUT;93,00', '2026-07-04;IN;12,50'), { today })
  expect(found?.mapping.fields.merchant).toBeUndefined()
})

describe("Revolut's personal statement in the language of the app", () => {
  const row = (type: string, day: number, completed: string, rest: string) =>
    `${type};Current;2026-07-0${day} 9:32:08;${completed && `2026-07-0${completed} 11:00:00`};${rest}`

  test.each([
    [
      'Type;Product;Startdatum;Datum voltooid;Beschrijving;Bedrag;Kosten;Valuta;Status;Saldo',
      'Kaartbetaling;Kaartterugbetaling;Overschrijving;VOLTOOID;IN AFWACHTING;TERUGGEDRAAID',
    ],
    [
      'Tipo;Prodotto;Data di inizio;Data di completamento;Descrizione;Importo;Costo;Valuta;State;Saldo',
      'Pagamento con carta;Rimborso su carta;Trasferimento;COMPLETATO;IN SOSPESO;ANNULLATO',
    ],
    [
      'Tyyppi;Tuote;Aloituspäivä;Valmistumispäivä;Kuvaus;Summa;Maksu;Valuutta;Tila;Saldo',
      'Korttimaksu;Korttipalautus;Siirto;VALMIS;ODOTTAA;PERUUTETTU',
    ],
    [
      'Rodzaj;Produkt;Data rozpoczęcia;Data zrealizowania;Opis;Kwota;Opłata;Waluta;State;Saldo',
      'Płatność kartą;Zwrot na kartę;Przelew;ZAKOŃCZONO;OCZEKUJĄCE;COFNIĘTO',
    ],
    [
      'Tipo;Producto;Fecha de inicio;Fecha de finalización;Descripción;Importe;Comisión;Divisa;State;Saldo',
      'Pago con tarjeta;Reembolso en tarjeta;Transferencia;COMPLETADO;PENDIENTE;REVERTIDO',
    ],
    [
      'Tipo;Produto;Data de início;Data de Conclusão;Descrição;Montante;Comissão;Moeda;Estado;Saldo',
      'Pagamento com cartão;Reembolso do cartão;Transferência;CONCLUÍDA;PENDENTE;REVERTIDA',
    ],
    [
      'Type;Produkt;Startdato;Afslutningsdato;Beskrivelse;Beløb;Gebyr;Valuta;Status;Saldo',
      'Kortbetaling;Kortrefundering;Overførsel;GENNEMFØRT;AFVENTER;TILBAGEFØRT',
    ],
    [
      'Type;Produkt;Startdato;Fullført dato;Beskrivelse;Beløp;Gebyr;Valuta;Status;Saldo',
      'Kortbetaling;Kortrefusjon;Overføring;FULLFØRT;VENTER;TILBAKEFØRT',
    ],
    // a language that nobody has told us of, but for its word for a card
    [
      'Típus;Termék;Kezdés;Befejezés;Leírás;Összeg;Díj;Pénznem;Állapot;Egyenleg',
      'Kártyás Card;Card refund;Átutalás;BEFEJEZETT;FÜGGŐ;VISSZAVONT',
    ],
  ])('is read with its fees and refunds, and without what is not paid: %s', (header, words) => {
    const [bought = '', back = '', moved = '', done, waits, void_] = words.split(';')
    const name = header.split(';')[0]
    expect(
      read(
        header,
        row(bought, 1, '2', `Pressbyrån;-45.00;1.50;SEK;${done};955.00`),
        row(bought, 2, '', `Uber;-150.00;0.00;SEK;${waits};`),
        row(bought, 3, '', `Bolt;-99.00;0.00;SEK;${void_};`),
        row(moved, 4, '4', `Jan;-450.00;0.00;SEK;${done};505.00`),
        row(back, 5, '5', `Amazon;40.00;0.00;SEK;${done};545.00`),
      ),
    ).toEqual([
      '2: 2026-07-01 Pressbyrån 4650',
      '3: pending',
      name === 'Típus' ? '4: pending' : '4: other-movement',
      '5: other-movement',
      '6: 2026-07-05 Amazon -4000',
    ])
  })
})

describe('N26 as it is now', () => {
  const rows = [
    '2026-07-14;2026-07-12;SPOTIFY;;Presentment;-;Hauptkonto;-10.99;10.99;EUR;1',
    '2026-07-15;2026-07-13;GITHUB;;Presentment;-;Hauptkonto;-18.50;20.00;USD;1.081',
    '2026-07-16;2026-07-13;Vermieter;DE1;Debit Transfer;Miete;Hauptkonto;-800.00;;;',
    '2026-07-17;2026-07-16;Kunde;DE1;Credit Transfer;Rechnung;Hauptkonto;100.00;;;',
    '2026-07-18;2026-07-17;AMAZON;;Presentment Refund;-;Hauptkonto;5.00;5.00;EUR;1',
    '2026-07-19;2026-07-18;;;Presentment;-;Hauptkonto;-7.00;7.00;EUR;1',
  ]

  test.each([
    [
      'Buchungsdatum;Wertstellungsdatum;Name Zahlungspartner;IBAN Zahlungspartner;Typ;Verwendungszweck;Kontoname;Betrag (EUR);Originalbetrag;Originalwährung;Wechselkurs',
    ],
    [
      "Date de réservation;Date de valeur;Nom du partenaire;IBAN du partenaire;Type;Référence de paiement;Nom du compte;Montant (EUR);Montant initial;Devise d'origine;Taux de change",
    ],
  ])('is read by its order and types, and a shop called by a dash is asked about: %s', (header) => {
    const { rows: found } = readSuggested(sheetOf(header, ...rows))
    expect(read(header, ...rows)).toEqual([
      '2: 2026-07-14 SPOTIFY  EUR 1099',
      '3: 2026-07-15 GITHUB  EUR 1850',
      '4: other-movement',
      '5: incoming',
      '6: 2026-07-18 AMAZON  EUR -500',
      '7: merchant-missing',
    ])
    expect(found).toHaveLength(7)
  })
})

test('a column of partners is one of shops in German, and neither it nor the day of value says anything else', () => {
  const header = 'Buchungsdatum;Wertstellungsdatum;Verwendungszweck;Name des Zahlungspartners;Betrag (EUR)'
  expect(outcomes(readSuggested(sheetOf(header, '14.07.2026;15.07.2026;R 17;OBI;12,50')))[1]).toContain(' OBI ')
})

test.each([
  'credit card;cardholder;statement;transaction date;settlement date;amount;credit;debit;currency;rate;amount in EUR;transaction costs;merchant;location;country;note',
  'carte de crédit;titulaire;relevé;date de transaction;date de décompte;montant;crédit;débit;devise;cours;montant en EUR;frais;commerçant;lieu;pays;commentaires',
])("KBC's card is read with its fee and its refunds whatever the language: %s", (header) => {
  expect(
    read(
      header,
      '123456XXXXXX4321;T;;05/03/2026;06/03/2026;20,00;;20,00;USD;1,081;-18,50;0,35;OPENAI;SF;United States;',
      '123456XXXXXX4321;T;;14/03/2026;16/03/2026;25,99;25,99;;EUR;1;25,99;0,00;BOL.COM;U;NL;',
      '123456XXXXXX4321;T;;13/03/2026;16/03/2026;5,99;;5,99;EUR;1;-5,99;0,00;COOLBLUE;U;NL;',
    ),
  ).toEqual(['2: 2026-03-05 OPENAI  EUR 1885', '3: 2026-03-14 BOL.COM  EUR -2599', '4: 2026-03-13 COOLBLUE  EUR 599'])
})

describe("a bank's own columns that stand in the order of a format from elsewhere", () => {
  const suggested = (...lines: string[]) => {
    const { mapping, isCurrencyAssumed } = suggestMapping(sheetOf(...lines), { today })!
    return { currency: mapping.currency, isCurrencyAssumed, rows: read(...lines) }
  }

  test('are read by their names where these say something else, in English and Swedish', () => {
    expect(
      suggested(
        'Booking date;Value date;Text;Reference;Type;Category;Account;Amount;Balance;Currency;Country',
        '2026-07-01;2026-07-01;ICA;R1;Card purchase;Food;1234;-100.00;900.00;SEK;SE',
        '2026-07-02;2026-07-02;COOP;R2;Card purchase;Food;1234;-50.00;850.00;SEK;SE',
      ),
    ).toEqual({
      currency: 'SEK',
      isCurrencyAssumed: false,
      rows: ['2: 2026-07-01 ICA 10000', '3: 2026-07-02 COOP 5000'],
    })
    expect(
      read(
        'Bokföringsdag;Valutadag;Beskrivning;Motpart;Transaktionstyp;Meddelande;Konto;Belopp;Valuta;Saldo;Referens',
        '2026-07-01;2026-07-01;ICA;ICA AB;Card purchase;x;1234;-100,00;SEK;900,00;R1',
        '2026-07-02;2026-07-02;COOP;COOP AB;Card purchase;x;1234;-50,00;SEK;850,00;R2',
      ),
    ).toEqual(['2: 2026-07-01 ICA AB 10000', '3: 2026-07-02 COOP AB 5000'])
  })

  test('are read by what they hold where nobody knows their names: places and notes are no currency and no rate', () => {
    const found = suggestMapping(
      sheetOf(
        'Bokning;Räntedag;Handlat;Löpkod;Sort;Hylla;Kassa;Penningar;Rest;Trakt;Anm',
        '2026-07-01;2026-07-01;ICA;R1;Card purchase;Mat;1234;-100,00;900,00;Lund;bra',
      ),
      { today },
    )
    expect(found?.mapping.fields).not.toHaveProperty('rate')
    expect(found?.mapping.fields).not.toHaveProperty('foreignAmount')
  })

  test('take VAT for no fee', () => {
    const lines = [
      'Typ;Produkt;Köpdatum;Bokföringsdatum;Beskrivning;Belopp;Moms;Valuta;Status;Saldo',
      'Kortköp;Kort;2026-07-01;2026-07-02;ICA;-1250,00;250,00;SEK;Bokförd;9000,00',
      'Kortköp;Kort;2026-07-02;2026-07-03;COOP;-112,00;12,00;SEK;Bokförd;8888,00',
    ]
    expect(read(...lines)).toEqual(['2: 2026-07-01 ICA 125000', '3: 2026-07-02 COOP 11200'])
    const { rows } = readSuggested(sheetOf(...lines))
    expect(rows[1]?.outcome).toMatchObject({ fields: { vatAmount: 25000 } })
  })
})

test("N26's file is known in another language where nothing in it was bought abroad", () => {
  const header =
    'Buchungsdatum;Wertstellungsdatum;Name Zahlungspartner;IBAN Zahlungspartner;Typ;Verwendungszweck;Kontoname;Betrag (EUR);Originalbetrag;Originalwährung;Wechselkurs'
  const row = '2026-07-16;2026-07-13;Vermieter;DE1;Debit Transfer;Miete;Hauptkonto;-800.00;;;'
  expect(read(header, row)).toEqual(['2: other-movement'])
})
