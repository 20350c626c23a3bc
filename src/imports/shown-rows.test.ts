import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, rowsOf } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { hashOfReady } from './shown-rows.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const row = {
  ...{ id: 1, state: 'ready', amount: 129900, vat: 25980, account: 5410, occurrence: 1 },
  ...{ supplier_number: '12', vat_type: 'SE25', invoice_number: null, edits: null, credit_of: null },
}
type Row = Record<keyof typeof row, unknown>

async function hashOf(...rows: Row[]): Promise<string> {
  const [found] = await rowsOf<{ hash: string }>(
    database.db.execute(
      sql`select ${hashOfReady} as hash from jsonb_populate_recordset(null::import_rows, ${JSON.stringify(rows)}::jsonb)`,
    ),
  )
  return found?.hash ?? ''
}

test('rows are posted as something else when any of what they are posted as changes, or which of them it stands on', async () => {
  const changes: Partial<Row>[] = [
    ...[{ id: 2 }, { amount: 129901 }, { amount: null }, { vat: 25981 }, { vat: null }, { vat: 0 }],
    ...[{ account: 5411 }, { account: null }, { occurrence: 2 }, { supplier_number: '13' }, { vat_type: 'SE12' }],
    ...[{ invoice_number: '4711' }, { invoice_number: '12' }, { edits: { comments: 'x' } }],
    ...[{ credit_of: { comments: 'x' } }, { state: 'attention' }],
  ]
  const all = await Promise.all([row, ...changes.map((change) => ({ ...row, ...change }))].map((each) => hashOf(each)))
  expect(new Set(all).size).toBe(all.length)
  const second = { ...row, id: 2, account: 4010 }
  expect(await hashOf(row, second)).toBe(await hashOf(second, row))
  expect(await hashOf(row, second)).not.toBe(await hashOf({ ...row, id: 2 }, { ...second, id: 1 }))
})
