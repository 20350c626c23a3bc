import { hashKey } from '@tanstack/react-query'
import type {
  ChangeMappedSupplierRequest,
  MappedSupplier,
  MapSupplierRequest,
  NewDesignation,
} from '#suppliers/contract.ts'
import type { EditedDesignation } from './edited-designation.ts'

export type Booking = Pick<MappedSupplier, 'account' | 'vatType'>
/** `edited`: what the person has said of the booking. What they have not touched is not in it, and is not written. */
export type MappingDraft = { edited: Partial<Booking>; designations: EditedDesignation[] }

/** What a form shows: what the person said, and beside it how the supplier is booked already. */
export function shownBooking(edited: Partial<Booking>, kept: Booking | undefined): Booking {
  return { account: kept?.account ?? null, vatType: kept?.vatType ?? null, ...edited }
}

/** What is sent of a supplier that is to be mapped, or that is mapped already and gets further texts. */
export function newMapping(supplierNumber: string, draft: MappingDraft): MapSupplierRequest {
  return { supplierNumber, ...draft.edited, designations: textsOf(draft.designations) }
}

/** What is sent of a mapping that was opened as `begun`: what differs from it, so that nothing that was saved since is lost. */
export function changedMapping(begun: MappedSupplier, { edited, designations }: MappingDraft) {
  const { account, vatType } = edited
  const texts = textsOf(designations)
  const before = textsOf(begun.designations)
  return {
    ...(account !== undefined && account !== begun.account && { account }),
    ...(vatType !== undefined && vatType !== begun.vatType && { vatType }),
    ...(hashKey([texts]) !== hashKey([before]) && { designations: texts, before: { designations: before } }),
  } satisfies ChangeMappedSupplierRequest
}

function textsOf(designations: readonly Pick<NewDesignation, 'match' | 'text'>[]): NewDesignation[] {
  return designations.map(({ match, text }) => ({ match, text: text.trim() })).filter(({ text }) => text)
}
