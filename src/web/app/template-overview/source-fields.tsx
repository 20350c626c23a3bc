import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { type ConnectorStatus, sourceTableList } from '#connections/contract.ts'
import { readDocumentLink } from '#connections/rules.ts'
import * as m from '#messages'
import { ApiProblem, api } from '../../api-client.ts'
import { problemTitle } from '../../field-problems.ts'
import { listFailure } from '../../list-failure.ts'
import { faultText } from '../../problem-text.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { isOutOfReach, readLinkedDocument } from '../connectors/linked-document.ts'
import { useConsent } from '../connectors/use-consent.ts'
import { useSourceDocuments } from '../connectors/use-source-documents.ts'
import { useConnectors } from '../use-connectors.ts'
import { type ChosenSource, chosenByLink, documentLabel, type SourceConnector, tableLabel } from './chosen-source.ts'

const names = (): Record<SourceConnector, string> => ({
  'google-sheets': m.templates_source_google_sheets(),
  airtable: m.templates_source_airtable(),
})

/** The link that was being opened when the form was left to give access to it, and what is told before it is left. */
type Leaving = { link: string; onLeave: (link: string) => void }

/** Chooses a spreadsheet and tab, or a base, table and view, of what the company has connected. */
export function SourceFields({
  connectorId,
  chosen,
  error,
  onChange,
  ...leaving
}: {
  connectorId: SourceConnector
  chosen: ChosenSource | null
  error: string | null
  onChange: (chosen: ChosenSource | null) => void
} & Leaving) {
  const connectors = useConnectors()
  const opening = useOpening(connectorId)
  const connector = connectors.data?.find((one) => one.connectorId === connectorId)
  // A link that is on its way takes nothing back that is chosen meanwhile.
  const choose = (next: ChosenSource) => {
    opening.reset()
    onChange(next)
  }
  if (connectors.data && connector?.connection?.state !== 'connected') {
    return (
      <div className="grid justify-items-start gap-2">
        <p role={error === null ? undefined : 'alert'} className={error === null ? 'text-ink-2' : 'text-error'}>
          {m.sources_connect_first({ name: names()[connectorId] })}
        </p>
        <Button asChild>
          <Link
            to="/app/connectors"
            data-faulty={error === null ? undefined : true}
            onClick={() => leaving.onLeave('')}
          >
            {m.sources_connect()}
          </Link>
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <DocumentField
        connectorId={connectorId}
        isConnected={connector !== undefined}
        chosen={chosen}
        error={connectors.isError ? problemTitle(connectors.error) : chosen === null ? error : null}
        onChoose={(document) =>
          choose({
            documentId: document.id,
            documentName: document.name,
            tableId: '',
            tableName: '',
            viewId: null,
            viewName: null,
          })
        }
      />
      {connector && connectorId === 'google-sheets' && (
        <LinkField connector={connector} opening={opening} onChoose={onChange} {...leaving} />
      )}
      {chosen && (
        <TableFields
          connectorId={connectorId}
          chosen={chosen}
          error={chosen.tableId === '' ? error : null}
          onChange={choose}
        />
      )}
    </div>
  )
}

function DocumentField({
  connectorId,
  isConnected,
  chosen,
  error,
  onChoose,
}: {
  connectorId: SourceConnector
  /** Not known yet: nothing is asked for, since it may not be. */
  isConnected: boolean
  chosen: ChosenSource | null
  error: string | null
  onChoose: (document: { id: string; name: string }) => void
}) {
  const documents = useSourceDocuments(connectorId, { enabled: isConnected })
  const listed = documents.data ?? []
  const isListed = chosen === null || listed.some(({ id }) => id === chosen.documentId)
  const all = isListed ? listed : [{ id: chosen.documentId, name: chosen.documentName }, ...listed]
  const isSheets = connectorId === 'google-sheets'
  return (
    <Field label={documentLabel(connectorId)} error={documents.isError ? problemTitle(documents.error) : error}>
      {(control) => (
        <Combobox
          {...control}
          value={chosen?.documentId ?? null}
          onChange={(id) => {
            const document = all.find((one) => one.id === id)
            if (document) onChoose(document)
          }}
          options={all.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={isSheets ? m.sources_document_choose() : m.sources_base_choose()}
          isLoading={documents.isFetching && !documents.data}
          failure={listFailure(documents)}
        />
      )}
    </Field>
  )
}

const useOpening = (connectorId: SourceConnector) =>
  useMutation({
    mutationFn: (documentId: string) => readLinkedDocument(connectorId, documentId),
    meta: { isToldInPlace: true },
  })

/**
 * Google shows us only what a person gives us: by its address, and a consent for that very spreadsheet where needed. Where
 * the consent has no picker the person shares the file in Drive.
 */
function LinkField({
  connector: { connectorId, picksDocuments },
  opening: open,
  onChoose,
  link: given,
  onLeave,
}: {
  connector: ConnectorStatus
  opening: ReturnType<typeof useOpening>
  onChoose: (chosen: ChosenSource) => void
} & Leaving) {
  const [link, setLink] = useState(given)
  const wanted = readDocumentLink(connectorId, link)
  const { consent, isLeaving } = useConsent(connectorId)
  const isUnseen = isOutOfReach(open.error) || (open.error instanceof ApiProblem && open.error.status === 403)
  const go = () => {
    if (wanted === null || open.isPending || isLeaving) return
    if (isUnseen && picksDocuments) {
      onLeave(link)
      consent(wanted.documentId)
    } else open.mutate(wanted.documentId, { onSuccess: (linked) => onChoose(chosenByLink(linked, wanted)) })
  }
  const unseen = picksDocuments
    ? m.connections_link_not_shared()
    : `${m.connections_link_not_shared()} ${m.connections_link_share_hint()}`
  const unreadable = link.trim() !== '' && wanted === null ? m.sources_link_unreadable() : null
  return (
    <Field
      label={m.sources_link()}
      help={m.sources_link_help()}
      error={isUnseen ? unseen : open.isError ? faultText(open.error) : unreadable}
    >
      {(control) => (
        <div className="flex gap-2">
          <TextInput
            {...control}
            value={link}
            inputMode="url"
            autoComplete="off"
            onChange={(event) => {
              open.reset()
              setLink(event.target.value)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault() // it is the link that is sent, not the form around it
              go()
            }}
          />
          <Button
            size="large"
            className="h-control-l"
            disabled={wanted === null || open.isPending || isLeaving}
            onClick={go}
          >
            {isUnseen && picksDocuments ? m.sources_link_give() : m.sources_link_open()}
          </Button>
        </div>
      )}
    </Field>
  )
}

function TableFields({
  connectorId,
  chosen,
  error,
  onChange,
}: {
  connectorId: SourceConnector
  chosen: ChosenSource
  error: string | null
  onChange: (chosen: ChosenSource) => void
}) {
  const tables = useQuery({
    queryKey: ['sources', connectorId, 'tables', chosen.documentId],
    queryFn: ({ signal }) =>
      api.get(`/sources/${connectorId}/documents/${encodeURIComponent(chosen.documentId)}/tables`, {
        schema: sourceTableList,
        signal,
      }),
    select: ({ items }) => items,
  })
  const before = chosen.tableId === '' ? [] : [{ id: chosen.tableId, name: chosen.tableName, views: [] }]
  const items = tables.data ?? before
  const views = items.find(({ id }) => id === chosen.tableId)?.views ?? []
  return (
    <div className="grid gap-4 medium:grid-cols-2">
      <Field label={tableLabel(connectorId)} error={tables.isError ? problemTitle(tables.error) : error}>
        {(control) => (
          <Select
            {...control}
            value={chosen.tableId || null}
            onChange={(tableId) => {
              const tableName = items.find(({ id }) => id === tableId)?.name ?? ''
              onChange({ ...chosen, tableId, tableName, viewId: null, viewName: null })
            }}
            placeholder={m.sources_table_choose()}
            isLoading={tables.isFetching && !tables.data}
            failure={listFailure(tables)}
            options={items.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </Field>
      {views.length > 0 && (
        <Field label={m.sources_view()}>
          {(control) => (
            <Select
              {...control}
              value={chosen.viewId ?? everyRecord}
              onChange={(viewId) => {
                const view = views.find(({ id }) => id === viewId) ?? null
                onChange({ ...chosen, viewId: view?.id ?? null, viewName: view?.name ?? null })
              }}
              options={[
                { value: everyRecord, label: m.sources_view_all() },
                ...views.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
        </Field>
      )}
    </div>
  )
}

const everyRecord = 'every-record'
