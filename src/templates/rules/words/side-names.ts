const sum = '(?:amount|belopp|beløp|beløb|betrag|sum|summa|value)'
const ofSide = (side: string) =>
  new RegExp(
    `^(?:${sum} ?[-/:,(]* ?(?:${side})\\)?|(?:${side}) ?[-/:,(]* ?${sum}\\)?|(?:${side}) (?:fra|från|av|på|from|to|on|of|til|till|i) (?:kort|kortet|card|konto|kontoen|kontot|account))$`,
    'u',
  )
const outOf = ofSide('debit|debet|ut|ud|out|uttag|uttak|köp|kjøp|köpt|purchases?')
const inTo = ofSide('credit|kredit|in|inn|ind|insättning|innskudd|retur|refunds?')

/** `Amount (debit)`, `Belopp - kredit`, `Ut fra kort`: money out, or in, in a column of its own. */
export function bySide(label: string): { role: 'amountOut' | 'amountIn'; rank: number } | null {
  if (outOf.test(label)) return { role: 'amountOut', rank: 998 }
  return inTo.test(label) ? { role: 'amountIn', rank: 998 } : null
}
