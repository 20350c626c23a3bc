import { type AccountingSession, ConnectorError } from '#connectors/accounting-connector.ts'
import { AppError } from '#kernel/errors.ts'
import { withCompany } from '#platform/database.ts'
import { isFileGone } from '#platform/files.ts'
import type { PostedPurchase } from '#posting/index.ts'
import { receiptContentTypes } from './contract.ts'
import { type Held, holdReceipt } from './hold-receipt.ts'
import { matchWaiting } from './match-waiting.ts'
import type { ReceiptsDeps } from './neighbours.ts'
import { receiptPages } from './receipt-pages.ts'
import { changeMatched, listReceipts, type ReceiptRecord } from './store.ts'

/** A request whose answer was lost may be carried out later, a list lag behind, and what is new not be seen everywhere yet. */
const settleMs = 30_000

/** Matches receipts that wait, then brings those whose invoice is there to it. */
export async function bringReceipts(deps: ReceiptsDeps, companyId: string, signal: AbortSignal): Promise<void> {
  await matchWaiting(deps, companyId, signal)
  const pages = receiptPages((page) =>
    withCompany(deps.db, companyId, (tx) => listReceipts(tx, companyId, { state: 'matched', ...page })),
  )
  for await (const matched of pages) {
    const references = matched.flatMap(({ reference }) => reference ?? [])
    const purchases = await withCompany(deps.db, companyId, (tx) =>
      deps.posting.findPurchases(tx, companyId, references),
    )
    const byReference = new Map(purchases.map((one) => [one.reference, one]))
    for (const receipt of matched) {
      if (signal.aborted) return
      const purchase = byReference.get(receipt.reference ?? '')
      if (purchase?.invoiceNumber) await attach(deps, receipt, { ...purchase, invoiceNumber: purchase.invoiceNumber })
    }
  }
}

/** Brings one receipt to its invoice. Sent is noted before a request leaves; what may have been sent is looked up. */
async function attach(
  deps: ReceiptsDeps,
  { companyId, id }: ReceiptRecord,
  purchase: PostedPurchase & { invoiceNumber: string },
): Promise<void> {
  const held = await holdReceipt(deps, { companyId, id })
  if (!held) return
  await attachHeld(deps, held, purchase).finally(held.end)
}

async function attachHeld(
  deps: ReceiptsDeps,
  { receipt, isOurs, lost: signal }: Held,
  purchase: PostedPurchase & { invoiceNumber: string },
): Promise<void> {
  const { companyId } = receipt
  if (receipt.reference !== purchase.reference) return
  try {
    const { session } = await deps.connections.openLine(companyId, purchase.connectionId, {
      mayStillSend: isOurs,
      signal,
    })
    const fileId = receipt.fileId ?? (await upload(deps, session, receipt, purchase.invoiceNumber))
    await connect(deps, session, { ...receipt, fileId }, purchase.invoiceNumber)
    await withCompany(deps.db, companyId, async (tx) => {
      if (!(await changeMatched(tx, receipt, { state: 'attached', attachingUntil: null, problem: null }))) return
      await deps.activity.record(tx, companyId, [
        {
          ...{ type: 'success', activity: 'receipt-attached', subject: receipt.fileName },
          ...{ invoiceNumber: purchase.invoiceNumber, runId: purchase.runId },
        },
      ])
    })
  } catch (error) {
    if (error instanceof SaidOtherwise) return
    // Somebody else has it by now, and looks for what became of it.
    if (!signal.aborted) await giveUp(deps, receipt, purchase, error)
  }
}

async function upload(
  deps: ReceiptsDeps,
  session: AccountingSession,
  receipt: ReceiptRecord,
  invoiceNumber: string,
): Promise<string> {
  const name = nameThere(receipt)
  const found = receipt.wasSent ? await findSent(session, name, invoiceNumber) : null
  const fileId = found ?? (await send(deps, session, receipt, name))
  await note(deps, receipt, { fileId })
  return fileId
}

async function send(
  deps: ReceiptsDeps,
  session: AccountingSession,
  receipt: ReceiptRecord,
  name: string,
): Promise<string> {
  const bytes = await readFile(deps, receipt)
  await note(deps, receipt, { wasSent: 1 })
  return (await session.uploadFile({ name, contentType: receiptContentTypes[receipt.type], bytes })).fileId
}

/** What it is kept in may have been emptied or moved: nothing that is tried again brings it back. */
class FileGone extends Error {}

async function readFile({ files }: ReceiptsDeps, { fileKey }: ReceiptRecord): Promise<Uint8Array> {
  const bytes = await files.get(fileKey).catch((cause: unknown) => {
    throw isFileGone(cause) ? new FileGone(`${fileKey} is gone`, { cause }) : cause
  })
  if (bytes.length === 0) throw new FileGone(`${fileKey} is empty`)
  return bytes
}

/** A file leaves the inbox when it is tied to an invoice. */
async function findSent(session: AccountingSession, name: string, invoiceNumber: string): Promise<string | null> {
  const connected = await session.listConnectedFiles(invoiceNumber)
  return connected.find((file) => file.name === name)?.fileId ?? (await session.findUploadedFile(name))
}

async function connect(
  deps: ReceiptsDeps,
  session: AccountingSession,
  receipt: ReceiptRecord & { fileId: string },
  invoiceNumber: string,
): Promise<void> {
  if (receipt.wasSent >= 2) {
    const connected = await session.listConnectedFiles(invoiceNumber)
    if (connected.some(({ fileId }) => fileId === receipt.fileId)) return
  }
  await note(deps, receipt, { wasSent: Math.max(receipt.wasSent, 2) })
  await session.connectFile(invoiceNumber, receipt.fileId)
}

/** Its own id stands in the name, so that it is found again and never taken for another. */
function nameThere({ id, fileName, type }: ReceiptRecord): string {
  const base = fileName
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/[^\p{L}\p{N} ._-]/gu, '')
    .trim()
    .slice(0, 60)
  return `${base || 'kvitto'} ${id.slice(-12)}.${type === 'jpeg' ? 'jpg' : type}`
}

/** A person, or what became of its purchase, has said meanwhile that it goes elsewhere: its file is not tied there. */
class SaidOtherwise extends Error {}

async function note(deps: ReceiptsDeps, receipt: ReceiptRecord, changes: Partial<ReceiptRecord>): Promise<void> {
  const isNoted = await withCompany(deps.db, receipt.companyId, (tx) => changeMatched(tx, receipt, changes))
  if (!isNoted) throw new SaidOtherwise('the receipt goes to another purchase by now')
}

/** `wasSent` of one that was told once that its file or invoice is not there: the second time that is believed. */
const toldMissing = 3

/** What may pass is tried again by the next sweep; a refusal waits for a person. */
async function giveUp(
  deps: ReceiptsDeps,
  receipt: ReceiptRecord,
  { invoiceNumber, runId }: PostedPurchase,
  error: unknown,
): Promise<void> {
  const { companyId, id, fileName, wasSent } = receipt
  const isUnseen = error instanceof ConnectorError && error.kind === 'not-found' && wasSent < toldMissing
  const refused = refusalOf(error, isUnseen)
  const mayComeLate = error instanceof ConnectorError && (error.retry === 'after-check' || isUnseen)
  const isForeseen = error instanceof AppError || error instanceof ConnectorError
  deps.log[isForeseen ? 'info' : 'error']({ err: error, receiptId: id }, 'a receipt was not attached')
  await withCompany(deps.db, companyId, async (tx) => {
    const isOurs = await changeMatched(tx, receipt, {
      attachingUntil: mayComeLate ? new Date(deps.clock.now().getTime() + settleMs) : null,
      ...(isUnseen && { wasSent: toldMissing }),
      ...(refused && { state: 'rejected' as const, problem: refused }),
    })
    if (refused && isOurs)
      await deps.activity.record(tx, companyId, [
        {
          ...{ type: 'error', activity: 'receipt-rejected', subject: fileName, invoiceNumber, runId },
          params: { message: refused.message ?? '', code: refused.code },
        },
      ])
  })
}

/** What waits for a person; null: it is tried again. */
function refusalOf(error: unknown, isUnseen: boolean): { code: string; message: string | null } | null {
  if (error instanceof FileGone) return { code: 'file-gone', message: null }
  if (!(error instanceof ConnectorError) || error.retry !== 'never' || isUnseen) return null
  return { code: error.kind, message: error.serviceMessage ?? null }
}
