import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { times } from '../../test/at-once.ts'
import { openTestDatabase } from '../../test/database.ts'
import { octoberFile as file } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

/** The same call from several at once, and calls that want the same: answered as if one came after the other. */
let database: OpenDatabase
let near: ReturnType<typeof openImports>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  near = openImports(database)
  near.teach('KONTORSHALLEN 0412', supplier())
})

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()

test('of options that several choose at once none is lost', async () => {
  const { id } = await near.read(file)
  for (const [bookkeep, pay, paymentDate] of [
    [false, false, '2026-10-31'],
    [true, null, '2026-10-30'],
    [null, false, null],
  ] as const) {
    const choices = [{ bookkeep }, { pay }, { paymentDate }]
    await times(3, (index) => near.call('PATCH', `/imports/${id}/options`, choices[index]))
    expect((await near.call('GET', `/imports/${id}`)).body.options).toMatchObject({ bookkeep, pay, paymentDate })
  }
})

test('an import that several confirm at once is confirmed once, and one that several delete is deleted once', async () => {
  const { id, invoices } = await near.read(file)
  const confirmed = await times(4, () => near.call('POST', `/imports/${id}/confirm`, { invoices }))
  expect(confirmed.filter(({ status }) => status >= 500)).toEqual([])
  expect(near.runs).toHaveLength(1)
  const other = await near.read(new Uint8Array([...file, 10]), 'annan.csv')
  expect(statuses(await times(4, () => near.call('DELETE', `/imports/${other.id}`)))).toEqual([204, 404, 404, 404])
})
