import type { ConnectorStatus } from '#connections/contract.ts'
import * as m from '#messages'
import { goneSources, type TemplateSource } from '#sources/contract.ts'
import { problemText } from '../../../problem-text.ts'
import { groupDigits } from '../../../ui/amount.tsx'

const names = { 'google-sheets': m.templates_source_google_sheets, airtable: m.templates_source_airtable }

type Problem = NonNullable<TemplateSource['outcome']>['problem']

const gone = { 'google-sheets': m.sources_gone_sheet, airtable: m.sources_gone_base }

/** Lost, or ended by somebody: either way it is made again. */
const isUnconnected = (problem: Problem | undefined) =>
  problem?.code === 'connection-lost' || problem?.code === 'not-connected'

/** What the latest fetching came to; a lost connection is told by the system's name. */
export function outcomeText(
  connectorId: TemplateSource['connectorId'],
  { kind, newRows, changedRows, goneRows, isWhole, problem }: NonNullable<TemplateSource['outcome']>,
): string {
  if (isUnconnected(problem)) return m.shell_disconnected({ name: names[connectorId]() })
  if (problem) return problemText(problem)
  if (kind === 'unchanged') return unchangedText(goneRows)
  if (changedRows > 0) return changedText(newRows, changedRows)
  const rows = groupDigits(newRows)
  if (isWhole) return newRows === 1 ? m.sources_outcome_whole_one() : m.sources_outcome_whole({ rows })
  return newRows === 1 ? m.sources_outcome_imported_one() : m.sources_outcome_imported({ rows })
}

function unchangedText(goneRows = 0): string {
  if (goneRows === 0) return m.sources_outcome_unchanged()
  return goneRows === 1 ? m.sources_outcome_gone_one() : m.sources_outcome_gone({ rows: groupDigits(goneRows) })
}

/** Beside the way to choose the source again, which the problem's own words tell of where they stand alone. */
export const failureText = (
  connectorId: TemplateSource['connectorId'],
  outcome: NonNullable<TemplateSource['outcome']>,
): string => (outcome.problem?.code === 'source-not-found' ? gone[connectorId]() : outcomeText(connectorId, outcome))

function changedText(newRows: number, changedRows: number): string {
  const [rows, changed] = [groupDigits(newRows), groupDigits(changedRows)]
  if (newRows === 0)
    return changedRows === 1 ? m.sources_outcome_changed_one() : m.sources_outcome_changed_only({ changed })
  if (newRows === 1)
    return changedRows === 1 ? m.sources_outcome_one_and_one() : m.sources_outcome_one_and_changed({ changed })
  return changedRows === 1 ? m.sources_outcome_new_and_one({ rows }) : m.sources_outcome_changed({ rows, changed })
}

/** What a person can do in Radvis about what hindered a fetching: connect again, choose the source again, or map its columns. */
export function mendOf(problem: Problem): 'connect' | 'choose' | 'map' | null {
  if (isUnconnected(problem) || problem?.code === 'source-access-missing') return 'connect'
  if (problem?.code === 'template-not-mapped') return 'map'
  return problem && goneSources.has(problem.code) ? 'choose' : null
}

/** A connection that was lost is there again: what was not fetched for it is fetched next time. */
export const isMended = (
  { connectorId, outcome }: Pick<TemplateSource, 'connectorId' | 'outcome'>,
  connectors: readonly ConnectorStatus[],
) =>
  isUnconnected(outcome?.problem) &&
  connectors.some((one) => one.connectorId === connectorId && one.connection?.state === 'connected')

/** What a table has room for; what failed is told in full above it, but for what has been mended since. */
export function latestText(
  source: Pick<TemplateSource, 'connectorId'> & { outcome: NonNullable<TemplateSource['outcome']> },
  connectors: readonly ConnectorStatus[],
): string {
  if (isMended(source, connectors)) return m.sources_failed_disconnected()
  return source.outcome.kind === 'failed' ? m.sources_failed() : outcomeText(source.connectorId, source.outcome)
}

/** What keeps rows of systems from being fetched that the company is not connected to: lost, or ended by somebody. */
export function unconnectedTexts(
  sources: readonly Pick<TemplateSource, 'connectorId'>[],
  connectors: readonly ConnectorStatus[],
): { connectorId: string; text: string }[] {
  return connectors.flatMap(({ connectorId, displayName: name, connection }) => {
    if (connection?.state === 'connected' || !sources.some((source) => source.connectorId === connectorId)) return []
    return [
      {
        connectorId,
        text: connection?.lostReason ? m.shell_disconnected({ name }) : m.sources_not_connected({ name }),
      },
    ]
  })
}

/** Templates whose rows have been fetched since. */
export const endedFetches = (before: readonly TemplateSource[], now: readonly TemplateSource[]) =>
  now.filter(({ templateId, fetchedAt }) =>
    before.some((one) => one.templateId === templateId && one.fetchedAt !== fetchedAt),
  )

/** Templates whose fetching has told since that the connection is lost: what is known of the connections is older. */
export const lostSince = (before: readonly TemplateSource[], now: readonly TemplateSource[]) =>
  now.filter(({ templateId, isFetching, outcome }) => {
    if (isFetching || !isUnconnected(outcome?.problem)) return false
    const one = before.find((other) => other.templateId === templateId)
    return one?.isFetching || !isUnconnected(one?.outcome?.problem)
  })
