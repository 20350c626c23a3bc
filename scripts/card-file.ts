/** Who the made-up purchases are from. */
export const merchants = [
  'ICA SUPERMARKET',
  'CIRCLE K',
  'KONTORSHALLEN',
  'TALLTICKET',
  'HOTELL STRAND',
  'NORDLINK MOBIL',
  'KAFE BRYGGAN',
  'DRIVMEDEL NORD',
  'FRAKTLAGET',
  'ANNONSVERKET',
  'SKRUV OCH SPIK',
  'TAXI LJUNGBY',
  'BOKBODEN',
  'PARKERA MER',
  'FLYGBOLAGET',
  'LUNCHSALEN',
  'DOMAENLAGRET',
  'VERKTYGSBODEN',
  'BLOMSTERHANDELN',
  'FARGHUSET',
]

/** Made-up rows of the issuer's CSV: the same number gives the same file. `daysOn`: each purchase so many days later in its month. */
export function cardFile(count: number, { daysOn = 0 } = {}): string {
  const lines = ['Datum;Bokfört;Specifikation;Ort;Valuta;Utl. belopp;Belopp']
  for (let i = 0; i < count; i++) {
    const day = String(((i + daysOn) % 28) + 1).padStart(2, '0')
    const month = String((Math.floor(i / 28) % 9) + 1).padStart(2, '0')
    const amount = `${(i % 1900) + 20},${String(i % 100).padStart(2, '0')}`
    lines.push(`2026-${month}-${day};2026-${month}-${day};${merchants[i % merchants.length]};STOCKHOLM;SEK;0;${amount}`)
  }
  return `${lines.join('\r\n')}\r\n`
}
