import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConnectorError, type PostedInvoice, type PostedPayment } from '#connectors/accounting-connector.ts'
import { stepStates, steps } from './contract.ts'
import {
  attemptsInARow,
  attemptsLeft,
  changedAccounts,
  isNewThere,
  judge,
  leftByDeath,
  mayBeUnseen,
  nextAction,
  pauseMs,
  problemOfLookUp,
  reasonToGiveUp,
  resolveCreate,
  resolvePayment,
  type StepView,
  stepAfter,
  takenUpAgain,
} from './rules.ts'
import { paymentFixture } from './testing/invoice-fixture.ts'

const view = (ordinal: number, state: StepView['state']): StepView => ({
  ...{ ordinal, state, step: steps[ordinal] ?? 'create' },
  ...{ attempts: 1, sentAt: null, problem: null },
})

describe('what a posting needs next', () => {
  test.each([
    [['waiting', 'waiting'], 'send', 0],
    [['done', 'waiting', 'waiting'], 'send', 1],
    [['done', 'sent', 'waiting'], 'look-up', 1],
    [['done', 'unknown', 'waiting'], 'look-up', 1],
    [['done', 'rejected', 'waiting'], 'stopped', null],
    [['done', 'handled', 'waiting'], 'finished', null],
    [['returned', 'waiting', 'waiting'], 'finished', null],
    [['done', 'done', 'done', 'done'], 'finished', null],
  ] as const)('%j: %s', (states, kind, ordinal) => {
    const action = nextAction(states.map((state, index) => view(index, state)))
    expect(action.kind).toBe(kind)
    expect('step' in action ? action.step.ordinal : null).toBe(ordinal)
  })

  test('a step is only begun when every one before it is done or dropped, in whatever order they are given', () => {
    const anySteps = fc.array(fc.constantFrom(...stepStates), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(anySteps, fc.boolean(), (states, isReversed) => {
        const given = states.map((state, ordinal) => view(ordinal, state))
        const action = nextAction(isReversed ? given.toReversed() : given)
        if (!('step' in action)) return
        expect(states.slice(0, action.step.ordinal).every((state) => state === 'done' || state === 'dropped')).toBe(
          true,
        )
        expect(action.kind === 'send').toBe(action.step.state === 'waiting')
      }),
    )
  })
})

describe('what an error says of the step', () => {
  test.each([
    ['unauthorized', 'safe', 'again'],
    ['grant-refused', 'never', 'connection-lost'],
    ['unknown', 'after-check', 'unknown'],
    ['unavailable', 'safe', 'again'],
    ['rate-limited', 'safe', 'again'],
    ['rejected', 'never', 'rejected'],
    ['not-found', 'never', 'rejected'],
    ['missing-scope', 'never', 'rejected'],
    ['missing-licence', 'never', 'rejected'],
    ['approval-required', 'never', 'rejected'],
    ['period-locked', 'never', 'rejected'],
  ] as const)('%s (%s): %s', (kind, retry, verdict) => {
    expect(judge(new ConnectorError(kind, retry)).kind).toBe(verdict)
  })
  test('a refusal keeps the other side’s code and words', () => {
    const error = new ConnectorError('period-locked', 'never', {
      serviceCode: '2000401',
      serviceMessage: 'Perioden är låst.',
    })
    const problem = { code: 'period-locked', serviceCode: '2000401', message: 'Perioden är låst.' }
    expect(judge(error)).toEqual({ kind: 'rejected', problem })
  })
  test('a request lost eight times is given up, one that a dying process left behind is not', () => {
    const problem = { code: 'unknown', serviceCode: null, message: null }
    expect(reasonToGiveUp({ ...view(0, 'unknown'), attempts: 7, problem })).toBeNull()
    expect(reasonToGiveUp({ ...view(0, 'unknown'), attempts: 8, problem })).toBe(problem)
    expect(reasonToGiveUp({ ...view(0, 'unknown'), attempts: 8 })).toBeNull()
    const away = { ...problem, code: 'unavailable' }
    expect(reasonToGiveUp({ ...view(0, 'unknown'), attempts: 20, problem: away })).toBeNull()
  })
  test('a refusal that may pass is believed the third time', () => {
    const problem = { code: 'rejected', serviceCode: null, message: 'Resursen är låst' }
    expect(reasonToGiveUp({ ...view(0, 'unknown'), attempts: 2, problem })).toBeNull()
    expect(reasonToGiveUp({ ...view(0, 'unknown'), attempts: 3, problem })).toBe(problem)
  })
  test('tries are counted anew when they begin to end otherwise', () => {
    const lost = { code: 'unknown', serviceCode: null, message: null }
    const away = { ...lost, code: 'unavailable' }
    expect(attemptsInARow({ ...view(0, 'sent'), attempts: 5 }, lost)).toBe(5)
    expect(attemptsInARow({ ...view(0, 'sent'), attempts: 5, problem: lost }, lost)).toBe(5)
    expect(attemptsInARow({ ...view(0, 'sent'), attempts: 5, problem: away }, lost)).toBe(2)
    expect(attemptsInARow({ ...view(0, 'sent'), attempts: 5, problem: lost }, away)).toBe(2)
    expect(attemptsInARow({ ...view(0, 'sent'), attempts: 1, problem: lost }, away)).toBe(1)
    expect(attemptsInARow({ ...view(0, 'sent'), attempts: 5, problem: away }, { ...away, code: 'rate-limited' })).toBe(
      5,
    )
  })
  test('deaths of those who sent it give up no request, though an answer of it was lost before', () => {
    const lost = { code: 'unknown', serviceCode: null, message: null }
    const left = { ...view(0, 'sent'), attempts: 12, problem: lost }
    const found = { ...left, ...leftByDeath(left) }
    expect(found).toMatchObject({ state: 'unknown', attempts: 2, problem: null })
    expect(reasonToGiveUp({ ...found, problem: lost, attempts: attemptsInARow(found, lost) })).toBeNull()
    expect(leftByDeath({ attempts: 1 }).attempts).toBe(1)
  })
  test('what is taken up again is known as sent where a request for it may still come', () => {
    const refused = { code: 'rejected', serviceCode: null, message: null }
    expect(attemptsLeft({ attempts: 1, problem: refused })).toBe(0)
    expect(attemptsLeft({ attempts: 1, problem: { ...refused, code: 'cancelled' } })).toBe(1)
    expect(attemptsLeft({ attempts: 2, problem: refused })).toBe(2)
    expect(attemptsLeft({ attempts: 8, problem: { ...refused, code: 'unknown' } })).toBe(2)
  })
  test('tries after a certain failure come 1, 2, 4 … seconds apart, at most a minute', () => {
    expect([1, 2, 3, 7, 50].map(pauseMs)).toEqual([1000, 2000, 4000, 60_000, 60_000])
  })
})

describe('what a look-up found', () => {
  const invoice = { number: '1' } as PostedInvoice
  test('an invoice that a person cancelled is not made anew without being asked', () => {
    const cancelled = { ...invoice, isCancelled: true }
    expect(resolveCreate([cancelled])).toEqual({ kind: 'doubt', code: 'cancelled-there' })
    expect(resolveCreate([cancelled, invoice])).toEqual({ kind: 'carried-out', invoice })
  })
  test('no invoice, or the one', () => {
    expect(resolveCreate([])).toEqual({ kind: 'not-carried-out' })
    expect(resolveCreate([invoice])).toEqual({ kind: 'carried-out', invoice })
  })
  test('of two the first, or the one that is bookkept; of two that are a person tells, as where nobody looked', () => {
    const [first, second] = ['1', '2'].map((number) => ({ ...invoice, number, isBookkept: false }))
    const isIt = (one: object | undefined) => ({ kind: 'carried-out', invoice: one })
    expect(resolveCreate([first!, second!])).toEqual(isIt(first))
    const bookkept = { ...second!, isBookkept: true }
    expect(resolveCreate([first!, bookkept])).toEqual(isIt(bookkept))
    const doubt = { kind: 'doubt', code: 'found-twice' }
    expect(resolveCreate([bookkept, { ...bookkept, number: '3' }])).toEqual(doubt)
    expect(resolveCreate([invoice, { ...invoice, number: '2' }])).toEqual(doubt)
  })
  const posted = { number: '4', amount: 125_000, paymentDate: '2026-10-05' } as PostedPayment
  test('a payment is ours by amount and day', () => {
    expect(resolvePayment([{ ...posted, number: '3', amount: 100 }, posted], paymentFixture)).toEqual({
      kind: 'carried-out',
      payment: posted,
    })
    expect(resolvePayment([], paymentFixture)).toEqual({ kind: 'not-carried-out' })
  })

  test.each([{ amount: undefined }, { paymentDate: undefined }, { amount: undefined, paymentDate: undefined }])(
    'the one payment of the invoice is ours where it does not tell %j, and of two nobody knows',
    (untold) => {
      const one = { ...posted, ...untold }
      expect(resolvePayment([one], paymentFixture)).toEqual({ kind: 'carried-out', payment: one })
      const doubt = { kind: 'doubt', code: 'paid-otherwise' }
      expect(resolvePayment([one, { ...one, number: '5' }], paymentFixture)).toEqual(doubt)
    },
  )
  test.each([
    { paymentDate: '2026-10-06' },
    { amount: 12_901 },
    { paymentDate: undefined, amount: 12_901 },
    { paymentDate: '2026-10-06', amount: undefined },
  ])('where the invoice has another payment, %j, none is made beside it', (change) => {
    const doubt = { kind: 'doubt', code: 'paid-otherwise' }
    expect(resolvePayment([{ ...posted, ...change }], paymentFixture)).toEqual(doubt)
  })
})

test('of taking back once more only what makes something is looked for before it is sent again', () => {
  const sentAt = new Date('2026-11-21T08:00:00Z')
  const before = (step: StepView['step']) => [{ ...view(0, 'rejected'), step, attempts: 3, sentAt }]
  expect(takenUpAgain(before('credit'), 'credit')).toEqual({ state: 'unknown', attempts: 2, sentAt })
  expect(takenUpAgain(before('pay-back'), 'pay-back')).toMatchObject({ state: 'unknown' })
  for (const step of ['cancel', 'remove-payment', 'bookkeep-credit', 'bookkeep-pay-back'] as const)
    expect(takenUpAgain(before(step), step)).toBeNull()
})

describe('what was made a moment ago', () => {
  const settleMs = 1000
  const made = (step: StepView['step'], times: { sent?: number; ended?: number }): StepView => ({
    ...view(0, 'done'),
    step,
    sentAt: times.sent === undefined ? null : new Date(times.sent),
    endedAt: times.ended === undefined ? null : new Date(times.ended),
  })
  const isNew = (step: StepView['step'], times: { sent?: number; ended?: number }, now: number) =>
    isNewThere({ steps: [made(step, times)] }, { now, settleMs })

  test('may not be seen there for twice as long as a lost request has, from the end of its answer', () => {
    for (const step of ['create', 'create-payment', 'credit', 'pay-back'] as const)
      expect([isNew(step, { sent: 5000 }, 7000), isNew(step, { sent: 5000 }, 7001)]).toEqual([true, false])
    expect(isNew('create', { sent: 5000, ended: 9000 }, 10_000)).toBe(true)
    expect(isNew('create', { sent: 90_000 }, 5000)).toBe(false) // a clock that was set back: not new for ever
    expect(isNew('bookkeep', { sent: 5000 }, 5000)).toBe(false) // makes nothing
    expect(isNew('create', { ended: 5000 }, 5000)).toBe(false) // never sent: settled by what was found
  })

  test('is what explains that a later step is told there is no such thing, and nothing else', () => {
    const steps = [made('create', { sent: 5000 })]
    const later = view(1, 'sent')
    const refused = (code: string) => ({ code, serviceCode: null, message: null })
    const at = { now: 5500, settleMs }
    expect(mayBeUnseen({ steps }, later, refused('not-found'), at)).toBe(true)
    expect(mayBeUnseen({ steps }, later, refused('rejected'), at)).toBe(false)
    const [creation] = steps
    expect(creation && mayBeUnseen({ steps }, creation, refused('not-found'), at)).toBe(false)
  })
})

test('a look-up that is refused says nothing of what was to be made, and all of any other step', () => {
  const problem = { code: 'missing-scope', serviceCode: '1', message: 'No' }
  const codeOf = (step: StepView['step']) => problemOfLookUp({ ...view(0, 'unknown'), step }, problem).code
  expect([codeOf('create'), codeOf('credit')]).toEqual(['not-looked-up', 'not-looked-up'])
  expect([codeOf('bookkeep'), codeOf('create-payment')]).toEqual(['missing-scope', 'missing-scope'])
})

test('the step after one is the next of them', () => {
  const all = [view(0, 'done'), view(1, 'waiting'), view(2, 'waiting')]
  expect([all[0] && stepAfter({ steps: all }, all[0]), all[2] && stepAfter({ steps: all }, all[2])]).toEqual([
    all[1],
    undefined,
  ])
})

test('an invoice that was dropped half way has nothing more to be done', () => {
  expect(nextAction([view(0, 'done'), view(1, 'dropped')])).toEqual({ kind: 'finished' })
})

test('of what was looked for in vain or not at all, a request may still come', () => {
  const leftOf = (code: string) => attemptsLeft({ attempts: 1, problem: { code, serviceCode: null, message: null } })
  expect(['unknown', 'cancelled', 'not-looked-up', 'rejected'].map(leftOf)).toEqual([1, 1, 1, 0])
})

describe('accounts that came out otherwise over there', () => {
  const row = (account: number, debit: number, credit = 0) => ({ account, debit, credit })
  type Rows = Parameters<typeof changedAccounts>[0]['rows']
  const changed = (sent: object[], made: object[] | undefined, currency = 'SEK') =>
    changedAccounts({ rows: sent as Rows, currency }, { rows: made as Rows } as Pick<PostedInvoice, 'rows'>)
  const sent = [row(2440, 0, 12_500), row(2641, 2_500), row(6110, 10_000)]

  test('are told with what was sent in brackets, in their order', () => {
    expect(changed(sent, sent)).toBeNull()
    const made = [row(6110, 12_000), row(2440, 0, 12_500), row(2641, 500)]
    expect(changed(sent, made)).toBe('2641: 5.00 (25.00), 6110: 120.00 (100.00)')
    expect(changed(sent, [...sent, row(3740, 100), row(3740, 0, 100)])).toBeNull() // comes to nothing
  })

  test('are not told by an answer that has no rows, or not all of them', () => {
    expect([changed(sent, undefined), changed(sent, []), changed(sent, [row(6110, 12_000)])]).toEqual([
      null,
      null,
      null,
    ])
  })

  test('are compared without their amounts in another currency', () => {
    const inKronor = sent.map(({ account, debit, credit }) => row(account, debit * 11, credit * 11))
    expect(changed(sent, inKronor, 'EUR')).toBeNull()
    const elsewhere = [row(2440, 0, 12_500), row(2641, 2_500), row(6540, 10_000)]
    expect(changed(sent, elsewhere, 'EUR')).toBe('6110: 0.00 (100.00), 6540: 100.00 (0.00)')
  })
})
