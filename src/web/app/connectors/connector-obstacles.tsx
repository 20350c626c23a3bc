import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ConnectorStatus, connectorStatus, type Obstacle } from '#connections/contract.ts'
import * as m from '#messages'
import { api } from '../../api-client.ts'
import { problemText } from '../../problem-text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from './notice.tsx'

const codes: Record<Obstacle['kind'], string> = {
  'approval-required': 'approval-invoice',
  'period-locked': 'period-locked-there',
  'missing-scope': 'scope-missing',
  'missing-licence': 'licence-missing',
}

/** What a run was refused whatever the invoice, until it goes through or a person says it is mended over there. */
export function ConnectorObstacles({ connector }: { connector: ConnectorStatus }) {
  const { connectorId, displayName: name, connection } = connector
  const queries = useQueryClient()
  const mended = useMutation({
    mutationFn: () => api.post(`/connectors/${connectorId}/mended`, { schema: connectorStatus }),
    onSettled: () => queries.invalidateQueries(),
  })
  if (!connection || connection.obstacles.length === 0) return null
  return (
    <>
      <Notice title={m.connections_obstacles_title({ name })}>
        {connection.obstacles.map((obstacle) => (
          <span key={`${obstacle.kind} ${obstacle.step}`} className="block">
            {obstacleText(obstacle, name)}
          </span>
        ))}
      </Notice>
      <div className="border-b border-rule py-3">
        <Button onClick={() => mended.mutate()} disabled={mended.isPending}>
          {m.connections_obstacles_mended()}
        </Button>
      </div>
    </>
  )
}

function obstacleText({ kind, step, day }: Obstacle, name: string): string {
  const isPayment = step === 'create-payment' || step === 'bookkeep-payment'
  const code = kind === 'approval-required' && isPayment ? 'approval-payment' : codes[kind]
  const area = isPayment ? 'payments' : 'invoices'
  return problemText({ code, params: { name, area, ...(day !== null && { until: day }) } })
}
