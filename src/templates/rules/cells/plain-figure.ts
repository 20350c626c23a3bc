/** Marks of direction and of joining, which nothing shows; not those that turn the order of what they stand before. */
const marks = /[\u200b-\u200f\u202a-\u202c\u2060\u2066-\u2069\u061c\ufeff]/g
/** As wide as an ideograph. */
const wide = /[\uff08\uff09\uff0b-\uff19]/g
const odd = /[\u061c\u200b-\u2069\ufeff-\uff19]/
const toPlain = 0xfee0

/** A figure or a day without marks that nothing shows, and with the usual digits: `‎-55,50`, `１２３，４５`. */
export function plainFigure(text: string): string {
  if (!odd.test(text)) return text
  return text.replace(marks, '').replace(wide, (sign) => String.fromCharCode(sign.charCodeAt(0) - toPlain))
}
