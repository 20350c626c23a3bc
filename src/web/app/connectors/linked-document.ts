import type { z } from 'zod'
import { sourceDocument, type sourceTable, sourceTableList } from '#connections/contract.ts'
import { ApiProblem, api } from '../../api-client.ts'

export type LinkedDocument = { document: z.infer<typeof sourceDocument>; tables: z.infer<typeof sourceTable>[] }

/** What a link leads to, where Radvis may open it. */
export async function readLinkedDocument(connectorId: string, documentId: string): Promise<LinkedDocument> {
  const path = `/sources/${connectorId}/documents/${encodeURIComponent(documentId)}`
  const document = await api.get(path, { schema: sourceDocument })
  const { items: tables } = await api.get(`${path}/tables`, { schema: sourceTableList })
  return { document, tables }
}

/** Where the answer is no more particular: a file in the bin, or of another kind, is not reached by sharing it. */
export function isOutOfReach(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'source-not-found' && error.errors.length === 0
}
