import type { ExportDestination, ExportSummary } from '#exports/contract.ts'
import { useConnectors } from '../../use-connectors.ts'

/** Where the spreadsheet that an export wrote can be looked at; null for one with a file, or that is not done. */
export function useSheetAddress({ state, destination }: ExportSummary): string | null {
  const connectors = useConnectors().data
  if (state !== 'done' || destination === null || connectors === undefined) return null
  const { sandboxUrl = null } = connectors.find(({ connectorId }) => connectorId === destination.connectorId) ?? {}
  return sheetAddress(destination, sandboxUrl)
}

/** The tab itself: the document opens at its first. */
export function sheetAddress(
  { documentId, tableId }: Pick<ExportDestination, 'documentId' | 'tableId'>,
  sandboxUrl: string | null,
): string {
  const [document, tab] = [encodeURIComponent(documentId), encodeURIComponent(tableId)]
  return sandboxUrl === null
    ? `https://docs.google.com/spreadsheets/d/${document}/edit#gid=${tab}`
    : `${sandboxUrl}?document=${document}&tab=${tab}`
}
