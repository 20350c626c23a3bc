/** What a row's type says of it besides purchase and refund. */

const pendingType =
  /^(?:(?:card|kort|issuing)[ _-]?)?(?:pre-?)?(?:authori[sz]ation|auktorisation|auktorisering|auth|reservation|reservering|reserverat|reservasjon)(?:[ _-](?:hold|release|reversal|köp|purchase))?$/

/** A row's type that says money was only set aside, or let go again: the purchase has a row of its own when it is booked. */
export function isPendingType(type: string): boolean {
  return pendingType.test(type)
}

const reversalTypes =
  /(?:^|[ _-])(?:reversal|cancellation|annullering|makulering|stornering|storno|återföring)(?:$|[ _-])/

/** Beside an amount without a sign: what was bought before was taken back. */
export function isReversalType(type: string): boolean {
  return reversalTypes.test(type)
}
