import { looksLikeNumber } from './amounts.ts'
import { looksLikeDate } from './dates.ts'

/** Beyond this a text is no row of a table. */
const longest = 2000

/** A whole row in one cell, since it was not laid out or delimited as the others are. */
export function isUncutRow(cell: string): boolean {
  const parts = cell.length < longest ? cell.trim().split(/ {2,}|"?[;,|\t]"?/) : []
  return parts.length >= 3 && parts.some(looksLikeDate) && parts.some(looksLikeNumber)
}

const senderStart =
  /^(?:bank ?giro(?:nr)?|plus ?giro(?:nr)?|bg|pg|iban|bic|swift|ocr|org\.? ?-?n(?:umme)?r\.?|organisationsnummer|momsreg\S*|vat(?: no\.?)?|tel(?:efon)?\.?|telefonnummer|kundtjänst|kundservice|frågor|vid frågor|säte|styrelsens säte|adress|postadress|www\.\S+|https?:\S+)(?=[\s:.,]|$)/i
const decimals = /\d[.,]\d\d(?!\d)/

/** `Bankgiro 123-4567, OCR 123456789012` under a table: where whoever sent the file is found or paid; no day and no amount. */
export function isSendersLine(cell: string): boolean {
  return (
    cell.length < 300 &&
    senderStart.test(cell.trim()) &&
    !decimals.test(cell) &&
    !cell.split(/[\s,;]+/).some(looksLikeDate)
  )
}
