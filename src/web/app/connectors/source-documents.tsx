import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ConnectorStatus } from '#connections/contract.ts'
import { readDocumentLink } from '#connections/rules.ts'
import * as m from '#messages'
import { problemTitle } from '../../field-problems.ts'
import { faultText } from '../../problem-text.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FactList } from '../../ui/panel.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { isOutOfReach, readLinkedDocument } from './linked-document.ts'
import { useConsent } from './use-consent.ts'
import { useSourceDocuments } from './use-source-documents.ts'

const shownAtMost = 5

/** What Radvis may open at a source, and a way to try a link. */
export function SourceDocuments({ connector }: { connector: ConnectorStatus }) {
  const { connectorId } = connector
  const documents = useSourceDocuments(connectorId, { retry: false })
  return (
    <div className="border-b border-rule py-2">
      <FactList
        rows={[
          {
            name: m.connections_documents_label(),
            value: documents.isError
              ? problemTitle(documents.error)
              : documents.data
                ? namesOf(documents.data.map(({ name }) => name))
                : m.connections_documents_loading(),
          },
        ]}
      />
      <LinkForm connector={connector} />
    </div>
  )
}

function namesOf(names: readonly string[]): string {
  if (names.length === 0) return m.connections_documents_none()
  const shown = names.slice(0, shownAtMost).join(', ')
  const left = names.length - shownAtMost
  return left > 0 ? `${shown} ${m.connections_documents_more({ count: String(left) })}` : shown
}

function LinkForm({ connector }: { connector: ConnectorStatus }) {
  const { connectorId, displayName: name, picksDocuments } = connector
  const [text, setText] = useState('')
  const [isUnreadable, setIsUnreadable] = useState(false)
  const { consent, isLeaving } = useConsent(connectorId)
  const check = useMutation({
    mutationFn: (documentId: string) => readLinkedDocument(connectorId, documentId),
    meta: { isToldInPlace: true },
  })
  // What was found out about a link is told beside that link only, not beside another one that is written there by now.
  const isOfLink = check.variables !== undefined && readDocumentLink(connectorId, text)?.documentId === check.variables
  const isNotShared = isOfLink && isOutOfReach(check.error)
  const error = errorText({ isUnreadable, isNotShared, error: isOfLink ? check.error : null, name })

  function submit(event: FormEvent): void {
    event.preventDefault()
    const link = readDocumentLink(connectorId, text)
    setIsUnreadable(link === null)
    check.reset()
    if (link) check.mutate(link.documentId)
  }

  return (
    <form onSubmit={submit} className="grid gap-2 pt-3 pb-2">
      <Field label={linkLabel(connectorId)} help={linkHelp(connectorId)} error={error}>
        {(control) => (
          <div className="flex gap-2">
            <TextInput
              {...control}
              size="normal"
              value={text}
              inputMode="url"
              autoComplete="off"
              onChange={(event) => {
                setText(event.target.value)
                setIsUnreadable(false)
              }}
            />
            <Button type="submit" disabled={text.trim() === '' || check.isPending}>
              {m.connections_link_check()}
            </Button>
          </div>
        )}
      </Field>
      <div aria-live="polite" className="grid justify-items-start gap-2">
        {isOfLink && check.data && (
          <StateMark state="done">
            {m.connections_link_shared({
              document: check.data.document.name,
              tables: check.data.tables.map((table) => table.name).join(', '),
            })}
          </StateMark>
        )}
        {isNotShared && picksDocuments && check.variables !== undefined && (
          <Button onClick={() => consent(check.variables)} disabled={isLeaving}>
            {m.connections_link_share()}
          </Button>
        )}
        {isNotShared && connectorId === 'google-sheets' && !picksDocuments && (
          <p className="text-ink-2">{m.connections_link_share_hint()}</p>
        )}
      </div>
    </form>
  )
}

function errorText(given: {
  isUnreadable: boolean
  isNotShared: boolean
  error: unknown
  name: string
}): string | null {
  if (given.isUnreadable) return m.connections_link_unreadable({ name: given.name })
  if (given.isNotShared) return m.connections_link_not_shared()
  return given.error ? faultText(given.error) : null
}

function linkLabel(connectorId: string): string {
  return connectorId === 'airtable' ? m.connections_link_airtable_label() : m.connections_link_google_label()
}

function linkHelp(connectorId: string): string {
  return connectorId === 'airtable' ? m.connections_link_airtable_help() : m.connections_link_google_help()
}
