import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { connectorStatus } from '#connections/contract.ts'
import { api } from '../../api-client.ts'

const list = z.object({ items: z.array(connectorStatus) })

/** Whether the company has a register to choose suppliers from; null while that is not known. */
export function useIsConnected(): boolean | null {
  const { data } = useQuery({
    queryKey: ['connectors'],
    queryFn: ({ signal }) => api.get('/connectors', { schema: list, signal }),
  })
  return data ? data.items.some(({ connection }) => connection !== null) : null
}
