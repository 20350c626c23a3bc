import * as XLSX from '@e965/xlsx'

/** Who the made-up purchases are from: the text on the card, where, the supplier in the accounting system, and how it is booked. */
export const payees = [
  ['KONTORSHALLEN 0412', 'SUNDSVALL', 'Kontorshallen i Norrland AB', 6110, 'SE25'],
  ['TALLTICKET*BOKN 88213', 'STOCKHOLM', 'Tallticket AB', 5810, 'SE6'],
  ['HOTELL STRANDPORTEN', 'GOETEBORG', 'Strandporten Hotell AB', 5831, 'SE12'],
  ['NORDLINK MOBIL AB', 'KISTA', 'Nordlink Mobil AB', 6212, 'SE25'],
  ['KAFE BRYGGAN', 'OEREBRO', 'Kafé Bryggan HB', 7690, 'SE12'],
  ['DRIVMEDEL NORD 331', 'OESTERSUND', 'Drivmedel Nord AB', 5611, 'SE25'],
  ['FRAKTLAGET*22190', 'MALMOE', 'Fraktlaget Sverige AB', 5710, 'SE25'],
  ['ANNONSVERKET*7741', 'STOCKHOLM', 'Annonsverket Sverige AB', 5910, 'SE25'],
  ['RETUR SKRUV SPIK 07', 'OESTERSUND', 'Skruv & Spik AB', 5410, 'SE25'],
  ['TAXI LJUNGBY 24', 'LJUNGBY', 'Taxi Ljungby ek. för.', 5890, 'SE6'],
  ['BOKBODEN NORR', 'UMEAA', 'Bokboden Norr AB', 6970, 'SE6'],
  ['PARKERA MER STHLM', 'STOCKHOLM', 'Parkera Mer AB', 5619, 'SE25'],
  ['FLYGBOLAGET POLARIS', 'STOCKHOLM', 'Polaris Flyg AB', 5810, 'SE6'],
  ['LUNCHSALEN VASTRA', 'OEREBRO', 'Lunchsalen Västra AB', 6071, 'SE12'],
  ['DOMAENLAGRET.SE', 'MALMOE', 'Domänlagret Sverige AB', 6230, 'SE25'],
] as const
export const foreignPayee = ['CLOUDPINE.IO', 'DUBLIN', 'Cloudpine Ltd', 4535, 'EU_SERVICES'] as const

/** A purchase in öre; a foreign one with its amount (in minor units) and rate as printed. */
export type Purchase = {
  date: string
  text: string
  place: string
  minor: number
  foreign?: { currency: string; minor: number; rate: string }
}
export type Card = { number: string; holder: string; purchases: readonly Purchase[] }

const heading = ['Datum', 'Bokfört', 'Specifikation', 'Ort', 'Valuta', 'Utl. belopp', 'Belopp']

/** A made-up statement as SEB Kort prints it: payments first, then a table for each card with its sum. */
export function cardStatement(cards: readonly Card[], paid: { date: string; minor: number }): Buffer {
  const bought = sumOf(cards.flatMap(({ purchases }) => purchases))
  const rows: (string | number | null)[][] = [
    ['Transaktionsexport', null, null, null, null, null, `${paid.date} 09:14:00`],
    [],
    ['Totalt övriga händelser'],
    heading,
    [paid.date, paid.date, 'Inbetalning', '', 'SEK', 0, -paid.minor / 100],
    [null, null, 'Summa köp/uttag', null, null, null, bought / 100],
    ['Totalt belopp', null, null, null, null, null, (bought - paid.minor) / 100],
    [],
  ]
  for (const { number, holder, purchases } of cards) {
    rows.push([number, holder], ['Köp/uttag'], heading)
    for (const { date, text, place, minor, foreign } of purchases) {
      rows.push([date, date, text, place, foreign?.currency ?? 'SEK', (foreign?.minor ?? 0) / 100, minor / 100])
      if (foreign) rows.push([`Valutakurs: ${foreign.rate} Valutapåslag ingår med 2,00 %`])
    }
    rows.push(['Totalt belopp', null, null, null, null, null, sumOf(purchases) / 100], [])
  }
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), 'Transaktioner')
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
}

function sumOf(purchases: readonly Purchase[]): number {
  return purchases.reduce((sum, { minor }) => sum + minor, 0)
}
