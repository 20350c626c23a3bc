import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { ConnectorStatus } from '#connections/contract.ts'
import * as m from '#messages'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { useConnectors } from '../use-connectors.ts'
import { ConnectorSection } from './connector-section.tsx'
import { consentProblemText } from './consent-problem-text.ts'
import { leftFormPath } from './left-form.ts'

export default function ConnectorsPage() {
  const connectors = useConnectors()
  const items = connectors.data
  const [search, setSearch] = useSearchParams()
  useConnectedToast(items)

  return (
    <>
      <PageHeader title={m.connections_title()} />
      <div className="grid gap-10 px-4 pb-12 wide:px-6">
        <p className="-mb-4 max-w-[64ch] text-ink-2">{m.connections_intro()}</p>
        {connectors.isPending && <SkeletonRows rows={5} columns="120px minmax(0,1fr) 90px" className="max-w-[46rem]" />}
        {connectors.isError && !connectors.data && (
          <LoadFailed title={m.connections_load_failed()} error={connectors.error} onRetry={connectors.refetch} />
        )}
        {items?.map((connector) => (
          <ConnectorSection
            key={connector.connectorId}
            connector={connector}
            problem={
              search.get('connector') === connector.connectorId
                ? consentProblemText(search.get('error'), connector.displayName)
                : null
            }
            onDisconnected={() => {
              if (search.get('connector') === connector.connectorId)
                setSearch({}, { replace: true, preventScrollReset: true })
            }}
          />
        ))}
      </div>
    </>
  )
}

/** Coming back from a consent: says so once, and takes the word out of the address or goes back to the form that was left for it. */
function useConnectedToast(items: readonly ConnectorStatus[] | undefined): void {
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const connected = items?.find((connector) => connector.connectorId === search.get('connected'))
  useEffect(() => {
    if (!connected) return
    showToast({
      type: 'success',
      id: `connected-${connected.connectorId}`,
      title: m.connections_connected_toast({ name: connected.displayName }),
      ...(connected.connection?.tenantName && { text: connected.connection.tenantName }),
      ...(connected.kind === 'accounting' && {
        link: { to: '/app/settings', label: m.connections_settings_link() },
      }),
    })
    const left = leftFormPath()
    if (left) void navigate(left, { replace: true })
    else setSearch({}, { replace: true })
  }, [connected, setSearch, navigate])
}
