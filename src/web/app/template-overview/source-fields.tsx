import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { sourceDocument, sourceDocumentList, sourceTableList } from '#connections/contract.ts'
import * as m from '#messages'
import { ApiProblem, api } from '../../api-client.ts'
import { problemTitle } from '../../field-problems.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useConsent } from '../connectors/use-consent.ts'
import { useConnectors } from '../use-connectors.ts'
import { type ChosenSource, documentLabel, type SourceConnector, tableLabel } from './chosen-source.ts'

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
  const connector = connectors.data?.find((one) => one.connectorId === connectorId)
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
          onChange({
            documentId: document.id,
            documentName: document.name,
            tableId: '',
            tableName: '',
            viewId: null,
            viewName: null,
          })
        }
      />
      {connector?.picksDocuments && <LinkField connectorId={connectorId} onChoose={onChange} {...leaving} />}
      {chosen && (
        <TableFields
          connectorId={connectorId}
          chosen={chosen}
          error={chosen.tableId === '' ? error : null}
          onChange={onChange}
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
  const documents = useQuery({
    queryKey: ['sources', connectorId, 'documents'],
    queryFn: ({ signal }) => api.get(`/sources/${connectorId}/documents`, { schema: sourceDocumentList, signal }),
    select: ({ items }) => items,
    enabled: isConnected,
  })
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
          isLoading={documents.isPending}
        />
      )}
    </Field>
  )
}

/** Google shows us only what a person gives us: by its address, and a consent for that very spreadsheet where needed. */
function LinkField({
  connectorId,
  onChoose,
  link: given,
  onLeave,
}: {
  connectorId: SourceConnector
  onChoose: (chosen: ChosenSource) => void
} & Leaving) {
  const [link, setLink] = useState(given)
  const id = documentIdOf(link)
  const open = useMutation({
    mutationFn: (documentId: string) =>
      api.get(`/sources/${connectorId}/documents/${encodeURIComponent(documentId)}`, { schema: sourceDocument }),
    meta: { isToldInPlace: true },
  })
  const { consent, isLeaving } = useConsent(connectorId)
  const choose = ({ id: documentId, name }: typeof sourceDocument._output) =>
    onChoose({ documentId, documentName: name, tableId: '', tableName: '', viewId: null, viewName: null })
  const isUnseen = open.error instanceof ApiProblem && (open.error.status === 404 || open.error.status === 403)
  const go = () => {
    if (id === null || open.isPending || isLeaving) return
    if (isUnseen) {
      onLeave(link)
      consent(id)
    } else open.mutate(id, { onSuccess: choose })
  }
  const unreadable = link.trim() !== '' && id === null ? m.sources_link_unreadable() : null
  return (
    <Field
      label={m.sources_link()}
      help={m.sources_link_help()}
      error={isUnseen ? m.connections_link_not_shared() : open.isError ? problemTitle(open.error) : unreadable}
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
            disabled={id === null || open.isPending || isLeaving}
            onClick={go}
          >
            {isUnseen ? m.sources_link_give() : m.sources_link_open()}
          </Button>
        </div>
      )}
    </Field>
  )
}

/** The id in `https://docs.google.com/spreadsheets/d/<id>/edit#gid=0`, or the id itself. */
export function documentIdOf(link: string): string | null {
  const found = /\/d\/([\w-]{10,200})/.exec(link)?.[1] ?? /^[\w-]{10,200}$/.exec(link.trim())?.[0]
  return found ?? null
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
  const items = tables.data ?? []
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
