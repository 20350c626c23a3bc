import { useQuery } from '@tanstack/react-query'
import { type ConnectorStatus, connectorList } from '#connections/contract.ts'
import { api } from '../api-client.ts'
import { type Integration, keepIntegrations, useSession } from '../session.ts'

/** Every system the company can be connected to and how it stands with it; asked again every so often where told. */
export function useConnectors(options: { everyMs?: number | false } = {}) {
  const session = useSession()
  return useQuery<ConnectorStatus[]>({
    queryKey: ['connectors'],
    queryFn: async ({ signal }) => {
      const { items } = await api.get('/connectors', { schema: connectorList, signal })
      keepIntegrations(items.flatMap(toIntegration))
      return items
    },
    refetchInterval: options.everyMs ?? false,
    enabled: session?.company != null, // whoever is in none would only be refused
  })
}

/** What the shell tells of everywhere: a system that is connected, or was and is lost; not one that a person left. */
function toIntegration({ connectorId, displayName, connection }: ConnectorStatus): Integration[] {
  if (!connection || (connection.state === 'disconnected' && connection.lostReason === null)) return []
  return [{ connectorId, displayName, state: connection.state }]
}
