import { AppError } from '#kernel/errors.ts'
import { readCompany, withCompany } from '#platform/database.ts'
import type { ChangeReceiptRequest } from './contract.ts'
import { bringReceiptsJob } from './jobs.ts'
import type { ReceiptsDeps } from './neighbours.ts'
import { changeReceipt, deleteReceipt, findReceipt, lockReceipt, type ReceiptRecord, undecided } from './store.ts'

type Key = { companyId: string; id: string }

export async function getReceipt(deps: ReceiptsDeps, { companyId, id }: Key): Promise<ReceiptRecord> {
  return (await readCompany(deps.db, companyId, (tx) => findReceipt(tx, companyId, id))) ?? gone()
}

function gone(): never {
  throw new AppError('not-found', 'no such receipt')
}

/** What a person says of a receipt. One that is at its invoice is no longer Radvis's to move. */
export async function changeByHand(deps: ReceiptsDeps, key: Key, change: ChangeReceiptRequest): Promise<ReceiptRecord> {
  const { companyId, id } = key
  return withCompany(deps.db, companyId, async (tx) => {
    const before = (await lockReceipt(tx, companyId, id)) ?? gone()
    if (before.state === 'attached')
      throw new AppError('conflict', 'the receipt is at its invoice already', {
        errors: [{ path: 'id', code: 'receipt-attached' }],
      })
    const { reference } = change
    if (reference && (await deps.posting.findPurchases(tx, companyId, [reference])).length === 0)
      throw new AppError('invalid-input', 'no such purchase', {
        errors: [{ path: 'reference', code: 'purchase-unknown' }],
      })
    const after = await changeReceipt(tx, companyId, id, {
      facts: factsWith(before, change),
      ...(reference === null && declining(before)),
      ...(reference && {
        ...{ state: 'matched' as const, reference, matchedBy: 'person' as const, reasons: [], problem: null },
        // a file that was tied to another purchase's invoice stays there; this one gets its own
        ...(reference !== before.reference && { fileId: null, wasSent: 0 }),
      }),
    })
    await deps.jobs().enqueue(tx, bringReceiptsJob, { companyId }, { key: companyId })
    return after ?? before
  })
}

/** Back to waiting; Radvis does not suggest again what a person has refused. */
function declining({ reference, declined }: ReceiptRecord): Partial<ReceiptRecord> {
  return {
    ...undecided,
    declined: reference === null || declined.includes(reference) ? declined : [...declined, reference],
  }
}

/** What a person tells comes first; it is the total. */
function factsWith({ facts }: ReceiptRecord, { amount, date }: ChangeReceiptRequest): ReceiptRecord['facts'] {
  return {
    ...facts,
    ...(amount && {
      amounts: [{ ...amount, isTotal: true }, ...facts.amounts.map((one) => ({ ...one, isTotal: false }))],
    }),
    ...(date && { dates: [date] }),
  }
}

/** Takes a receipt away from Radvis; what is in the accounting system stays there. */
export async function removeReceipt(deps: ReceiptsDeps, key: Key): Promise<void> {
  const { companyId, id } = key
  const { fileKey } = (await withCompany(deps.db, companyId, (tx) => deleteReceipt(tx, companyId, id))) ?? gone()
  await deps.files.delete(fileKey)
}
