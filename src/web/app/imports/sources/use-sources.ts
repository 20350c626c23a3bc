import { useQuery } from '@tanstack/react-query'
import { type TemplateSource, templateSourceList } from '#sources/contract.ts'
import { api } from '../../../api-client.ts'

/** Templates whose rows are fetched; asked again every so often where told. */
export function useSources(everyMs: (sources: readonly TemplateSource[]) => number | false) {
  return useQuery({
    queryKey: ['template-sources'],
    queryFn: async ({ signal }) => (await api.get('/template-sources', { schema: templateSourceList, signal })).items,
    refetchInterval: ({ state }) => everyMs(state.data ?? []),
  })
}
