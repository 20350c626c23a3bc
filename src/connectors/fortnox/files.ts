import type { AccountingSession } from '../accounting-connector.ts'
import type { FortnoxClient } from './client.ts'
import { listNarrowed } from './registers.ts'
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
      await client.post('supplierinvoicefileconnections', schemas.fileConnectionAnswer, body)
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
