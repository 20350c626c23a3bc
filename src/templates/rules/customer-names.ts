/** Whom an invoice is to: of what a supplier lists, ourselves. */
export const customerNames = /^(?:kund(?:namn|ens namn)?|köpare|customer(?: name)?|kunde(?:navn|nname)?)$/

const customerWord =
  '(?:(?:kund|medlem|hyresgäst|deltagare|köpare)(?:s|en|men)?|(?:kund|medlems?|hyresgäst)(?:in)?betalning|kundfaktura|(?:medlems?|anmälnings|deltagar|start|kurs)avgift(?:er)?|lgh|lägenhet|customer|client|member|tenant|attendee|(?:membership|registration) fee)'
const saidCustomer = new RegExp(
  `(?<!\\p{L})${customerWord}(?!\\p{L})|^(?:faktura|invoice)(?: ?(?:nr|no)\\.?)? ?#?\\d+$`,
  'u',
)

/** `Kund AB`, `Medlemsavgift Anna`, `Refund customer C`, `Faktura 1001`: who pays the account, or is paid back by it. */
export function namesCustomer(label: string): boolean {
  return saidCustomer.test(label)
}
