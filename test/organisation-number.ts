import { parseOrganisationNumber } from '#kernel/organisation-number.ts'

/** Made up, another for each `nth` (0 to 99,999); the one with the right check digit of the ten that begin alike. */
export function organisationNumber(nth: number): string {
  const nine = `5599${String(nth).padStart(5, '0')}`
  const found = [...'0123456789']
    .map((digit) => parseOrganisationNumber(nine + digit))
    .find((number) => number !== null)
  if (!found) throw new Error(`no organisation number begins with ${nine}`)
  return found
}
