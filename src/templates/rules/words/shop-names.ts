import { normaliseLabel } from '../cells/cell-text.ts'

/** `Handlare`: a bank's file calls the column of everybody that the account paid otherwise. */
export function isNameOfShops(name: string): boolean {
  return shopsName.test(normaliseLabel(name))
}
const shopsName =
  /^(?:handlare|inköpsställe|inköps ställe|köpställe|inköpsplats|säljställe|försäljningsställe|handelsställe|butik|butiksnamn|merchant|merchant name|shop|store|brukersted|forretning|händler)$/
