import type { ConnectorStatus } from '#connections/contract.ts'
import * as m from '#messages'
import { Notice } from './notice.tsx'

/** Fortnox's scopes (developer.fortnox.se, "Scopes") by what they let Radvis do. */
const names: Record<string, () => string> = {
  companyinformation: m.connections_scope_companyinformation,
  supplier: m.connections_scope_supplier,
  supplierinvoice: m.connections_scope_supplierinvoice,
  payment: m.connections_scope_payment,
  bookkeeping: m.connections_scope_bookkeeping,
  settings: m.connections_scope_settings,
  currency: m.connections_scope_currency,
  costcenter: m.connections_scope_costcenter,
  project: m.connections_scope_project,
  inbox: m.connections_scope_inbox,
  archive: m.connections_scope_archive,
  connectfile: m.connections_scope_connectfile,
}

/** A consent that gave less than it was asked for: what is missing, before something is refused for it. */
export function MissingScopes({ connector }: { connector: ConnectorStatus }) {
  const { displayName: name, connection } = connector
  const missing = connection?.missingScopes ?? []
  if (missing.length === 0) return null
  return (
    <Notice title={m.connections_scopes_missing_title({ name })}>
      {m.connections_scopes_missing_text({ name, missing: missing.map(scopeName).join(', ') })}
    </Notice>
  )
}

export function scopeName(scope: string): string {
  const told = names[scope]?.()
  return told === undefined ? scope : `${told} (${scope})`
}
