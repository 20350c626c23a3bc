import { expect, test } from 'vitest'
import * as m from '#messages'
import type { RunSummary } from '#posting/contract.ts'
import { resultText, resultTitle } from './run-result.tsx'

const run = {
  ...{ target: 'Fortnox', status: 'ongoing', phase: 'posting', invoices: 3, rejected: 0, unknown: 0 },
  created: { done: 1, of: 3 },
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
