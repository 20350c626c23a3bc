import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ConnectorStatus, connectorStatus } from '#connections/contract.ts'
import * as m from '#messages'
import { api } from '../../api-client.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'

/** A person says that the books are the right ones: the company's number has changed, or was written wrong here. */
export function AcceptCompany({ connector: { connectorId, connection } }: { connector: ConnectorStatus }) {
  const queries = useQueryClient()
  const accept = useMutation({
    mutationFn: () => api.post(`/connectors/${connectorId}/accept-company`, { schema: connectorStatus }),
    onSuccess: () => showToast({ type: 'success', title: m.connections_other_accepted() }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['connectors'] }),
  })
  if (!connection?.isOtherCompany) return null
  return (
    <div className="border-b border-rule py-3">
      <Button onClick={() => accept.mutate()} disabled={accept.isPending}>
        {m.connections_other_accept()}
      </Button>
    </div>
  )
}
