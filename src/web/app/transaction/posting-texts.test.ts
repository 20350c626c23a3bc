import { describe, expect, test } from 'vitest'
import * as m from '#messages'
import { type PostingRow, type Refusal, type RunSummary, type StepState, steps } from '#posting/contract.ts'
import { importState } from '../imports/import-state.tsx'
import { stepAnswerText, stepProblemText } from './posting-problem-text.ts'
import { postingState, troubleOf } from './posting-state.ts'
import { countOf } from './run-filter.tsx'
import { progressOf } from './run-progress.tsx'
import { listEveryMs, retryableOf, runMark, runsBefore } from './run-status.ts'
import { sentMarks } from './sent-marks.ts'
import { mayUndoAgain, undoWords } from './undo-texts.ts'

const row = (states: readonly StepState[]): Pick<PostingRow, 'steps' | 'undo'> => ({
  undo: null,
  steps: states.map((state, index) => ({ state, step: steps[index] ?? 'create', problem: null })),
})

describe('an invoice is shown as', () => {
  test.each([
    [['done', 'done', 'done', 'done'], 'done', 'Klart'],
    [['waiting', 'waiting'], 'waiting', 'Väntar'],
    [['done', 'sent', 'waiting'], 'sending', 'Skickas'],
    [['done', 'unknown', 'waiting'], 'unknown', 'Kontrolleras'],
    [['rejected', 'waiting'], 'error', 'Inte skapad'],
    [['done', 'rejected', 'waiting', 'waiting'], 'error', 'Skapad, inte bokförd'],
    [['done', 'done', 'rejected', 'waiting'], 'error', 'Bokförd, inte betald'],
    [['done', 'done', 'done', 'rejected'], 'error', 'Betalning inte bokförd'],
  ] as const)('%j: %s, %s', (states, mark, word) => {
    expect(postingState(row(states))).toEqual({ mark, word })
  })
})

describe('what is the matter is said', () => {
  const problem = { code: 'period-locked', serviceCode: '2000401', message: 'Perioden är låst t.o.m. 2026-09-30.' }
  const step = { step: 'bookkeep', state: 'rejected', problem } as const
  test('in words that tell what to do, with the answer as it came', () => {
    expect(stepProblemText(step, 'Fortnox')).toBe('Perioden är låst. Lås upp den i Fortnox och försök igen.')
    expect(stepAnswerText(step, 'Fortnox')).toBe('Svar från Fortnox: Perioden är låst t.o.m. 2026-09-30. (2000401)')
  })
  test('of a lost answer: looked up first; given up only when refused for it', () => {
    const lost = { code: 'unknown', serviceCode: null, message: null }
    expect(stepProblemText({ ...step, state: 'unknown', problem: lost }, 'Fortnox')).toContain('slås upp innan')
    expect(stepProblemText({ ...step, problem: lost }, 'Fortnox')).toContain('upprepade försök')
    expect(stepAnswerText({ ...step, problem: lost }, 'Fortnox')).toBeNull()
  })
  test('with its code when nobody has words for it, and not at all when it is done', () => {
    const strange = { code: 'of-a-newer-version', serviceCode: null, message: null }
    expect(stepProblemText({ ...step, problem: strange }, 'Fortnox')).toBe('Fortnox sa nej (of-a-newer-version).')
    expect(stepProblemText({ ...step, state: 'done' }, 'Fortnox')).toBeNull()
  })
  test('of what was found when the run was checked again, and of what was not tried', () => {
    const found = { code: 'account-inactive', serviceCode: null, message: null, params: { account: 6110 } }
    expect(stepProblemText({ ...step, problem: found }, 'Fortnox')).toContain('Konto 6110 är inaktivt. Det syntes när')
    const untried = stepProblemText({ ...step, problem: { ...problem, isUntried: true } }, 'Fortnox')
    expect(untried).toContain('Perioden är låst. Lås upp den i Fortnox och försök igen. Den här provades inte')
  })
  test('of what is forbidden without a code that anybody knows: scope, licence or approval, with the answer as it came', () => {
    const forbidden = { code: 'missing-scope', serviceCode: '2999999', message: 'Åtkomst nekad.' }
    expect(stepProblemText({ ...step, problem: forbidden }, 'Fortnox')).toBe(
      m.posting_problem_forbidden({ target: 'Fortnox' }),
    )
    expect(stepAnswerText({ ...step, problem: forbidden }, 'Fortnox')).toBe(
      'Svar från Fortnox: Åtkomst nekad. (2999999)',
    )
    const scope = { ...forbidden, serviceCode: '2000663' }
    expect(stepProblemText({ ...step, problem: scope }, 'Fortnox')).toContain('har inte behörighet')
  })
  test('of what a person cancelled, and not as a refusal', () => {
    const cancelled = { code: 'cancelled', serviceCode: null, message: null }
    expect(stepProblemText({ ...step, problem: cancelled }, 'Fortnox')).toBe(m.posting_problem_cancelled())
  })
  test('by the other side’s own code where the kind says too little, in both languages, with the answer kept', () => {
    const coded = { code: 'rejected', serviceCode: '2000755', message: 'Leverantörsfakturan balanserar inte' }
    expect(stepProblemText({ ...step, problem: coded }, 'Fortnox')).toContain('balanserar inte konteringen')
    expect(m.posting_code_unbalanced({ target: 'Fortnox' }, { locale: 'en' })).toContain('do not balance')
    expect(stepAnswerText({ ...step, problem: coded }, 'Fortnox')).toContain('balanserar inte (2000755)')
    const newer = { ...coded, serviceCode: '2999999' }
    expect(stepProblemText({ ...step, problem: newer }, 'Fortnox')).toBe(
      m.posting_problem_rejected({ target: 'Fortnox' }),
    )
  })
})

test('a run that is paused waits, and is not marked as sending', () => {
  expect(runMark({ status: 'ongoing', phase: 'paused', rejected: 0 })).toBe('waiting')
  expect(runMark({ status: 'ongoing', phase: 'posting', rejected: 0 })).toBe('sending')
})

test('a run that a person cancelled is no error, unless invoices of it were refused', () => {
  expect(runMark({ status: 'ongoing', phase: 'cancelled', rejected: 0 })).toBe('sending') // what was under way is waited for
  expect(runMark({ status: 'error', phase: 'cancelled', rejected: 0 })).toBe('skipped')
  expect(runMark({ status: 'error', phase: 'cancelled', rejected: 1 })).toBe('error')
  expect(runMark({ status: 'error', phase: 'posting', rejected: 1 })).toBe('error')
})

test('rows of a confirmed import are done when every invoice is created, not while it waits, goes on or was taken back', () => {
  const run = { status: 'success', phase: 'posting', invoices: 2, created: { done: 2, of: 2 } } as const
  expect(sentMarks(run, null)(1)).toEqual({ mark: 'done' })
  const others = [
    undefined,
    { ...run, status: 'initiated', phase: 'awaiting-approval', created: { done: 0, of: 2 } } as const,
    { ...run, status: 'ongoing', created: { done: 1, of: 2 } } as const,
    { ...run, phase: 'partly-reverted' } as const,
  ]
  for (const other of others)
    expect(sentMarks(other, null)(1)).toEqual({ mark: 'waiting', word: m.imports_panel_sent() })
  const skipped = (word: string) => ({ mark: 'skipped', word })
  expect(sentMarks({ ...run, phase: 'reverting' }, null)(1)).toEqual(skipped(m.posting_phase_reverting()))
  expect(sentMarks({ ...run, phase: 'reverted' }, null)(1)).toEqual(skipped(m.posting_phase_reverted()))
})

test('rows of a run that has ended are each marked as their own invoice stands', () => {
  const run = { status: 'error', phase: 'partly-reverted', invoices: 6, created: { done: 5, of: 6 } } as const
  const created = { step: 'create', state: 'done' } as const
  const bookkeep = (state: 'done' | 'rejected') => ({ step: 'bookkeep', state }) as const
  const of = sentMarks(run, {
    items: [
      { steps: [created, bookkeep('done')], undo: { outcome: 'removed' }, rows: [2, 2, 9, 1] },
      { steps: [created, bookkeep('done')], undo: { outcome: 'kept' }, rows: [4, 1] },
      { steps: [created, bookkeep('rejected')], undo: null, rows: [6, 2] },
    ],
  })
  const removed = { mark: 'skipped', word: m.posting_undo_state_removed() }
  expect([2, 3, 9].map(of)).toEqual([removed, removed, removed])
  expect(of(4)).toEqual({ mark: 'attention', word: m.posting_undo_state_kept() })
  expect([6, 7].map(of)).toEqual(Array(2).fill({ mark: 'error', word: m.posting_state_not_bookkept() }))
  for (const id of [1, 5, 8, 10]) expect(of(id)).toEqual({ mark: 'waiting', word: m.imports_panel_sent() })
})

test('what is left of a run that was taken back is tried again where more is left than was handled by hand', () => {
  const byHand = { code: 'by-hand', count: 5 }
  const left = (kept: number) => mayUndoAgain({ state: 'partly-reverted', kept, reasons: [byHand] })
  expect([left(5), left(6)]).toEqual([false, true])
  expect(mayUndoAgain({ state: 'reverted', kept: 0, reasons: [] })).toBe(false)
})

test('an invoice that is taken back says no more what once stopped it, one that was kept says why', () => {
  const problem = { code: 'period-locked', serviceCode: null, message: null }
  const steps = [
    { step: 'create', state: 'done', problem: null },
    { step: 'bookkeep', state: 'rejected', problem },
  ] as const
  const troubled = { settled: null, undo: null, steps: [...steps] }
  const text = m.posting_problem_period_locked({ target: 'Fortnox' })
  expect(troubleOf(troubled, 'Fortnox')).toEqual({ text, isRefused: true })
  const undo = { problem: null, creditNumber: null, creditVoucher: null, steps: [] }
  for (const outcome of [null, 'removed', 'credited'] as const)
    expect(troubleOf({ ...troubled, undo: { ...undo, outcome } }, 'Fortnox')).toBeNull()
  const kept = { ...undo, outcome: 'kept', problem: { ...problem, code: 'paid-there' } } as const
  expect(troubleOf({ ...troubled, undo: kept }, 'Fortnox')?.text).toBe(
    m.posting_undo_why_paid_there({ target: 'Fortnox' }),
  )
})

test('an import in the list says that its run waits or is taken back, and else that it was sent', () => {
  expect(
    importState({ state: 'confirmed', totals: null }, { status: 'ongoing', phase: 'reverting', rejected: 0 }),
  ).toEqual({
    mark: 'sending',
    word: m.posting_phase_reverting(),
  })
  const sent = { mark: 'done', word: m.imports_state_confirmed() }
  expect(
    importState({ state: 'confirmed', totals: null }, { status: 'success', phase: 'posting', rejected: 0 }),
  ).toEqual(sent)
  expect(importState({ state: 'confirmed', totals: null })).toEqual(sent)
  const mark = (status: 'ongoing' | 'error') =>
    importState({ state: 'confirmed', totals: null }, { status, phase: 'posting', rejected: 1 }).mark
  expect([mark('ongoing'), mark('error')]).toEqual(['sending', 'error'])
  expect(
    importState({ state: 'checked', totals: null }, { status: 'success', phase: 'reverted', rejected: 0 }).word,
  ).toBe(m.imports_state_checked())
})

test('an import of nothing but duplicates is said to have nothing to create, not to wait for somebody', () => {
  const none = { count: 0, sum: 0 }
  const [some, totals] = [
    { count: 41, sum: 3_859_512 },
    { ready: none, attention: none, skipped: none },
  ]
  expect(importState({ state: 'checked', totals: { ...totals, read: some, duplicate: some } })).toEqual({
    mark: 'skipped',
    word: m.imports_state_nothing(),
  })
  const unsettled = { ...totals, read: some, duplicate: none, attention: some }
  expect(importState({ state: 'checked', totals: unsettled }).word).toBe(m.imports_state_checked())
})

test('what a cancelled run did not do can be picked, and is no choice of a run that was taken back', () => {
  const run = { phase: 'cancelled', invoices: 50, dropped: 45, rejected: 1, unknown: 0, returned: 0, handled: 0 }
  expect(countOf(run as RunSummary, 'dropped')).toBe(45)
  expect(countOf({ ...run, phase: 'reverted' } as RunSummary, 'dropped')).toBe(0)
  expect(countOf({ ...run, phase: 'reverted' } as RunSummary, 'rejected')).toBe(1)
})

test('a run tells which is sent before it and how much is left of all that are; what is paused, ended or newer is not', () => {
  const step = (done: number, of = 10) => ({ done, of, held: 0 })
  const run = (id: string, over: Partial<RunSummary> = {}) =>
    ({
      ...{ id, source: `${id}.csv`, createdAt: `2026-11-2${id}T08:00:00.000Z`, target: 'Fortnox', rejected: 0 },
      ...{ status: 'ongoing', phase: 'posting', created: step(10), bookkept: step(8), paid: step(0, 0) },
      ...over,
    }) as RunSummary
  const mine = run('5')
  const others = [
    run('1', { phase: 'paused' }),
    run('2', { status: 'success' }),
    run('6'),
    run('4', { target: 'Annat' }),
    run('3', { bookkept: step(7), paid: step(6), rejected: 3 }),
  ]
  expect(runsBefore(mine, [mine, ...others])).toEqual({ source: '3.csv', invoices: 1 })
  expect(runsBefore(mine, [run('4'), mine, ...others])).toEqual({ source: '4.csv', invoices: 3 })
  expect(runsBefore(run('3'), [mine, ...others])).toBeNull()
})

test('the list of runs is read again though none goes on: another may have been started elsewhere', () => {
  expect(listEveryMs([])).toBe(10_000)
  expect(listEveryMs([{ status: 'success' }])).toBe(10_000)
  expect(listEveryMs([{ status: 'success' }, { status: 'initiated' }])).toBe(2_000)
})

test('one of several runs of an import is taken back alone, and that is what is offered', () => {
  const whole = undoWords({ runs: 1, target: 'Fortnox' })
  expect([whole.open, whole.title, whole.titleOf('reverted')]).toEqual([
    'Ta tillbaka importen',
    'Ta tillbaka importen?',
    'Importen är tillbakatagen',
  ])
  const part = undoWords({ runs: 2, target: 'Fortnox' })
  expect([part.open, part.title, part.titleOf('reverted')]).toEqual([
    'Ta tillbaka körningen',
    'Ta tillbaka körningen?',
    'Körningen är tillbakatagen',
  ])
  expect(part.text).toContain('Importen skickades i 2 körningar. Bara fakturorna i den här tas tillbaka')
})

test('trying again is offered for as many as it can change: not for payments that somebody deleted there', () => {
  const gone: Pick<Refusal, 'choices' | 'invoices'> = { choices: ['pay-anew', 'handle'], invoices: 2 }
  const locked: typeof gone = { choices: ['retry', 'handle'], invoices: 3 }
  expect(retryableOf({ rejected: 5 }, [gone, locked])).toBe(3)
  expect(retryableOf({ rejected: 2 }, [gone])).toBe(0)
  expect(retryableOf({ rejected: 5 }, undefined)).toBe(5)
})

test('a run that is taken back shows what became of its invoices, not how far they once came', () => {
  const all = { done: 3, of: 3, held: 0 }
  const run = { created: all, bookkept: all, paid: { done: 0, of: 0, held: 0 }, undone: null }
  expect(progressOf(run)).toEqual([
    { label: m.shell_progress_created(), step: { done: 3, total: 3, troubled: 0 } },
    { label: m.shell_progress_bookkept(), step: { done: 3, total: 3, troubled: 0 } },
  ])
  expect(progressOf({ ...run, undone: { of: 3, removed: 0, credited: 2, kept: 1 } })).toEqual([
    { label: m.posting_undo_report_removed(), step: { done: 0, total: 3 } },
    { label: m.posting_undo_report_credited(), step: { done: 2, total: 3 } },
    { label: m.posting_undo_report_kept(), step: { done: 1, total: 3 } },
  ])
})
