import { type BuiltInFormat, bankAccount } from './built-in-format.ts'

/** Swedbank and the savings banks. `Radnummer` starts again in each export, so it is no id. */
export const swedbank: BuiltInFormat = {
  ...bankAccount,
  id: 'swedbank',
  name: 'Swedbank',
  signature: [
    ['Clearingnummer', 'Clnr', 'Clearingnr'],
    ['Kontonummer', 'Kontonr'],
    'Valuta',
    ['Transaktionsdag', 'Transdag', 'Transaktionsdatum'],
    ['Beskrivning', 'Text', 'Referens'],
    'Belopp',
  ],
  fields: {
    merchant: { firstOf: ['Beskrivning', 'Text', 'Referens'] },
    invoiceDate: { columns: ['Transaktionsdag', 'Transdag', 'Transaktionsdatum'] },
    total: { columns: ['Belopp'] },
    currency: { columns: ['Valuta'] },
    status: { columns: ['Bokföringsdag', 'Bokfdag', 'Bokföringsdatum'] },
    card: { columns: ['Kontonummer', 'Kontonr'] },
  },
}
