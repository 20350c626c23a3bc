import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type ConnectorStatus, connectorStatus } from '#connections/contract.ts'
import * as m from '#messages'
import { api } from '../../api-client.ts'
import { bringIntoView } from '../../ui/bring-into-view.ts'
import { Button } from '../../ui/button.tsx'
import { InstantText } from '../../ui/date-text.tsx'
import { SectionHeader } from '../../ui/page-header.tsx'
import { FactList } from '../../ui/panel.tsx'
import { type MarkState, StateMark } from '../../ui/state-mark.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { AlsoConnected } from '../also-connected.tsx'
import { OtherCompany } from '../other-company.tsx'
import { RemovalDialog } from '../removal-dialog.tsx'
import { AcceptCompany } from './accept-company.tsx'
import { ConnectorObstacles } from './connector-obstacles.tsx'
import { MissingScopes } from './missing-scopes.tsx'
import { Notice } from './notice.tsx'
import { SourceDocuments } from './source-documents.tsx'
import { useConsent } from './use-consent.ts'

/** `lost`: the other side would not have us any more; `ended`: a person disconnected. */
type Standing = 'connected' | 'lost' | 'ended' | 'never'

function standingOf({ connection }: ConnectorStatus): Standing {
  if (!connection) return 'never'
  if (connection.state === 'connected') return 'connected'
  return connection.lostReason === null ? 'ended' : 'lost'
}

const marks: Record<Standing, { state: MarkState; word: () => string }> = {
  connected: { state: 'done', word: m.connections_state_connected },
  lost: { state: 'attention', word: m.connections_state_lost },
  ended: { state: 'waiting', word: m.connections_state_ended },
  never: { state: 'waiting', word: m.connections_state_never },
}

/** One system: how the company stands with it, and what can be done about that. */
export function ConnectorSection({
  connector,
  problem,
  onDisconnected,
}: {
  connector: ConnectorStatus
  problem: string | null
  onDisconnected: () => void
}) {
  const name = connector.displayName
  const standing = standingOf(connector)
  const { state, word } = marks[standing]
  const id = `connector-${connector.connectorId}`
  return (
    <section
      aria-labelledby={id}
      className="max-w-[46rem] scroll-mt-20"
      // Of several systems the one that was refused may stand below what a phone shows.
      {...(problem !== null && { ref: bringIntoView })}
    >
      <SectionHeader id={id} title={name} aside={<StateMark state={state}>{word()}</StateMark>} />
      {problem !== null && (
        <Notice
          title={
            standing === 'connected' ? m.connections_error_kept_title({ name }) : m.connections_error_title({ name })
          }
        >
          {problem}
        </Notice>
      )}
      {standing === 'lost' && <Notice title={m.connections_lost_title({ name })}>{lostText(connector)}</Notice>}
      <OtherCompany connector={connector} />
      <AcceptCompany connector={connector} />
      <AlsoConnected connector={connector} />
      <MissingScopes connector={connector} />
      <ConnectorObstacles connector={connector} />
      {standing === 'never' && <p className="max-w-[64ch] py-3 text-ink-2">{neverText(connector)}</p>}
      {standing === 'ended' && <p className="max-w-[64ch] py-3 text-ink-2">{endedText(connector)}</p>}
      {connector.connection && <ConnectionFacts kind={connector.kind} connection={connector.connection} />}
      {connector.kind === 'source' && standing === 'connected' && <SourceDocuments connector={connector} />}
      <ConnectorActions connector={connector} standing={standing} onDisconnected={onDisconnected} />
      {connector.sandboxUrl !== null && (
        <p className="border-t border-rule py-3 text-ink-2">
          {connector.kind === 'source'
            ? m.connections_source_sandbox_text({ name })
            : m.connections_sandbox_text({ name })}{' '}
          <a
            className="link"
            href={connector.sandboxUrl}
            target="_blank"
            rel="noreferrer"
            aria-label={labelOf(sandboxLink(connector), connector)}
          >
            {sandboxLink(connector)}
          </a>
        </p>
      )}
    </section>
  )
}

/** Several systems have the same buttons. */
const labelOf = (label: string, { displayName }: ConnectorStatus) => `${label}: ${displayName}`

const sandboxLink = ({ kind }: ConnectorStatus) =>
  kind === 'source' ? m.connections_source_sandbox_link() : m.connections_sandbox_link()

function neverText({ kind, picksDocuments, displayName: name }: ConnectorStatus): string {
  if (kind === 'accounting') return m.connections_never_text({ name })
  return picksDocuments ? m.connections_source_never_picked_text() : m.connections_source_never_text({ name })
}

function endedText({ kind, displayName: name }: ConnectorStatus): string {
  return kind === 'source' ? m.connections_source_ended_text({ name }) : m.connections_ended_text({ name })
}

function lostText({ kind, displayName: name }: ConnectorStatus): string {
  return kind === 'source' ? m.connections_source_lost_text({ name }) : m.connections_lost_text({ name })
}

function disconnectText({ kind, connectorId, displayName: name }: ConnectorStatus): string {
  if (kind === 'accounting') return m.connections_disconnect_text({ name })
  return connectorId === 'airtable'
    ? m.connections_source_disconnect_manual_text({ name })
    : m.connections_source_disconnect_text({ name })
}

function ConnectionFacts({
  kind,
  connection,
}: {
  kind: ConnectorStatus['kind']
  connection: NonNullable<ConnectorStatus['connection']>
}) {
  const { tenantName, tenantId, organisationNumber, connectedBy, connectedAt, refreshedAt } = connection
  return (
    <div className="border-b border-rule py-2">
      <FactList
        rows={[
          kind === 'source'
            ? { name: m.connections_account_label(), value: tenantName }
            : { name: m.connections_company_label(), value: <CompanyText name={tenantName} number={tenantId} /> },
          ...(organisationNumber === null
            ? []
            : [{ name: m.connections_number_label(), value: <span className="figures">{organisationNumber}</span> }]),
          { name: m.connections_connected_by_label(), value: connectedBy ?? m.connections_unknown_person() },
          { name: m.connections_connected_at_label(), value: <InstantText instant={connectedAt} /> },
          ...(refreshedAt === null
            ? []
            : [{ name: m.connections_refreshed_at_label(), value: <InstantText instant={refreshedAt} /> }]),
        ]}
      />
    </div>
  )
}

function CompanyText({ name, number }: { name: string | null; number: string | null }) {
  return (
    <>
      {name} {number !== null && <span className="figures text-ink-3">{number}</span>}
    </>
  )
}

type ActionProps = { connector: ConnectorStatus; standing: Standing; onDisconnected: () => void }

function ConnectorActions({ connector, standing, onDisconnected }: ActionProps) {
  const { connectorId, displayName: name } = connector
  const { consent: connect, isLeaving } = useConsent(connectorId)
  const queries = useQueryClient()
  const refresh = useMutation({
    mutationFn: () => api.post(`/connectors/${connectorId}/refresh`, { schema: connectorStatus }),
    onSuccess: () => showToast({ type: 'success', title: m.connections_refreshed({ name }) }),
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <div className="flex flex-wrap gap-2 py-4 max-wide:*:flex-1">
      {standing === 'connected' ? (
        <>
          {connector.kind === 'accounting' && (
            <>
              <Button asChild>
                <Link to="/app/settings">{m.connections_settings_link()}</Link>
              </Button>
              <Button onClick={() => refresh.mutate()} disabled={refresh.isPending}>
                {m.connections_refresh()}
              </Button>
            </>
          )}
          {connector.picksDocuments && (
            <Button
              onClick={() => connect(null)}
              disabled={isLeaving}
              aria-label={labelOf(m.connections_pick_documents(), connector)}
            >
              {m.connections_pick_documents()}
            </Button>
          )}
          <Button
            onClick={() => connect(null)}
            disabled={isLeaving}
            aria-label={labelOf(m.connections_reconnect(), connector)}
          >
            {m.connections_reconnect()}
          </Button>
        </>
      ) : (
        <Button
          variant="primary"
          onClick={() => connect(null)}
          disabled={isLeaving}
          {...(standing !== 'never' && { 'aria-label': labelOf(m.connections_reconnect(), connector) })}
        >
          {standing === 'never' ? m.connections_connect({ name }) : m.connections_reconnect()}
        </Button>
      )}
      {(standing === 'connected' || standing === 'lost') && (
        <DisconnectButton connector={connector} onDisconnected={onDisconnected} />
      )}
    </div>
  )
}

function DisconnectButton({ connector, onDisconnected }: Omit<ActionProps, 'standing'>) {
  const { connectorId, displayName: name } = connector
  const [isAsking, setIsAsking] = useState(false)
  const queries = useQueryClient()
  const disconnect = useMutation({
    mutationFn: () => api.post(`/connectors/${connectorId}/disconnect`, { schema: connectorStatus }),
    onSuccess: () => {
      showToast({ type: 'info', title: m.connections_disconnected_toast({ name }) })
      onDisconnected()
    },
    onSettled: () => queries.invalidateQueries(),
    meta: { isToldInPlace: true },
  })
  return (
    <>
      <Button
        variant="quiet"
        aria-label={labelOf(m.connections_disconnect(), connector)}
        onClick={() => setIsAsking(true)}
      >
        {m.connections_disconnect()}
      </Button>
      {isAsking && (
        <RemovalDialog
          title={m.connections_disconnect_title({ name })}
          text={disconnectText(connector)}
          keep={m.connections_cancel()}
          act={m.connections_disconnect()}
          removal={disconnect}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
