import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ConnectorError } from '#connectors/accounting-connector.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { createScene } from './testing/scene.ts'

let database: OpenDatabase
let scene: Awaited<ReturnType<typeof createScene>>

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  scene = await createScene(database)
})

test('cost centres that are refused, however that is said, close nothing else', async () => {
  const { connection } = await scene.connect()
  const refresh = () => scene.near.connections.refreshRegisters(scene.companyId, connection.id)
  const message = 'Saknar behörighet för kostnadsställen'
  const details = { status: 400, serviceCode: '2001234', serviceMessage: message }
  scene.far.state.closed.costCenters = new ConnectorError('rejected', 'never', details)
  const { accounts, refused } = await refresh()
  const told = { area: 'cost-centers', kind: 'missing-scope', serviceCode: '2001234', message }
  expect([accounts.length, refused]).toEqual([4, [told]])
  scene.clock.advance(1)
  scene.far.state.closed.costCenters = new ConnectorError('unavailable', 'safe')
  await expect(refresh()).rejects.toThrow('unavailable')
})

test('an account out of a register that is closed to us is refused with what closes it', async () => {
  const details = { status: 403, serviceCode: '2000663', serviceMessage: 'Har inte behörighet för scope' }
  scene.far.state.closed.accounts = new ConnectorError('missing-scope', 'never', details)
  await scene.connect()
  const save = (chosen: object) => {
    const none = { usesWarehouse: false, creditAccount: null, paymentAccount: null, modeOfPayment: null }
    const settings = { ...none, bookkeepInvoices: true, payInvoices: true, ...chosen }
    return scene.near.as(scene.companyId).send('PUT', '/settings', settings)
  }
  const { status, body } = await save({ paymentAccount: 2890, modeOfPayment: 'KORT' })
  expect([status, body.code]).toEqual([422, 'accounting-system-refused'])
  expect((await save({})).status).toBe(200)
})

test('what else does not fit is told of the setting itself, whatever is closed to us', async () => {
  const details = { status: 403, serviceCode: '2001101', serviceMessage: 'Licens saknas' }
  scene.far.state.closed.accounts = new ConnectorError('missing-licence', 'never', details)
  await scene.connect()
  const none = { usesWarehouse: false, creditAccount: null, paymentAccount: null }
  const settings = { ...none, modeOfPayment: 'FINNS-EJ', bookkeepInvoices: true, payInvoices: true }
  const { status, body } = await scene.near.as(scene.companyId).send('PUT', '/settings', settings)
  expect([status, body.errors]).toMatchObject([400, [{ path: 'modeOfPayment', code: 'mode-of-payment-unknown' }]])
})
