import { createHash } from 'node:crypto'

/** RFC 7636: true when the verifier is the one whose S256 challenge was sent with the consent. */
export function provesKey(verifier: string | null, challenge: string): boolean {
  return verifier !== null && createHash('sha256').update(verifier).digest('base64url') === challenge
}
