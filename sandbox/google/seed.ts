import { cardHeader, cardPurchases } from '../card-purchases.ts'
import type { Cell, Document, Tab, User } from './records.ts'

export const users: readonly User[] = [
  { id: '1001', email: 'karin@fjallbruket.example', name: 'Karin Ekdahl' },
  { id: '1002', email: 'olle@strandkanten.example', name: 'Olle Strand' },
]

/** Days since 1899-12-30, as sheets count them. */
export function serialOf(day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000)
}

export function newTab(sheetId: number, title: string, rows: Cell[][], hidden = false): Tab {
  const columnCount = Math.max(26, ...rows.map((row) => row.length))
  return { sheetId, title, hidden, rowCount: Math.max(1000, rows.length), columnCount, rows }
}

export function seedDocuments(now: Date): Document[] {
  const card: Cell[][] = [
    [...cardHeader],
    ...cardPurchases.map(({ date, text, city, currency, foreign, amount, card: number }): Cell[] => [
      { v: serialOf(date), f: 'DATE' },
      text,
      city,
      currency,
      foreign,
      { v: amount, f: 'CURRENCY' },
      number,
    ]),
  ]
  const document = (id: string, name: string, owner: string, tabs: Tab[]): Document => ({
    id,
    name,
    users: [owner],
    locale: 'sv_SE',
    timeZone: 'Europe/Stockholm',
    version: 1,
    modifiedTime: now.toISOString(),
    trashed: false,
    tabs,
  })
  return [
    document('1KortkopFjallbruket2026mars0000000000000001', 'Kortköp 2026', '1001', [
      newTab(0, 'Kort mars', card),
      newTab(481516, 'Leverantörsfakturor', []),
      newTab(2342, 'Underlag', [['Bara för oss']], true),
    ]),
    document('1ResorFjallbruket202600000000000000000000002', 'Resor 2026', '1001', [
      newTab(0, 'Resor', [
        ['Datum', 'Resa', 'Belopp'],
        [{ v: serialOf('2026-03-16'), f: 'DATE' }, 'Östersund', 1690],
      ]),
    ]),
    document('1StrandkantenUtlagg2026000000000000000000003', 'Utlägg', '1002', [newTab(0, 'Blad1', card)]),
  ]
}
