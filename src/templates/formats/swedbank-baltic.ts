import type { BuiltInFormat } from './built-in-format.ts'

/** Swedbank in Estonia, Latvia and Lithuania, in each language: unsigned amounts and a column that says debit or credit. */
export const swedbankBaltic: BuiltInFormat = {
  id: 'swedbank-baltic',
  name: 'Swedbank',
  signature: [
    ['Date', 'Kuupäev', 'Datums', 'Data'],
    ['Beneficiary/Payer', 'Beneficiary', 'Saaja/Maksja', 'Saņēmējs/Maksātājs', 'Gavėjas', 'Mokėtojas/Gavėjas'],
    ['Details', 'Selgitus', 'Informācija saņēmējam', 'Paaiškinimai'],
    ['Amount', 'Summa', 'Suma'],
    ['Currency', 'Valuuta', 'Valūta', 'Valiuta'],
    ['Debit/Credit', 'D/C', 'D/K', 'Deebet/Kreedit', 'Deebet/Kreedit (D/C)', 'Debets/Kredīts'],
  ],
  fields: {
    merchant: {
      firstOf: [
        'Beneficiary/Payer',
        'Beneficiary',
        'Saaja/Maksja',
        'Saņēmējs/Maksātājs',
        'Gavėjas',
        'Mokėtojas/Gavėjas',
        'Details',
        'Selgitus',
        'Informācija saņēmējam',
        'Paaiškinimai',
      ],
    },
    invoiceDate: { columns: ['Date', 'Kuupäev', 'Datums', 'Data'] },
    total: { columns: ['Amount', 'Summa', 'Suma'] },
    direction: { columns: ['Debit/Credit', 'D/C', 'D/K', 'Deebet/Kreedit', 'Deebet/Kreedit (D/C)', 'Debets/Kredīts'] },
    accountCurrency: { columns: ['Currency', 'Valuuta', 'Valūta', 'Valiuta'] },
    comments: { columns: ['Details', 'Selgitus', 'Informācija saņēmējam', 'Paaiškinimai'] },
    providerId: {
      columns: [
        'Transfer reference',
        'Record ID',
        'Arhiveerimistunnus',
        'Arhīva kods',
        'Įrašo Nr.',
        'Įrašo nr.',
        'Archival code',
      ],
    },
  },
  dateOrder: 'ymd',
  signRule: 'direction',
  outgoingDirections: ['D'],
  account: 'bank',
  currency: 'EUR',
}
