import { describe, expect, test } from 'vitest'
import { mayBeUnseen, type StepView } from './rules.ts'
import { hideWhatIsNew } from './testing/hide-what-is-new.ts'
import { createLaneScene } from './testing/lane-scene.ts'

const day = '2026-11-21'

function creditsOf({ far: { books } }: ReturnType<typeof createLaneScene>) {
  const credits = [...books.invoices.values()].filter(({ number }) => number.startsWith('K'))
  return credits.map(({ creditReference }) => creditReference).sort()
}

describe('what was posted a moment ago and is not seen yet', () => {
  test.each([9_000, 19_000])(
    'is taken back when it is, %i ms later: it was kept as gone though it stood there',
    async (unseenMs) => {
      const scene = createLaneScene(3)
      hideWhatIsNew(scene, unseenMs, 'reads')
      await scene.time.run(scene.work())
      expect(scene.time.now()).toBeLessThan(5_000)
      scene.askForUndo(day)
      expect(await scene.time.run(scene.work())).toBe('emptied')
      expect(creditsOf(scene)).toEqual(['1', '2', '3'])
      expect(scene.states().every((steps) => steps.every((state) => state === 'done'))).toBe(true)
    },
  )
  test('is kept as gone when it still is not long after', async () => {
    const scene = createLaneScene(1)
    hideWhatIsNew(scene, 600_000, 'reads')
    await scene.time.run(scene.work())
    scene.askForUndo(day)
    expect(await scene.time.run(scene.work())).toBe('emptied')
    expect(creditsOf(scene)).toEqual([])
    expect(scene.time.now()).toBeLessThan(60_000)
  })
  test('counts from the end of an answer that took half a minute', async () => {
    const scene = createLaneScene(1)
    const { createSupplierInvoice } = scene.far.session
    scene.far.session.createSupplierInvoice = async (invoice) => {
      const made = await createSupplierInvoice(invoice)
      await scene.time.sleep(30_000)
      return made
    }
    hideWhatIsNew(scene, 5_000)
    expect(await scene.time.run(scene.work())).toBe('emptied')
    expect(scene.states()).toEqual([['done', 'done', 'done', 'done']])
  })
  test.each([
    [19_000, 'not-found', true],
    [21_000, 'not-found', false],
    [19_000, 'rejected', false],
  ])('%i ms after the step before it a refusal as %s may pass: %s', (ms, code, mayPass) => {
    const now = Date.parse('2026-11-21T08:00:00Z')
    const sent = (ordinal: number, step: StepView['step'], before: number): StepView => ({
      ...{ ordinal, step, state: 'sent', attempts: 1, problem: null },
      sentAt: new Date(now - before),
    })
    // Its own request, a moment ago, made nothing that it could be waiting for: it would be sent for ever.
    const steps = [sent(0, 'create', ms), sent(1, 'create-payment', 0)]
    const asked = { code, serviceCode: null, message: null }
    expect(mayBeUnseen({ steps }, steps[1] as StepView, asked, { now, settleMs: 10_000 })).toBe(mayPass)
  })
})
