import { type BuiltInFormat, shapes } from './built-in-format.ts'

const started = ['Started Date', 'Startdatum', 'Datum des Beginns', 'Påbörjat datum', 'Startdato', 'Date de début']
const completed = [
  'Completed Date',
  'Abschlussdatum',
  'Datum des Abschlusses',
  'Slutdatum',
  'Slutfört datum',
  'Slutdato',
  'Sluttdato',
  'Date de fin',
]
const description = ['Description', 'Beschreibung', 'Beskrivning', 'Beskrivelse']
const amount = ['Amount', 'Betrag', 'Belopp', 'Beløp', 'Beløb', 'Montant']
const fee = ['Fee', 'Gebühr', 'Avgift', 'Gebyr', 'Frais']
const currency = ['Currency', 'Währung', 'Valuta', 'Devise']
const state = ['State', 'Status', 'Tillstånd', 'État']
const type = ['Type', 'Art', 'Typ']

/** Revolut's personal statement; headers and values come in the language of the app. */
export const revolutPersonal: BuiltInFormat = {
  id: 'revolut-personal',
  name: 'Revolut',
  signature: [type, ['Product', 'Produkt', 'Produit'], started, completed, description, amount, fee, currency],
  layouts: [
    {
      columns: [
        ...['Type', 'Product', 'Started Date', 'Completed Date', 'Description', 'Amount', 'Fee', 'Currency', 'State'],
        'Balance',
      ],
      values: {
        Type: shapes.words,
        'Started Date': shapes.day,
        'Completed Date': shapes.day,
        Amount: shapes.figure,
        Fee: shapes.figure,
        Currency: shapes.currency,
        State: shapes.words,
        Balance: shapes.figure,
      },
    },
  ],
  fields: {
    merchant: { columns: description },
    invoiceDate: { columns: started },
    total: { columns: amount },
    fee: { columns: fee },
    accountCurrency: { columns: currency },
    status: { columns: [...state, ...completed], pendingWithout: completed },
    type: { columns: type },
  },
  dateOrder: 'ymd',
  numberFormat: 'dot',
  signRule: 'inverted',
  account: 'bank',
  currency: 'EUR',
  purchaseTypes: [
    'CARD_PAYMENT',
    'Card Payment',
    'CARD_REFUND',
    'Card Refund',
    'CARD_CREDIT',
    'Kartenbezahlung',
    'Kartenzahlung',
    'Kartenrückerstattung',
    'Kartenerstattung',
    'Kortbetalning',
    'Kortköp',
    'Kortåterbetalning',
    'Kortbetaling',
    'Kortrefusjon',
    'Paiement par carte',
    'Remboursement par carte',
    ...['Kaartbetaling', 'Kaartterugbetaling', 'Pagamento con carta', 'Rimborso su carta', 'Korttimaksu'],
    ...['Korttipalautus', 'Płatność kartą', 'Zwrot na kartę', 'Pago con tarjeta', 'Reembolso en tarjeta'],
    ...['Pagamento com cartão', 'Reembolso do cartão', 'Kortrefundering'],
  ],
}
