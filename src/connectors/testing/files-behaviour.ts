import { describe, expect, test } from 'vitest'
import type { SupplierInvoice } from '#kernel/supplier-invoice.ts'
import type { AccountingSession } from '../accounting-connector.ts'

type Opened = { session: AccountingSession; invoice(): SupplierInvoice }

/** How a receipt comes to its invoice. */
export function describeFiles(at: () => Opened): void {
  describe('files', () => {
    test('are uploaded, found by name until they are tied to an invoice, and then found at the invoice', async () => {
      const { session, invoice } = at()
      const { number } = await session.createSupplierInvoice(invoice())
      const name = `kvitto-åäö-${Date.now()}.pdf`
      expect(await session.findUploadedFile(name)).toBeNull()
      const bytes = new TextEncoder().encode('%PDF-1.4 made up')
      const { fileId } = await session.uploadFile({ name, contentType: 'application/pdf', bytes })
      expect(await session.findUploadedFile(name)).toBe(fileId)
      expect(await session.listConnectedFiles(number)).toEqual([])
      await session.connectFile(number, fileId)
      expect(await session.findUploadedFile(name)).toBeNull()
      expect(await session.listConnectedFiles(number)).toEqual([{ fileId, name }])
    })
  })
}
