import { rangeAddress } from './addresses.ts'
import { metadataBytes, payloadBytes } from './limits.ts'
import { metadata, metadataFields } from './schemas.ts'
import type { SheetsRequests } from './sheets-requests.ts'

const rowsAtOnce = Math.floor(payloadBytes / metadataBytes)

/** Numbers of the rows, down to the last that holds anything, that a filter or a person has hidden: one request for most tabs. */
export async function readHidden(
  requests: SheetsRequests,
  { documentId, title }: { documentId: string; title: string },
  lastRow: number,
): Promise<Set<number>> {
  const hidden = new Set<number>()
  for (let fromRow = 0; fromRow < lastRow; fromRow += rowsAtOnce) {
    const area = { fromRow, toRow: Math.min(lastRow, fromRow + rowsAtOnce), fromColumn: 0, toColumn: 1 }
    const query = { ranges: [rangeAddress(title, area)], fields: metadataFields }
    const { sheets } = await requests.get(encodeURIComponent(documentId), query, metadata)
    for (const { startRow, rowMetadata } of sheets.flatMap(({ data }) => data))
      for (const [index, { hiddenByFilter, hiddenByUser }] of rowMetadata.entries())
        if (hiddenByFilter || hiddenByUser) hidden.add(startRow + index + 1)
  }
  return hidden
}
