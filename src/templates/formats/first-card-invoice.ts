import type { BuiltInFormat } from './built-in-format.ts'
import { firstCard } from './first-card.ts'

const combined = ['Utl.belopp/Moms', 'Utl. belopp/Moms', 'Utl belopp/Moms']

/** The table of First Card's invoice, taken out of the PDF: one column holds the foreign amount, or the VAT of a purchase in SEK. */
export const firstCardInvoice: BuiltInFormat = {
  ...firstCard,
  id: 'first-card-invoice',
  signature: [...firstCard.signature, combined],
  fields: {
    ...firstCard.fields,
    foreignAmount: { columns: combined, when: 'foreign' },
    vatAmount: { columns: combined, when: 'domestic' },
    comments: { columns: ['Följesedel', 'Ytterligare information'] },
  },
}
