import { useQuery } from '@tanstack/react-query'
import { type ConnectorStatus, connectorList } from '#connections/contract.ts'
import { api } from '../api-client.ts'

/** Every system the company can be connected to and how it stands with it; asked again every so often where told. */
export function useConnectors(options: { everyMs?: number | false } = {}) {
  return useQuery<ConnectorStatus[]>({
    queryKey: ['connectors'],
    queryFn: async ({ signal }) => (await api.get('/connectors', { schema: connectorList, signal })).items,
    refetchInterval: options.everyMs ?? false,
  })
}
