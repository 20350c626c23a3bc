/**
 * Reads a Swedish organisation number (*organisationsnummer*) in any common spelling and returns it as `NNNNNN-NNNN`.
 * Null unless ten digits (or twelve with century) with a right check digit. A sole trader's personal number is allowed.
 * Source: lagen (1974:174) om identitetsbeteckning för juridiska personer m.fl.; the check digit is Luhn's (SKV 707).
 */
export function parseOrganisationNumber(text: string): string | null {
  const digits = text.replace(/[\s\u00a0\-\u2010-\u2014+]/g, '')
  const ten = /^(?:16|18|19|20)?(\d{10})$/.exec(digits)?.[1]
  if (!ten || luhnSum(ten) % 10 !== 0) return null
  return `${ten.slice(0, 6)}-${ten.slice(6)}`
}

function luhnSum(digits: string): number {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const weighted = Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? 1 : 2)
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum
}
