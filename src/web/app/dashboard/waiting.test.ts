import { describe, expect, test } from 'vitest'
import type { ConnectorStatus, SettingsPage } from '#connections/contract.ts'
import type { ImportSummary } from '#imports/contract.ts'
import type { RunSummary } from '#posting/contract.ts'
import { countGoing, findFirstSteps, findShownRuns, findWaiting, type Overview } from './waiting.ts'

const counted = (count: number) => ({ count, sum: count * 100 })
const imported = (
  id: string,
  at: string,
  given: { state?: ImportSummary['state']; ready?: number; attention?: number },
) =>
  ({
    id,
    fileName: `${id}.csv`,
    templateName: 'SEB Kort',
    state: given.state ?? 'checked',
    totals: {
      read: counted(9),
      ready: counted(given.ready ?? 0),
      attention: counted(given.attention ?? 0),
      duplicate: counted(0),
      skipped: counted(0),
    },
    invoices: given.ready ?? 0,
    createdAt: at,
  }) as unknown as ImportSummary
const run = (id: string, status: RunSummary['status'], given: Partial<RunSummary> = {}) =>
  ({
    id,
    source: `${id}.csv`,
    target: 'Fortnox',
    status,
    rejected: 0,
    unknown: 0,
    createdAt: '2026-11-20T08:00:00Z',
    finishedAt: null,
    ...given,
  }) as RunSummary
const fortnox = (connection: Partial<ConnectorStatus['connection']> | null) =>
  ({ connectorId: 'fortnox', displayName: 'Fortnox', kind: 'accounting', connection }) as ConnectorStatus
const connected = fortnox({ state: 'connected', lostReason: null })
const overview = (given: Partial<Overview>): Overview => ({
  connectors: [connected],
  templates: [{}],
  imports: [],
  runs: [],
  sources: [],
  settings: null,
  ...given,
})
const settings = (given: Partial<SettingsPage['settings']>) =>
  ({
    settings: { bookkeepInvoices: true, payInvoices: true, paymentAccount: null, modeOfPayment: null, ...given },
    modesOfPayment: [{ code: 'KORT', name: 'Kort', account: 2890 }],
  }) as unknown as SettingsPage
const kinds = (given: Partial<Overview>) =>
  findWaiting(overview(given)).map((one) => `${one.kind}${'count' in one ? ` ${one.count}` : ''}`)

describe('what waits', () => {
  test('is nothing when all is connected, mapped, read and sent', () => {
    expect(
      kinds({
        imports: [imported('a', '2026-11-20T08:00:00Z', { state: 'confirmed', attention: 3 })],
        runs: [run('r', 'success')],
      }),
    ).toEqual([])
  })

  test('tells a lost connection from one that never was', () => {
    expect(kinds({ connectors: [fortnox({ state: 'disconnected', lostReason: 'grant-refused' })] })).toEqual([
      'connection-lost',
    ])
    expect(kinds({ connectors: [fortnox({ state: 'disconnected', lostReason: null })] })).toEqual(['connection-none'])
    expect(kinds({ connectors: [fortnox(null)], templates: [] })).toEqual(['connection-none', 'template-none'])
  })

  test('tells a source that was lost, where nothing is created, from the accounting system', () => {
    const lost = fortnox({ state: 'disconnected', lostReason: 'grant-refused' })
    const sheets = { ...lost, kind: 'source' as const, displayName: 'Google Sheets' }
    expect(findWaiting(overview({ connectors: [lost, sheets] }))).toMatchObject([
      { isSource: false },
      { isSource: true, name: 'Google Sheets' },
    ])
  })

  test('is rows to attend to before invoices to create, and newest first', () => {
    const imports = [
      imported('old', '2026-11-18T08:00:00Z', { attention: 4, ready: 30 }),
      imported('new', '2026-11-20T08:00:00Z', { ready: 37 }),
      imported('empty', '2026-11-20T09:00:00Z', {}),
      imported('reading', '2026-11-20T09:00:00Z', { state: 'reading' }),
      imported('broken', '2026-11-19T08:00:00Z', { state: 'failed' }),
    ]
    expect(kinds({ imports })).toEqual(['ready 37', 'import-failed', 'rows 4'])
  })

  test('is an import whose run was not approved, with why, until it is confirmed anew', () => {
    const imports = [imported('a', '2026-11-20T08:00:00Z', { ready: 37 })]
    const approval = { by: 'Karin Ekdahl', at: '2026-11-20T10:00:00Z', refusal: 'Fel konto' } as RunSummary['approval']
    const refused = run('r', 'error', { importId: 'a', phase: 'refused', invoices: 30, approval })
    expect(findWaiting(overview({ imports, runs: [refused] }))).toMatchObject([
      { kind: 'refused', importId: 'a', count: 30, by: 'Karin Ekdahl', reason: 'Fel konto' },
    ])
    const later = run('s', 'success', { importId: 'a', phase: 'posting', createdAt: '2026-11-20T11:00:00Z' })
    expect(kinds({ imports, runs: [refused, later] })).toEqual(['ready 37'])
  })

  test('is a run that somebody paused, which is not under way meanwhile, nor is one that waits for approval', () => {
    const runs = [
      run('p', 'ongoing', { phase: 'paused' }),
      run('a', 'initiated', { phase: 'awaiting-approval' }),
      run('g', 'ongoing', { phase: 'posting' }),
      run('e', 'success', { phase: 'posting', finishedAt: '2026-11-20T09:00:00Z' }),
    ]
    expect(kinds({ runs })).toEqual(['run-paused'])
    expect(countGoing(overview({ runs }))).toBe(1)
    const lost = fortnox({ state: 'disconnected', lostReason: 'grant-refused' })
    expect(countGoing(overview({ runs, connectors: [lost] }))).toBe(0)
  })

  test('is what a schedule cannot fetch until somebody mends it, and not what comes to an end by itself', () => {
    const source = (code: string, schedule: unknown = { every: 'hour' }) =>
      ({
        ...{ templateId: 't', templateName: 'Kortköp', connectorId: 'airtable', schedule },
        ...{ fetchedAt: '2026-11-20T08:00:00Z', outcome: { kind: 'failed', problem: { code } } },
      }) as unknown as Overview['sources'][number]
    expect(kinds({ sources: [source('source-not-found')] })).toEqual(['source-failed'])
    const others = [
      source('source-unavailable'),
      source('source-token-refused'),
      source('connection-lost'),
      source('source-not-found', null),
    ]
    expect(kinds({ sources: others })).toEqual([])
  })

  test('is what a run that has ended left undone', () => {
    const runs = [run('a', 'ongoing', { unknown: 2, rejected: 1 }), run('b', 'error', { rejected: 3, unknown: 1 })]
    expect(kinds({ runs })).toEqual(['run-rejected 3', 'run-unknown 1'])
  })
})

describe('the runs shown', () => {
  test('are all that go on, and the latest up to three', () => {
    const ids = (runs: RunSummary[]) => findShownRuns(runs).map(({ id }) => id)
    expect(
      ids([run('a', 'success'), run('b', 'ongoing'), run('c', 'error'), run('d', 'success'), run('e', 'success')]),
    ).toEqual(['b', 'a', 'c'])
    expect(ids(['a', 'b', 'c', 'd'].map((id) => run(id, 'initiated')))).toEqual(['a', 'b', 'c', 'd'])
    expect(ids([])).toEqual([])
  })
})

describe('the first steps', () => {
  test('are shown until a file has been imported', () => {
    expect(findFirstSteps(overview({ connectors: [fortnox(null)], templates: [] }))).toEqual({
      isConnected: false,
      knowsPayment: false,
      hasTemplate: false,
    })
    expect(findFirstSteps(overview({}))).toEqual({ isConnected: true, knowsPayment: false, hasTemplate: true })
    expect(findFirstSteps(overview({ imports: [imported('a', '2026-11-20T08:00:00Z', {})] }))).toBeNull()
  })

  test('ask how invoices are paid, until that is said or nothing is to be paid', () => {
    const knowsPayment = (given: Partial<SettingsPage['settings']>) =>
      findFirstSteps(overview({ settings: settings(given) }))?.knowsPayment
    expect(knowsPayment({})).toBe(false)
    expect(knowsPayment({ paymentAccount: 2890 })).toBe(true)
    expect(knowsPayment({ modeOfPayment: 'KORT' })).toBe(true)
    expect(knowsPayment({ modeOfPayment: 'GONE' })).toBe(false)
    expect(knowsPayment({ payInvoices: false })).toBe(true)
  })
})
