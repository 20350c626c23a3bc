import { z } from 'zod'
import * as m from '#messages'
import { goneSources, type TemplateSource } from '#sources/contract.ts'
import type { LinkedDocument } from '../connectors/linked-document.ts'

export type SourceSystem = 'file' | 'google-sheets' | 'airtable'
export type SourceConnector = Exclude<SourceSystem, 'file'>
/** The tab, table or view that rows are fetched from; `tableId` is empty until one is chosen. */
export const chosenSource = z.object({
  documentId: z.string(),
  documentName: z.string(),
  tableId: z.string(),
  tableName: z.string(),
  viewId: z.string().nullable(),
  viewName: z.string().nullable(),
})
export type ChosenSource = z.infer<typeof chosenSource>

/** Where a template's rows are fetched from now, to choose another view of it by one choice; nothing where it is not there any more. */
export function chosenBefore(source: ChosenSource & Pick<TemplateSource, 'outcome'>): ChosenSource | null {
  if (goneSources.has(source.outcome?.problem?.code ?? '')) return null
  const { documentId, documentName, tableId, tableName, viewId, viewName } = source
  return { documentId, documentName, tableId, tableName, viewId, viewName }
}

/** What a link leads to: the tab, table and view that it names, where they are there. */
export function chosenByLink(
  { document, tables }: LinkedDocument,
  link: { tableId: string | null; viewId: string | null },
): ChosenSource {
  const table = tables.find(({ id }) => id === link.tableId)
  const view = table?.views.find(({ id }) => id === link.viewId)
  return {
    ...{ documentId: document.id, documentName: document.name },
    ...{ tableId: table?.id ?? '', tableName: table?.name ?? '' },
    ...{ viewId: view?.id ?? null, viewName: view?.name ?? null },
  }
}

export const documentLabel = (connectorId: SourceConnector) =>
  connectorId === 'airtable' ? m.sources_base() : m.sources_document()

export const tableLabel = (connectorId: SourceConnector) =>
  connectorId === 'airtable' ? m.sources_table_airtable() : m.sources_table()

/** What is still to be chosen, by the name of its field. */
export function missingInSource(connectorId: SourceConnector, chosen: ChosenSource | null): string | null {
  if (chosen === null) return m.shell_required_name({ name: documentLabel(connectorId) })
  return chosen.tableId === '' ? m.shell_required_name({ name: tableLabel(connectorId) }) : null
}
