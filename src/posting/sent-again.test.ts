import { expect, test } from 'vitest'
import type { AccountingSession } from '#connectors/accounting-connector.ts'
import { createPacer } from '#connectors/pacer.ts'
import { createSimulatedTime } from '#connectors/testing/simulated-time.ts'
import { createLog } from '#platform/log.ts'
import { workChecked } from './lane/check-runs.ts'
import { createFarSide, type Fate } from './testing/far-side.ts'
import { createMemory } from './testing/simulation/memory-store.ts'
import type { Operation } from './testing/simulation/process-life.ts'
import { newPurchase, newRun } from './testing/simulation/runs.ts'

/**
 * A lane at work on 300 invoices of a new run, a minute at full pace and more; of an older run each invoice is refused the
 * first time it is sent. Times in simulated ms.
 */
function openScene({
  old = 1,
  fateOf = () => undefined,
}: {
  old?: number
  fateOf?(nth: number): Fate | undefined
} = {}) {
  const time = createSimulatedTime()
  const memory = createMemory(time.now)
  const pacer = createPacer({ requests: 25, seconds: 5, ...time })
  const created: { reference: string; at: number }[] = []
  const lookedUpAt: number[] = []
  let sent = 0
  const far = createFarSide({
    sleep: time.sleep,
    fateOf({ step, reference, nth }) {
      if (step === 'create') created.push({ reference, at: time.now() })
      const isRefused = step === 'create' && nth === 1 && reference === oldReference(0)
      return isRefused ? { kind: 'refused', code: 'rejected' } : (fateOf(++sent) ?? { kind: 'answered' })
    },
  })
  const purchases = Array.from({ length: 600 }, (_, index) => newPurchase(index)).filter((one) => !one.invoice.credits)
  const oldReference = (index: number) => purchases[index]?.reference ?? ''
  const runs = [purchases.slice(0, old), purchases.slice(old, old + 300)]
  for (const [index, all] of runs.entries()) {
    const { run, postings } = newRun(index, all, { now: index, needsApproval: false })
    memory.insertRun(run, postings)
  }
  const operation: Operation = (work) => time.sleep(5).then(work)
  const counts = { due: 0, checks: 0 }
  let underWay = 0
  let besideChecks = 0
  async function work(ms: number) {
    await memory.openLeases(operation, false).take('lane', 10 * ms)
    const stopping = new AbortController()
    void time.sleep(ms).then(() => stopping.abort())
    const store = memory.openLane('lane', operation, time.now)
    return workChecked({
      store: { ...store, listDue: () => store.listDue().finally(() => ++counts.due) },
      session: new Proxy(far.session, {
        get: (target, name) => async (given: never, more: never) => {
          if (name === 'findByReference') lookedUpAt.push(time.now())
          const answered = await pacer.pace()
          underWay += 1
          const answer = (target[name as keyof AccountingSession] as (a: never, b: never) => Promise<never>)(
            given,
            more,
          )
          return answer.finally(() => {
            underWay -= 1
            answered({ isRateLimited: false })
          })
        },
      }),
      async checkRun() {
        counts.checks += 1
        besideChecks += underWay
        await time.sleep(800)
        besideChecks += underWay
        return async (held) => held.map(() => null)
      },
      log: createLog('silent'),
      onAsked: memory.onAsked,
      untilTurn: pacer.untilTurn,
      mayStillSend: () => true,
      ...time,
      signal: stopping.signal,
    })
  }
  const sendAgain = () => memory.changePostings('run-1', [memory.postings[0]?.id ?? ''], 'retry')
  const createsOf = (reference: string) => created.filter((one) => one.reference === reference).map(({ at }) => at)
  return {
    ...{ time, memory, far, counts, lookedUpAt, work, sendAgain, besideChecks: () => besideChecks },
    createsOfOld: () => createsOf(oldReference(0)),
  }
}

test('what is sent again beside a lane at work is taken up within seconds, and nothing under way is abandoned', async () => {
  const scene = openScene()
  const { time, memory, far } = scene
  const person = time.sleep(12_345).then(scene.sendAgain)
  expect(await time.run(scene.work(60_000))).toBe('stopped')
  expect(await person).toBe(1)
  const [first, again, ...more] = scene.createsOfOld()
  expect(first).toBeLessThan(1_000)
  expect(scene.lookedUpAt[0]! - 12_345).toBeLessThan(2_000)
  // At full pace a request waits five seconds for its turn: two looks, the check, and then its own.
  expect(again! - 12_345).toBeLessThan(15_000)
  expect(more).toEqual([])
  expect(scene.counts.checks).toBe(1)
  expect(scene.besideChecks()).toBe(0)
  // Only what was refused is looked up: of all else the lane knew what became of it.
  const lookedUp = new Set(far.requests.filter(({ what }) => what === 'look-up').map(({ reference }) => reference))
  expect([...lookedUp]).toEqual([memory.postings[0]?.reference])
  const steps = memory.postings.flatMap((one) => one.steps)
  expect(steps.filter(({ state }) => state === 'sent')).toEqual([])
})

test('a lane at work goes on at full pace after the check', async () => {
  const [quiet, asked] = [openScene(), openScene()]
  await quiet.time.run(quiet.work(60_000))
  void asked.time.sleep(12_345).then(asked.sendAgain)
  await asked.time.run(asked.work(60_000))
  const lost = quiet.far.requests.length - asked.far.requests.length
  expect(lost).toBeLessThan(25)
})

test('a lane asks for what is due only when somebody let something go on', async () => {
  const scene = openScene()
  await scene.time.run(scene.work(60_000))
  expect(scene.counts.due).toBe(1)
})

test('a request whose answer was lost is looked for all the same, and made once, where a check comes between', async () => {
  const scene = openScene({
    fateOf: (nth) => (nth % 10 === 0 ? { kind: 'lost-after', lateMs: 5_000 } : undefined),
  })
  for (const at of [3_000, 12_345, 14_000, 30_000]) void scene.time.sleep(at).then(scene.sendAgain)
  await scene.time.run(scene.work(600_000))
  const { invoices, payments } = scene.far.books
  expect(scene.memory.postings.flatMap((one) => one.steps).filter(({ state }) => state !== 'done')).toEqual([])
  expect(new Set([...invoices.values()].map(({ reference }) => reference)).size).toBe(301)
  expect([invoices.size, payments.size]).toEqual([301, 301])
})
