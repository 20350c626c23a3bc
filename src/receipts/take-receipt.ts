import { newId } from '#kernel/ids.ts'
import { withCompany } from '#platform/database.ts'
import { deleteUnlessMade } from '#platform/files.ts'
import { maxReceiptBytes } from './contract.ts'
import { bringReceiptsJob } from './jobs.ts'
import type { ReceiptsDeps } from './neighbours.ts'
import { readPdfText } from './read-pdf.ts'
import { readFacts } from './rules/read-facts.ts'
import { sniffFile } from './rules/sniff-file.ts'
import { insertReceipt, type ReceiptRecord } from './store.ts'

export type IncomingFile = {
  companyId: string
  userId: string | null
  from: 'upload' | 'mail'
  sender: string | null
  name: string
  bytes: Uint8Array
  /** What came with it and may help to find its purchase: the letter's subject and text. */
  hints: string
}
export type TakenReceipt = { receipt: ReceiptRecord; problem: null } | { receipt: null; problem: string }

/** Keeps a receipt if it is one, and reads what it says. The same bytes are kept once. */
export async function takeReceipt(deps: ReceiptsDeps, file: IncomingFile): Promise<TakenReceipt> {
  const { companyId, bytes } = file
  if (bytes.length === 0) return { receipt: null, problem: 'empty' }
  if (bytes.length > maxReceiptBytes) return { receipt: null, problem: 'file-too-large' }
  const type = sniffFile(bytes)
  if (type === null) return { receipt: null, problem: 'receipt-unsupported' }
  const text = type === 'pdf' ? await textOfPdf(deps, bytes) : ''
  const { key, sha256 } = await deps.files.put(companyId, bytes)
  const record: ReceiptRecord = {
    companyId,
    id: newId(),
    fileKey: key,
    fileName: storable(file.name.slice(0, 200)),
    type,
    bytes: bytes.length,
    sha256,
    from: file.from,
    sender: file.sender && storable(file.sender),
    facts: readFacts(`${text}\n${file.hints}\n${file.name}`),
    state: 'waiting',
    reference: null,
    matchedBy: null,
    reasons: [],
    declined: [],
    attachingUntil: null,
    wasSent: 0,
    fileId: null,
    problem: null,
    createdBy: file.userId,
    createdAt: deps.clock.now(),
  }
  const making = withCompany(deps.db, companyId, async (tx) => {
    if (!(await insertReceipt(tx, record))) return false
    await deps.jobs().enqueue(tx, bringReceiptsJob, { companyId }, { key: companyId })
    return true
  })
  if (await deleteUnlessMade(deps.files, key, making)) return { receipt: record, problem: null }
  await deps.files.delete(key)
  return { receipt: null, problem: 'receipt-there-already' }
}

/** Names and senders may hold any character; PostgreSQL's texts hold all but this one. */
function storable(text: string): string {
  return text.replaceAll('\0', '')
}

/** A PDF without a text layer, or one that cannot be read, is kept all the same: a person can match it. */
async function textOfPdf(deps: ReceiptsDeps, bytes: Uint8Array): Promise<string> {
  try {
    return await readPdfText(bytes)
  } catch (error) {
    deps.log.info({ err: error }, 'the text of a PDF could not be read')
    return ''
  }
}
