import { useQuery } from '@tanstack/react-query'
import { type BookingProposal, bookingProposal } from '#imports/merchant-contract.ts'
import type { VatType } from '#kernel/supplier-invoice.ts'
import * as m from '#messages'
import { vatTypeNames } from '#suppliers/rules/sheet-words.ts'
import { api } from '../../api-client.ts'
import { groupDigits } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'

type Booking = { account: number | null; vatType: VatType | null }
type Props = { supplierNumber: string; booking: Booking; onUse: (change: Partial<Booking>) => void }

/** How a supplier might be booked, each with its reason; nothing is filled in without a click. */
export function ProposedBooking({ supplierNumber, booking, onUse }: Props) {
  const { data } = useQuery({
    queryKey: ['mapped-suppliers', 'proposal', supplierNumber],
    queryFn: ({ signal }) =>
      api.get(`/suppliers/${encodeURIComponent(supplierNumber)}/proposal`, { schema: bookingProposal, signal }),
  })
  const account = booking.account === null ? data?.account : null
  const vat = booking.vatType === null ? data?.vat : null
  return (
    <>
      {account && (
        <Proposal text={accountReason(account)}>
          <Button
            aria-label={m.suppliers_propose_use({ what: String(account.account) })}
            onClick={() => onUse({ account: account.account })}
          >
            {account.account}
          </Button>
        </Proposal>
      )}
      {vat && (
        <Proposal text={vatReason(vat)}>
          {vat.vatTypes.map((vatType) => (
            <Button
              key={vatType}
              aria-label={m.suppliers_propose_use({ what: vatTypeNames[vatType]() })}
              onClick={() => onUse({ vatType })}
            >
              {vatTypeNames[vatType]()}
            </Button>
          ))}
        </Proposal>
      )}
    </>
  )
}

function Proposal({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 border border-dashed border-edge px-2.5 py-1.5">
      <span className="min-w-40 flex-1 text-12 text-ink-2">{text}</span>
      {children}
    </div>
  )
}

function accountReason({ reason, rows }: NonNullable<BookingProposal['account']>): string {
  if (reason === 'register') return m.suppliers_propose_register()
  return rows === 1 ? m.suppliers_propose_account_one() : m.suppliers_propose_account({ rows: groupDigits(rows) })
}

function vatReason({ reason, rows, country }: NonNullable<BookingProposal['vat']>): string {
  if (reason === 'earlier-rows')
    return rows === 1 ? m.suppliers_propose_vat_one() : m.suppliers_propose_vat({ rows: groupDigits(rows) })
  return reason === 'eu'
    ? m.suppliers_propose_eu({ country: country ?? '' })
    : m.suppliers_propose_outside({ country: country ?? '' })
}
