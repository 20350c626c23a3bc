import { looksLikeNumber } from './amounts.ts'
import { looksLikeDate } from './dates.ts'

/** Beyond this a text is no row of a table. */
const longest = 2000

/** A whole row in one cell, since it was not laid out or delimited as the others are. */
export function isUncutRow(cell: string): boolean {
  const parts = cell.length < longest ? cell.trim().split(/ {2,}|[;,|\t]/) : []
  return parts.length >= 3 && parts.some(looksLikeDate) && parts.some(looksLikeNumber)
}
