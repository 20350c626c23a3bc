import type { ConnectorStatus, SettingsPage } from '#connections/contract.ts'
import { resolvePayment } from '#connections/rules.ts'
import type { ImportSummary } from '#imports/contract.ts'
import type { RunSummary } from '#posting/contract.ts'
import type { TemplateSource } from '#sources/contract.ts'
import { isCutOff } from '../transaction/run-status.ts'

/** What a person has to do something about, as the dashboard lists it. */
export type Waiting =
  | { kind: 'connection-lost'; isSource: boolean; name: string; at: string | null }
  | { kind: 'connection-none'; name: string; at: null }
  | { kind: 'template-none'; at: null }
  | {
      /** What a schedule fetches and cannot, until somebody mends it. */
      kind: 'source-failed'
      templateId: string
      templateName: string
      connectorId: TemplateSource['connectorId']
      outcome: NonNullable<TemplateSource['outcome']>
      at: string
    }
  | { kind: 'import-failed'; importId: string; fileName: string; templateName: string; at: string }
  | { kind: 'rows'; importId: string; fileName: string; templateName: string; count: number; at: string }
  | { kind: 'ready'; importId: string; fileName: string; templateName: string; count: number; at: string }
  | {
      /** Somebody did not approve a run of it: its rows stand in the import again. */
      kind: 'refused'
      importId: string
      fileName: string
      templateName: string
      count: number
      at: string
      by: string
      reason: string
    }
  | {
      kind: 'run-rejected' | 'run-unknown' | 'run-approval'
      runId: string
      source: string
      target: string
      count: number
      at: string
    }
  | { kind: 'run-paused'; runId: string; source: string; target: string; at: string }

export type Overview = {
  connectors: readonly ConnectorStatus[]
  templates: readonly unknown[]
  imports: readonly ImportSummary[]
  runs: readonly RunSummary[]
  sources: readonly TemplateSource[]
  /** Read while the first steps are shown only. */
  settings: SettingsPage | null
}

/** What stops everything first, then what stops single rows, newest first within each. */
export function findWaiting({ connectors, templates, imports, runs, sources }: Overview): Waiting[] {
  return [
    ...connectors.flatMap(ofConnector),
    ...(templates.length === 0 ? [{ kind: 'template-none', at: null } as const] : []),
    ...[...imports.flatMap((one) => ofImport(one, runs)), ...runs.flatMap(ofRun), ...sources.flatMap(ofSource)].sort(
      (a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0),
    ),
  ]
}

/** Nobody needs a source of rows: only one that was lost waits for somebody. */
function ofConnector({ kind, displayName, connection }: ConnectorStatus): Waiting[] {
  if (connection?.state === 'connected') return []
  if (connection?.lostReason)
    return [{ kind: 'connection-lost', isSource: kind === 'source', name: displayName, at: null }]
  return kind === 'source' ? [] : [{ kind: 'connection-none', name: displayName, at: null }]
}

type Dated = Extract<Waiting, { at: string }>

function ofImport(record: ImportSummary, runs: readonly RunSummary[]): Dated[] {
  const { id, fileName, templateName, state, totals, invoices, createdAt } = record
  const about = { importId: id, fileName, templateName, at: createdAt }
  if (state === 'failed') return [{ kind: 'import-failed', ...about }]
  if (state !== 'checked' || !totals) return []
  const refused = findRefusal(id, runs)
  if (refused) return [{ kind: 'refused', ...about, ...refused }]
  if (totals.attention.count > 0) return [{ kind: 'rows', ...about, count: totals.attention.count }]
  return invoices > 0 ? [{ kind: 'ready', ...about, count: invoices }] : []
}

/** Told already, by its connection, or tried again soon by itself. */
const notWaiting = new Set([
  ...['connection-lost', 'source-unavailable', 'source-token-refused'],
  ...['source-formulas-failed', 'store-away'],
])

function ofSource({ templateId, templateName, connectorId, schedule, outcome, fetchedAt }: TemplateSource): Dated[] {
  if (schedule === null || fetchedAt === null || outcome?.kind !== 'failed') return []
  if (outcome.problem === null || notWaiting.has(outcome.problem.code)) return []
  return [{ kind: 'source-failed', templateId, templateName, connectorId, outcome, at: fetchedAt }]
}

/** What was said when the latest run of an import was not approved. */
function findRefusal(importId: string, runs: readonly RunSummary[]) {
  const latest = runs.filter((run) => run.importId === importId).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0]
  if (latest?.phase !== 'refused') return null
  const { invoices: count, approval, createdAt } = latest
  return { count, at: approval?.at ?? createdAt, by: approval?.by ?? '', reason: approval?.refusal ?? '' }
}

/** A run under way looks its unknown answers up by itself; only one that has ended waits for somebody. */
function ofRun(run: RunSummary): Dated[] {
  const { id, source, target, status, phase, rejected, unknown, createdAt, finishedAt, approval, invoices } = run
  const about = { runId: id, source, target, at: finishedAt ?? createdAt }
  if (approval?.mayDecide) return [{ kind: 'run-approval', ...about, count: invoices }]
  if (phase === 'paused') return [{ kind: 'run-paused', ...about }]
  if (status !== 'error') return []
  return [
    ...(rejected > 0 ? [{ kind: 'run-rejected', ...about, count: rejected } as const] : []),
    ...(unknown > 0 ? [{ kind: 'run-unknown', ...about, count: unknown } as const] : []),
  ]
}

/** Runs that something is done about: not those that wait for a person, or for a connection that is lost. */
export function countGoing({ runs, connectors }: Pick<Overview, 'runs' | 'connectors'>): number {
  const waits = (run: RunSummary) =>
    run.phase === 'paused' || run.phase === 'awaiting-approval' || isCutOff(run, connectors)
  return runs.filter((run) => run.finishedAt === null && !waits(run)).length
}

/** Runs under way, then the latest, three at least when there are so many. */
export function findShownRuns(runs: readonly RunSummary[]): RunSummary[] {
  const isGoing = ({ status }: RunSummary) => status === 'initiated' || status === 'ongoing'
  const going = runs.filter(isGoing)
  return [...going, ...runs.filter((run) => !isGoing(run)).slice(0, Math.max(0, 3 - going.length))]
}

/** The first steps, as long as no file has been imported. */
export function findFirstSteps({
  connectors,
  templates,
  imports,
  runs,
  settings,
}: Overview): { isConnected: boolean; knowsPayment: boolean; hasTemplate: boolean } | null {
  if (!isBeginning({ imports, runs })) return null
  const isConnected = connectors.some(
    ({ kind, connection }) => kind === 'accounting' && connection?.state === 'connected',
  )
  return { isConnected, knowsPayment: isConnected && knowsPayment(settings), hasTemplate: templates.length > 0 }
}

/** Whether it is said how invoices are paid, or that they are not. */
function knowsPayment(page: SettingsPage | null): boolean {
  if (!page) return false
  const { settings } = page
  return !(settings.bookkeepInvoices && settings.payInvoices) || resolvePayment(settings, page) !== null
}

/** Whether the way to the first import is what the dashboard shows. */
export function isBeginning({ imports, runs }: Pick<Overview, 'imports' | 'runs'>): boolean {
  return imports.length === 0 && runs.length === 0
}
