import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { ConnectorStatus } from '#connections/contract.ts'
import * as m from '#messages'
import type { RunSummary } from '#posting/contract.ts'
import { runMark } from '../../transaction/run-status.ts'
import { duplicatesWord } from '../import-state.tsx'
import { reopenedText } from './review-head.tsx'
import { RunResult, resultText, resultTitle } from './run-result.tsx'

const ledger = { displayName: 'Fortnox', connection: null, sandboxUrl: 'http://ledger' } as unknown as ConnectorStatus
const run = {
  ...{ target: 'Fortnox', status: 'ongoing', phase: 'posting', invoices: 3, rejected: 0, unknown: 0 },
  created: { done: 1, of: 3, held: 0 },
} as RunSummary

test('the import of a run that goes on says so, that of one that is paused or cancelled does not', () => {
  expect([resultTitle(run), resultText(run)]).toEqual([
    m.imports_run_title({ target: 'Fortnox' }),
    m.imports_run_left(),
  ])
  const paused = { ...run, phase: 'paused' as const }
  expect([resultTitle(paused), resultText(paused)]).toEqual([m.posting_phase_paused(), m.posting_paused_text()])
  const cancelled = { ...run, phase: 'cancelled' as const }
  expect(resultTitle(cancelled)).toBe(m.posting_phase_cancelled())
  expect(resultText(cancelled)).toBe(m.imports_run_equation({ invoices: '3', created: '1', rest: '2' }))
})

test('an import whose rows all went back to be mended is not told as done', () => {
  const returned = { ...run, status: 'success' as const, returned: 3, created: { done: 0, of: 3, held: 0 } }
  expect([resultTitle(returned), runMark(returned)]).toEqual([m.posting_returned_all(), 'skipped'])
  const partly = { ...returned, returned: 2, created: { done: 1, of: 3, held: 0 } }
  expect([resultTitle(partly), runMark(partly)]).toEqual([m.imports_run_done_title_one({ target: 'Fortnox' }), 'done'])
})

test('rows that came back say that some are locked only where something was sent', () => {
  const nothing = { created: { done: 0, of: 3, held: 0 }, unknown: 0 }
  expect(reopenedText(nothing)).toBe(m.imports_reopened_unsent_text())
  expect(reopenedText({ ...nothing, unknown: 1 })).toBe(m.imports_reopened_text())
  expect(reopenedText({ ...nothing, created: { done: 1, of: 3, held: 0 } })).toBe(m.imports_reopened_text())
})

test('the accounting system is offered for a look once there is an invoice in it', () => {
  const shown = (done: number) => {
    const sent = { ...run, id: 'r', phase: 'awaiting-approval', created: { done, of: 3, held: 0 } }
    const whole = { ...sent, bookkept: { done: 0, of: 0, held: 0 }, paid: { done: 0, of: 0, held: 0 } } as RunSummary
    return renderToStaticMarkup(h(MemoryRouter, null, h(RunResult, { run: whole, connector: ledger })))
  }
  expect(shown(0)).not.toContain('http://ledger')
  expect(shown(1)).toContain('http://ledger')
})

test('large numbers of invoices are grouped as all other figures are', () => {
  const large = { ...run, invoices: 99_700, created: { done: 12_345, of: 99_700, held: 0 }, phase: 'cancelled' }
  const groups = { invoices: '99\u00A0700', created: '12\u00A0345', rest: '87\u00A0355' }
  expect(resultText(large as RunSummary)).toBe(m.imports_run_equation(groups))
})

test('a run whose connection is lost waits for it, and goes on by itself', () => {
  const going = { ...run, id: 'r', target: 'Fortnox', status: 'ongoing', phase: 'posting' } as RunSummary
  const part = { done: 1, of: 3, held: 0 }
  const whole = { ...going, created: part, bookkept: part, paid: part }
  const shown = (state: string) => {
    const connector = { displayName: 'Fortnox', connection: { state }, sandboxUrl: null } as unknown as ConnectorStatus
    return renderToStaticMarkup(h(MemoryRouter, null, h(RunResult, { run: whole, connector })))
  }
  expect(shown('connected')).toContain(m.imports_run_title({ target: 'Fortnox' }))
  expect(shown('disconnected')).toContain(m.posting_lost_waiting())
})

test('the import of a run that is or was taken back tells what became of each invoice, not that all were created', () => {
  const queries = new QueryClient()
  const report = { state: 'reverted', invoices: 3, removed: 2, credited: 1, kept: 0, open: 0, paidBack: 0, reasons: [] }
  queries.setQueryData(['runs', 'r', 'undo', 'reverted'], { ...report, hindrance: null, by: 'Astrid' })
  const undone = {
    ...run,
    id: 'r',
    phase: 'reverted',
    status: 'success',
    created: { done: 3, of: 3, held: 0 },
  } as RunSummary
  const shown = renderToStaticMarkup(
    h(
      QueryClientProvider,
      { client: queries },
      h(MemoryRouter, null, h(RunResult, { run: undone, connector: undefined })),
    ),
  )
  for (const told of [m.posting_undo_done(), m.posting_undo_report_credited(), '/app/transaction?run=r'])
    expect(shown).toContain(told)
  expect(shown).not.toContain(m.imports_run_equation({ invoices: '3', created: '3', rest: '0' }))
})

test('rows of an earlier run of the import are not called duplicates', () => {
  expect(duplicatesWord({ isSentInParts: true })).toBe(m.imports_sent_and_duplicates())
  expect(duplicatesWord({ isSentInParts: false })).toBe(m.imports_duplicates())
})
