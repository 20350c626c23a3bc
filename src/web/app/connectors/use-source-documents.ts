import { useQuery } from '@tanstack/react-query'
import { sourceDocumentList } from '#connections/contract.ts'
import { api } from '../../api-client.ts'

/** What Radvis may open at a source: the same list wherever it is shown, since it is kept for all of them in one place. */
export function useSourceDocuments(connectorId: string, options: { enabled?: boolean; retry?: false } = {}) {
  return useQuery({
    queryKey: ['sources', connectorId, 'documents'],
    queryFn: async ({ signal }) =>
      (await api.get(`/sources/${connectorId}/documents`, { schema: sourceDocumentList, signal })).items,
    ...options,
  })
}
