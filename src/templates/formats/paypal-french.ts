import type { BuiltInFormat } from './built-in-format.ts'

/** PayPal's activity download and monthly statement in French; see `paypal.ts`. */
export const paypalFrench: BuiltInFormat = {
  id: 'paypal-french',
  name: 'PayPal',
  signature: [
    'Date',
    'Fuseau horaire',
    'Nom',
    ['Type', 'Description'],
    'Devise',
    ['Avant commission', 'Brut', 'Montant brut'],
    'Net',
    'Numéro de transaction',
  ],
  fields: {
    merchant: { firstOf: ['Nom', 'Type', 'Description'] },
    invoiceDate: { columns: ['Date'] },
    // with the fee that is taken of the sender at times
    total: { columns: ['Net'] },
    accountCurrency: { columns: ['Devise'] },
    type: { columns: ['Type', 'Description'] },
    status: { columns: ['État', 'Statut'] },
    direction: { columns: ['Impact sur le solde', 'Balance Impact'] },
    providerId: { columns: ['Numéro de transaction'] },
    invoiceNumber: { columns: ['Numéro de facture', 'Nº de facture'] },
    comments: { columns: ["Titre de l'objet", 'Objet'] },
  },
  dateOrder: 'dmy',
  signRule: 'inverted',
  account: 'bank',
  currency: 'SEK',
  // nothing but its list of other movements tells a purchase by its type
  purchaseTypes: [],
  otherMovements: [
    'Conversion de devise',
    'Virement bancaire sur le compte PayPal',
    'Virement standard',
    'Retrait',
    "Retrait initié par l'utilisateur",
    'Virement vers le compte bancaire',
    'Autorisation',
    'Suspension',
    'Annulation de suspension',
    'Annulation de la suspension',
    'Blocage',
    'Correction de compte standard',
  ],
}
