import { Link } from 'react-router'
import type { ConnectorStatus } from '#connections/contract.ts'
import * as m from '#messages'
import { SectionHeader } from '../../ui/page-header.tsx'
import { StateMark } from '../../ui/state-mark.tsx'

/** How the company stands with each system. */
export function ConnectionsSection({ connectors }: { connectors: readonly ConnectorStatus[] }) {
  return (
    <section aria-labelledby="connections">
      <SectionHeader
        id="connections"
        title={m.activity_dashboard_connections()}
        aside={
          <Link to="/app/connectors" className="link">
            {m.activity_dashboard_connections_all()}
          </Link>
        }
      />
      <ul>
        {connectors.filter(isShown).map(({ connectorId, displayName, connection }) => (
          <li
            key={connectorId}
            className="flex min-h-[52px] items-center justify-between gap-4 border-b border-rule py-2"
          >
            <div className="min-w-0">
              <p className="font-strong">{displayName}</p>
              {connection?.tenantName && <p className="truncate text-12 text-ink-2">{connection.tenantName}</p>}
            </div>
            <ConnectionState connection={connection} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ConnectionState({ connection }: Pick<ConnectorStatus, 'connection'>) {
  if (connection?.state === 'connected') return <StateMark state="done">{m.activity_dashboard_connected()}</StateMark>
  if (connection?.lostReason) return <StateMark state="error">{m.activity_dashboard_lost()}</StateMark>
  return <StateMark state="waiting">{m.activity_dashboard_disconnected()}</StateMark>
}

/** A source that nobody has connected takes no room. */
function isShown({ kind, connection }: ConnectorStatus): boolean {
  return kind === 'accounting' || connection !== null
}
