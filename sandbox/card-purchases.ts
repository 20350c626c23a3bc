/** The card of the made-up company Fjällbruket AB in a spring: what the sandboxes of sheets and bases begin with. */
export const cardHeader = ['Datum', 'Specifikation', 'Ort', 'Valuta', 'Utl. belopp', 'Belopp', 'Kort'] as const

export type CardPurchase = {
  date: string
  text: string
  city: string
  currency: string
  foreign: number | null
  amount: number
  card: string
}

const rows: [string, string, string, string, number | null, number, string][] = [
  ['2026-03-02', 'CIRCLE K OSTERSUND', 'OESTERSUND', 'SEK', null, 842.5, '*1234'],
  ['2026-03-03', 'GOOGLE *WORKSPACE', 'DUBLIN', 'EUR', 46, 527.31, '*1234'],
  ['2026-03-03', 'SJ INTERNET', 'STOCKHOLM', 'SEK', null, 1295, '*5678'],
  ['2026-03-05', 'ADOBE *CREATIVE CLOUD', 'DUBLIN', 'EUR', 61.49, 704.92, '*1234'],
  ['2026-03-06', 'ICA MAXI LILLANGE', 'OESTERSUND', 'SEK', null, 318.4, '*5678'],
  ['2026-03-09', 'TELIA SVERIGE AB', 'SOLNA', 'SEK', null, 1049, '*1234'],
  ['2026-03-09', 'PRESSBYRAN 5162', 'OESTERSUND', 'SEK', null, 39, '*5678'],
  ['2026-03-09', 'PRESSBYRAN 5162', 'OESTERSUND', 'SEK', null, 39, '*5678'],
  ['2026-03-12', 'ANTHROPIC', 'SAN FRANCISCO', 'USD', 20, 187.04, '*1234'],
  ['2026-03-13', 'CLAS OHLSON 122', 'OESTERSUND', 'SEK', null, 459.7, '*5678'],
  ['2026-03-16', 'SCANDIC OSTERSUND CITY', 'OESTERSUND', 'SEK', null, 1690, '*1234'],
  ['2026-03-18', 'CLAS OHLSON 122', 'OESTERSUND', 'SEK', null, -159.9, '*5678'],
  ['2026-03-20', 'POSTNORD', 'SOLNA', 'SEK', null, 121, '*1234'],
  ['2026-03-23', 'CIRCLE K OSTERSUND', 'OESTERSUND', 'SEK', null, 915.25, '*1234'],
]

export const cardPurchases: readonly CardPurchase[] = rows.map(
  ([date, text, city, currency, foreign, amount, card]) => ({ date, text, city, currency, foreign, amount, card }),
)
