import { cardPurchases } from '../card-purchases.ts'
import type { AirtableRow, Base, Field } from './records.ts'

export const users = [
  { id: 'usrKarinEkdahl001', email: 'karin@fjallbruket.example' },
  { id: 'usrOlleStrand0001', email: 'olle@strandkanten.example' },
] as const

const fields: Field[] = [
  { id: 'fldDatum000000001', name: 'Datum', type: 'date', options: { dateFormat: { name: 'iso' } } },
  { id: 'fldSpecifik000001', name: 'Specifikation', type: 'singleLineText' },
  { id: 'fldOrt00000000001', name: 'Ort', type: 'singleSelect', options: { choices: [] } },
  { id: 'fldValuta00000001', name: 'Valuta', type: 'singleSelect', options: { choices: [] } },
  { id: 'fldUtlbelopp00001', name: 'Utl. belopp', type: 'number', options: { precision: 2 } },
  { id: 'fldBelopp00000001', name: 'Belopp', type: 'currency', options: { precision: 2, symbol: 'kr' } },
  { id: 'fldKort0000000001', name: 'Kort', type: 'singleLineText' },
  { id: 'fldKlar0000000001', name: 'Klar', type: 'checkbox', options: { icon: 'check', color: 'greenBright' } },
]

export function seedBases(now: Date): Base[] {
  const records = cardPurchases.map(
    ({ date, text, city, currency, foreign, amount, card }, index): AirtableRow => ({
      id: `recKortkop${String(index + 1).padStart(7, '0')}`,
      createdTime: now.toISOString(),
      modifiedTime: null,
      fields: {
        fldDatum000000001: date,
        fldSpecifik000001: text,
        fldOrt00000000001: city,
        fldValuta00000001: currency,
        ...(foreign !== null && { fldUtlbelopp00001: foreign }),
        fldBelopp00000001: amount,
        fldKort0000000001: card,
        ...(index % 3 === 0 && { fldKlar0000000001: true }),
      },
    }),
  )
  const views = [
    { id: 'viwAllaKop0000001', name: 'Alla köp' },
    { id: 'viwKort1234000001', name: 'Kort 1234', only: { fieldId: 'fldKort0000000001', value: '*1234' } },
  ]
  const table = { id: 'tblKortkop0000001', name: 'Kortköp', fields, views, records }
  return [
    { id: 'appFjallbruket001', name: 'Ekonomi 2026', users: [users[0].id], tables: [table] },
    { id: 'appStrandkanten01', name: 'Konsult', users: [users[1].id], tables: [table] },
  ]
}
