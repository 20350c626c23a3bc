import { useQuery } from '@tanstack/react-query'
import { connectorList } from '#connections/contract.ts'
import { api } from '../../api-client.ts'

/** Whether the company has a register to choose suppliers from; null while that is not known. */
export function useIsConnected(): boolean | null {
  const { data } = useQuery({
    queryKey: ['connectors'],
    queryFn: async ({ signal }) => (await api.get('/connectors', { schema: connectorList, signal })).items,
  })
  return data ? data.some(({ connection }) => connection !== null) : null
}
