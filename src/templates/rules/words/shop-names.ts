import { normaliseLabel } from '../cells/cell-text.ts'

/** `Handlare`: a bank's file calls the column of everybody that the account paid otherwise. */
export function isNameOfShops(name: string): boolean {
  return shopsName.test(normaliseLabel(name))
}

/** `Leverantör`: whom the company buys from, also in a list of what it paid by Swish. */
export function isNameOfSuppliers(name: string): boolean {
  return suppliersName.test(normaliseLabel(name))
}
const suppliersName =
  /^(?:leverantör(?:er|en|ens namn|snamn)?|supplier(?: name|s)?|vendor(?: name|s)?|leverandør(?:navn)?|lieferant(?:enname)?|toimittaja)$/
const shopsName =
  /^(?:handlare|inköpsställe|inköps ställe|köpställe|inköpsplats|säljställe|försäljningsställe|handelsställe|butik|butiksnamn|merchant|merchant name|shop|store|brukersted|forretning|händler)$/
