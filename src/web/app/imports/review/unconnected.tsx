import type { ConnectorStatus } from '#connections/contract.ts'
import type { RowGroups } from '#imports/contract.ts'
import * as m from '#messages'
import { Notice } from '../../connectors/notice.tsx'
import { ConnectLink } from '../failure-list.tsx'

/** That the accounting system is not connected, where no row says so: one without a supplier is not held against it yet. */
export function unconnected(
  { displayName: name, connection }: Pick<ConnectorStatus, 'displayName' | 'connection'>,
  groups: Pick<RowGroups, 'problems'>,
): { title: string; text: string } | null {
  if (connection?.state === 'connected') return null
  if (groups.problems.some(({ problem }) => problem.code === 'connection-lost')) return null
  return connection?.lostReason
    ? { title: m.shell_disconnected({ name }), text: m.connections_lost_text({ name }) }
    : { title: m.activity_dashboard_connection_none({ name }), text: m.connections_ended_text({ name }) }
}

type Props = { connector: ConnectorStatus | undefined; groups: RowGroups | undefined }

/** Props: connector, groups; both once they are known. */
export function Unconnected({ connector, groups }: Props) {
  const told = connector && groups && unconnected(connector, groups)
  if (!told) return null
  return (
    <Notice title={told.title}>
      {told.text} <ConnectLink />
    </Notice>
  )
}
