import { createHash } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567' // RFC 4648 base32

/**
 * What our reference for an invoice names its purchases by: made of the connection and them and nothing else, so that the
 * same purchase has the same name from whatever file or import it comes, and is found again in the accounting system. 25
 * characters of 5 bits: no two purchases will ever meet by chance. Which invoice for them it is follows the name
 * (kernel/invoice-reference.ts).
 */
export function purchaseName(connectionId: string, identities: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of [connectionId, ...[...identities].sort()]) hash.update(JSON.stringify(part))
  const bytes = hash.digest()
  let name = 'RV-'
  for (let i = 0; i < 25; i++) {
    const bit = i * 5
    const pair = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0)
    name += alphabet[(pair >> (11 - (bit & 7))) & 31]
  }
  return name
}
