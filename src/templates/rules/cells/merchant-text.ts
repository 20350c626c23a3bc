import { addDays, type LocalDate, localDate } from '#kernel/local-dates.ts'
import { readSixDigits } from './dates.ts'

/** SEB cuts the text at twelve characters and adds the day of purchase: `SAN FRANCISC/26-07-20`. */
const dateAtEnd = /^(.+?)\s*\/(\d{2})-(\d{2})-(\d{2})$/
/** Nordea puts the kind of row and the day first: `Kortköp 260301 Google Workspace_elv`. */
const dateAtStart =
  /^(?:kortköp|kortköp (?:utland|utomlands|retur)|kortretur|insättning kort|kjøp|varekøb|visa köp|card purchase)\s+(\d{6})\s+(.+)$/i
/** Länsförsäkringar adds place or telephone and country: `APL*EXAMPLE ADS,800-000-0000,US`. */
const placeAtEnd = /^(.*[^,]),[^,]*,([A-Z]{2})$/

/** Sbanken: `*1234 01.07 NOK 215.00 EXAMPLE.COM/BILL Kurs: 1.0000`. */
const cardLine = /^\*\d{4} \d{2}\.\d{2} [A-Z]{3} [\d.,]+ (.+?) (?:Kurs|Rate): [\d.,]+$/
/** DNB: `Varekjøp Nærbutikken Oslo Dato 27.04 kl. 16.20`, `E-varekjøp` where it was bought online. */
const timedPurchase = /^(?:e-)?varekjøp (.+) dato \d{2}\.\d{2}(?: kl\.? ?\d{2}[.:]\d{2})?$/i
/** DNB: `Visa 100422 Eur 7,64 Torgboden Split Valutakurs: 12,1518`, `Visa 100021 Vipps:kiosken`, `Visa Varekjøp Parkering AS`. */
const visaPurchase =
  /^(?:(?:visa )?\d{6} [a-z]{3} \d[\d.]{0,20},\d\d|visa (?:varekjøp|\d{6})) (.+?)(?: [a-z]{3} \d[\d.]{0,20},\d\d)?(?: (?:valuta)?kurs:? \d{1,9}[.,]\d{1,9})?$/i

/** Swedbank in the Baltics, where no payee is told: `PIRKINYS 6763765000000000 2026.08.17 18.00 EUR (021607) RIMI VILNIUS`. */
const balticCardLine =
  /^(?:pirkinys|pirkums|ost|purchase) [\d*]{4,19} \d{4}\.\d{2}\.\d{2} [\d.,]{1,20} [A-Z]{3} \(\d{1,12}\) (.+)$/i

/** Swedbank in Estonia: `516737******1234 02.10.26 BOLT.EU/O/2610021820 TALLINN EE`. */
const estonianCardLine = /^\d{4,6}\*{4,9}\d{4} \d{2}\.\d{2}\.\d{2}(?:\d{2})? (.+)$/

const cardLines = [cardLine, timedPurchase, visaPurchase, balticCardLine, estonianCardLine]

/** How long after a purchase a bank books it at most. */
const longestBooking = 60

/** The day of purchase that stands in a card text; null where none does, or none that fits the day of booking. */
export function purchaseDateIn(text: string, bookedOn: LocalDate): LocalDate | null {
  const atEnd = dateAtEnd.exec(text)
  const date = atEnd
    ? localDate(2000 + Number(atEnd[2]), Number(atEnd[3]), Number(atEnd[4]))
    : readSixDigits(dateAtStart.exec(text)?.[1] ?? '')
  return date !== null && date <= bookedOn && date >= addDays(bookedOn, -longestBooking) ? date : null
}

export function hasPurchaseDate(text: string): boolean {
  return dateAtEnd.test(text) || dateAtStart.test(text)
}

/** As DNB writes what was bought, or given back, by Visa card and by nothing else. */
export function isVisaPurchase(text: string): boolean {
  return visaPurchase.test(text)
}

/** An apostrophe that keeps a spreadsheet program from reading the cell; that of `'t Hof`, `'T HOF` and a quoted name stays. */
const shield = /^'(?![NST]\s)(?=[\p{Lu}\d=+@-])(?!.*')/u

/** The merchant in a card text, without the date and place that some banks write into it. */
export function merchantOf(found: string): string {
  const text = found.startsWith("'") ? found.replace(shield, '') : found
  const atEnd = dateAtEnd.exec(text)
  if (atEnd?.[1] && localDate(2000 + Number(atEnd[2]), Number(atEnd[3]), Number(atEnd[4]))) return atEnd[1]
  const atStart = dateAtStart.exec(text)
  if (atStart?.[1] && atStart[2] && readSixDigits(atStart[1])) return atStart[2]
  for (const shape of cardLines) {
    const shop = shape.exec(text)?.[1]
    if (shop) return shop
  }
  const place = placeAtEnd.exec(text)
  return place?.[1] ? place[1].trim() : text
}
