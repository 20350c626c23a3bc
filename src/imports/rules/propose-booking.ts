import type { VatType } from '#kernel/supplier-invoice.ts'
import type { BookingProposal } from '../merchant-contract.ts'

/** What is known of a supplier before anybody said how it is booked; `accounts` and `vatTypes` of its earlier rows, most first. */
export type KnownBooking = {
  registerAccount: number | null
  countryCode: string | null
  accounts: readonly { account: number; rows: number }[]
  vatTypes: readonly { vatType: VatType; rows: number }[]
}

/** Member states besides Sweden; Greece as EL too, as VAT numbers write it. Northern Ireland's goods (XI) are asked as others are. */
const otherMembers = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR EL HU IE IT LV LT LU MT NL PL PT RO SK SI ES'.split(' '),
)

/**
 * How a supplier might be booked, each with the reason; a person chooses. The accounting system's own account goes before
 * what was used most, and what its purchases were before goes before what its country says.
 */
export function proposeBooking(known: KnownBooking): BookingProposal {
  const [usual] = known.accounts
  const [usualVat] = known.vatTypes
  return {
    account:
      known.registerAccount !== null
        ? { account: known.registerAccount, reason: 'register', rows: 0 }
        : usual
          ? { ...usual, reason: 'earlier-rows' }
          : null,
    vat: usualVat
      ? { vatTypes: [usualVat.vatType], reason: 'earlier-rows', rows: usualVat.rows, country: known.countryCode }
      : vatByCountry(known.countryCode),
  }
}

/** Services or goods is for a person to say: the country tells neither. */
function vatByCountry(country: string | null): BookingProposal['vat'] {
  if (country === null || country === 'SE') return null
  return otherMembers.has(country)
    ? { vatTypes: ['EU_SERVICES', 'EU_GOODS'], reason: 'eu', rows: 0, country }
    : { vatTypes: ['NON_EU_SERVICES', 'GOODS_IMPORT'], reason: 'outside-eu', rows: 0, country }
}
