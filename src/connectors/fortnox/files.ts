import { type AccountingSession, ConnectorError } from '../accounting-connector.ts'
import type { FortnoxClient } from './client.ts'
import { listNarrowed } from './lists.ts'
import * as schemas from './schemas.ts'

/** Files go to the inbox and are tied to an invoice from there; Fortnox then moves them out of it. */
export function openFiles(
  client: FortnoxClient,
): Pick<AccountingSession, 'uploadFile' | 'findUploadedFile' | 'connectFile' | 'listConnectedFiles'> {
  return {
    async uploadFile({ name, contentType, bytes }) {
      const file = new File([bytes as Uint8Array<ArrayBuffer>], name, { type: contentType })
      return { fileId: (await client.upload('inbox', schemas.fileAnswer, file)).File.Id }
    },
    async findUploadedFile(name) {
      const { Folder } = await client.get('inbox', schemas.inboxAnswer)
      return Folder.Files?.find((file) => file.Name === name)?.Id ?? null
    },
    async connectFile(invoiceNumber, fileId) {
      const body = { SupplierInvoiceFileConnection: { FileId: fileId, SupplierInvoiceNumber: invoiceNumber } }
      try {
        await client.post('supplierinvoicefileconnections', schemas.fileConnectionAnswer, body)
      } catch (error) {
        // What was tied already, by a request whose answer was lost, is refused the second time.
        if (!(await isTied(client, fileId, { invoiceNumber, error }))) throw error
      }
    },
    async listConnectedFiles(invoiceNumber) {
      const found = await listNarrowed(client, 'supplierinvoicefileconnections', schemas.fileConnectionList, [
        { supplierinvoicenumber: invoiceNumber },
      ])
      return found
        .filter((one) => one.SupplierInvoiceNumber === invoiceNumber)
        .map(({ FileId, Name }) => ({ fileId: FileId, name: Name ?? '' }))
    },
  }
}

/** Asked of the file itself: a list may lag behind. */
async function isTied(
  client: FortnoxClient,
  fileId: string,
  { invoiceNumber, error }: { invoiceNumber: string; error: unknown },
): Promise<boolean> {
  if (!(error instanceof ConnectorError) || error.kind !== 'rejected') return false
  const path = `supplierinvoicefileconnections/${encodeURIComponent(fileId)}`
  try {
    const { SupplierInvoiceFileConnection: found } = await client.get(path, schemas.fileConnectionAnswer)
    return found.SupplierInvoiceNumber === invoiceNumber
  } catch (failure) {
    if (failure instanceof ConnectorError && failure.retry === 'never') return false
    throw failure
  }
}
