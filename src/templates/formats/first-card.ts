import type { BuiltInFormat } from './built-in-format.ts'

/** First Card (Nordea): merchant and place share a column, and the file says the VAT. */
export const firstCard: BuiltInFormat = {
  id: 'first-card',
  name: 'First Card',
  signature: ['Datum', ['Reseinformation/Inköpsplats', 'Reseinformation/Inköpsställe'], 'Valuta', 'Belopp'],
  fields: {
    merchant: { columns: ['Reseinformation/Inköpsplats', 'Reseinformation/Inköpsställe'] },
    invoiceDate: { columns: ['Datum'] },
    total: { columns: ['Belopp'] },
    currency: { columns: ['Valuta'] },
    foreignAmount: { columns: ['Utländskt belopp'], when: 'foreign' },
    rate: { columns: ['växlingskurs'], when: 'foreign' },
    vatAmount: { columns: ['Moms'] },
    comments: { columns: ['Ytterligare information'] },
    card: { columns: ['Kort'] },
  },
  dateOrder: 'ymd',
  signRule: 'as-is',
  account: 'card',
  currency: 'SEK',
}
