/** Whom an invoice is to: of what a supplier lists, ourselves. */
export const customerNames = /^(?:kund(?:namn|ens namn)?|köpare|customer(?: name)?|kunde(?:navn|nname)?)$/

const fee =
  /(?<!\p{L})(?:(?:medlems?|anmälnings|deltagar|start|kurs)avgift(?:er)?|(?:membership|registration) fee)(?!\p{L})/u
const customerWord =
  '(?:(?:kunde?|medlem|hyresgäst|deltagare|köpare)(?:s|en|men)?|(?:kund|medlems?|hyresgäst)(?:in)?betalning|kundfaktura|(?:medlems?|anmälnings|deltagar|start|kurs)avgift(?:er)?|lgh|lägenhet|customer|client|member|tenant|attendee|(?:membership|registration) fee)'
const saidCustomer = new RegExp(
  `(?<!\\p{L})${customerWord}(?!\\p{L})|^(?:faktura|invoice)(?: ?(?:nr|no)\\.?)? ?#?\\d+$`,
  'u',
)

/** `Kund AB`, `Medlemsavgift Anna`, `Refund customer C`, `Faktura 1001`: who pays the account, or is paid back by it. */
export function namesCustomer(label: string): boolean {
  return saidCustomer.test(label)
}

/** What an association takes is also what a company pays one by card: where nothing has a minus it says neither. */
export function isFeeEitherWay(label: string): boolean {
  return fee.test(label)
}
