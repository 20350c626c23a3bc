import { expect, test } from 'vitest'
import { ConnectorError } from '#connectors/accounting-connector.ts'
import { steps } from './contract.ts'
import { createLaneScene } from './testing/lane-scene.ts'

async function expectAllOnce(scene: ReturnType<typeof createLaneScene>): Promise<void> {
  expect(await scene.time.run(scene.work())).toBe('emptied')
  expect(scene.states()).toEqual(scene.kept.map(() => steps.map(() => 'done')))
  expect([scene.far.books.invoices.size, scene.far.books.payments.size]).toEqual([2, 2])
}

const refused = () => new ConnectorError('rejected', 'never', { serviceCode: '2001500', serviceMessage: 'Finns redan' })

test('a request that was delivered twice was carried out, though the second delivery is refused', async () => {
  const scene = createLaneScene(2)
  const { session } = scene.far
  const twice = <Given extends unknown[]>(call: (...given: Given) => Promise<unknown>) => {
    return async (...given: Given): Promise<never> => {
      await call(...given)
      throw refused()
    }
  }
  session.createSupplierInvoice = twice(session.createSupplierInvoice)
  session.createPayment = twice(session.createPayment)
  await expectAllOnce(scene)
})

test('no refusal of a payment is believed before a list that lags would show it', async () => {
  const scene = createLaneScene(2)
  const { session } = scene.far
  const { createPayment, listPayments } = session
  let shownAt = 0
  session.createPayment = async (...given) => {
    await createPayment(...given)
    shownAt = scene.time.now() + 3_000
    throw refused()
  }
  session.listPayments = async (number) => (scene.time.now() < shownAt ? [] : listPayments(number))
  await expectAllOnce(scene)
})

test('what is refused for an obstacle in the way of all is not waited for', async () => {
  const scene = createLaneScene(2)
  const began = scene.time.now()
  scene.far.session.createPayment = () => Promise.reject(new ConnectorError('period-locked', 'never'))
  expect(await scene.time.run(scene.work())).toBe('emptied')
  expect(scene.states().map((states) => states[2])).toEqual(['rejected', 'rejected'])
  expect(scene.time.now() - began).toBeLessThan(5_000)
})
