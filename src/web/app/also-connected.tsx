import type { ConnectorStatus } from '#connections/contract.ts'
import * as m from '#messages'
import { getLocale } from '#runtime'
import { Notice } from './connectors/notice.tsx'

/** That other companies in Radvis post into the same books: they may be about to post the same purchases. */
export function AlsoConnected({ connector }: { connector: ConnectorStatus }) {
  const others = connector.connection?.alsoConnected ?? []
  if (others.length === 0) return null
  const title = m.connections_shared_title({ name: connector.displayName, who: nameOthers(others) })
  return <Notice title={title}>{m.connections_shared_text()}</Notice>
}

/** Those whose name the reader may not know are counted. */
export function nameOthers(others: readonly (string | null)[]): string {
  const names = others.filter((one) => one !== null)
  const count = others.length - names.length
  const rest =
    count === 1 ? m.connections_shared_unnamed() : m.connections_shared_unnamed_many({ count: String(count) })
  return new Intl.ListFormat(getLocale()).format(count === 0 ? names : [...names, rest])
}
