/** Whom an invoice is to: of what a supplier lists, ourselves. */
export const customerNames = /^(?:kund(?:namn|ens namn)?|köpare|customer(?: name)?|kunde(?:navn|nname)?)$/
