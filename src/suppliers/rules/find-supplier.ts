import { dayInSweden } from '#kernel/local-dates.ts'
import type { BookedSupplier } from './supplier-book.ts'

type Registered = { number: string; name: string; isActive: boolean; account: number | null }
type Mapped = { supplierNumber: string; vatChosenAt?: Date } & Pick<BookedSupplier, 'account' | 'vatType'>

/**
 * Finds a supplier by its number, else by its whole name whatever the case. Of several with one name the only active
 * one is meant; where that does not settle it nobody is, since a number then has to be said.
 */
export function createSupplierFinder(
  register: readonly Registered[],
  mapped: readonly Mapped[],
): (text: string) => BookedSupplier | null {
  const taught = new Map(mapped.map((one) => [one.supplierNumber, one]))
  const byNumber = new Map(register.map((supplier) => [supplier.number.toLowerCase(), supplier]))
  const byName = Map.groupBy(register, ({ name }) => plain(name))
  return (text) => {
    const wanted = plain(text)
    const found = byNumber.get(wanted) ?? onlyOne(byName.get(wanted) ?? [])
    if (!found) return null
    const { number, name, isActive, account } = found
    const known = taught.get(number)
    return {
      number,
      name,
      isActive,
      account: known?.account ?? null,
      vatType: known?.vatType ?? null,
      registerAccount: account,
      ...(known?.vatChosenAt && { vatChosenOn: dayInSweden(known.vatChosenAt) }),
    }
  }
}

function onlyOne(named: readonly Registered[]): Registered | null {
  const active = named.filter(({ isActive }) => isActive)
  const [first, second] = active.length > 0 ? active : named
  return first && !second ? first : null
}

function plain(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
}
