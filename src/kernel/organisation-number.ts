/**
 * Reads a Swedish organisation number (*organisationsnummer*) in any common spelling and returns it as `NNNNNN-NNNN`.
 * Null unless ten digits (or twelve with century) with a right check digit. A sole trader's personal number is allowed,
 * and is told by its month: a legal person's third digit is at least 2. Source: lagen (1974:174) om identitetsbeteckning
 * för juridiska personer m.fl., folkbokföringslagen (1991:481) 18 §; the check digit is Luhn's (SKV 707).
 */
export function parseOrganisationNumber(text: string): string | null {
  const digits = text.replace(/[\s\-\u2010-\u2015\u2212+]/g, '')
  const ten = /^(?:16|18|19|20)?(\d{10})$/.exec(digits)?.[1]
  if (!ten || luhnSum(ten) % 10 !== 0) return null
  if (Number(ten[2]) < 2 && !isPersonal(ten)) return null
  return `${ten.slice(0, 6)}-${ten.slice(6)}`
}

/** A coordination number (*samordningsnummer*) has 60 added to its day. */
function isPersonal(ten: string): boolean {
  const month = Number(ten.slice(2, 4))
  const day = Number(ten.slice(4, 6)) % 60
  return month >= 1 && month <= 12 && day >= 1 && day <= 31
}

function luhnSum(digits: string): number {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const weighted = Number(digits[digits.length - 1 - i]) * (i % 2 === 0 ? 1 : 2)
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum
}
