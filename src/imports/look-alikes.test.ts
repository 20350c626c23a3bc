import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { amountsInParts, findConfirmedBeside, listLookAlikes } from './look-alike-store.ts'
import { findImport } from './store.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
let near: ReturnType<typeof openImports>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  near = openImports(database)
  near.teach('ICA MAXI ÖSTERSUND', supplier({ number: '7', name: 'Ica Maxi Östersund' }))
  for (const text of ['ICA MAXI ÖST', 'ICA MAXI']) near.teach(text, supplier({ number: '8', name: 'Ica Maxi' }))
})

const row = (text: string, day = '2026-10-01', amount = '125,00') => `${day};${text};SEK;0;${amount}`
const rowsOf = async (id: string) => (await near.call('GET', `/imports/${id}/rows`)).body.items
const statesOf = async (id: string) =>
  (await rowsOf(id)).flatMap(({ number, state }: { number: number; state: string }) =>
    state === 'skipped' ? [] : [`${number} ${state}`],
  )
async function imported(...rows: string[]) {
  const record = await near.read(csv(...rows))
  await near.call('POST', `/imports/${record.id}/confirm`, { invoices: record.invoices })
  return record
}

test('a purchase whose text another source cuts waits for a person, who imports it anyway or leaves it out', async () => {
  await imported(row('ICA MAXI ÖSTERSUND'), row('ICA MAXI ÖSTERSUND', '2026-10-02'))
  const cut = await near.read(
    csv(
      row('ICA MAXI ÖST'),
      row('ICA MAXI ÖST', '2026-10-02'),
      row('ICA MAXI ÖST', '2026-10-03'),
      row('ICA MAXI ÖST', '2026-10-02', '99,00'),
    ),
  )
  expect(cut.totals).toMatchObject({ ready: { count: 2 }, attention: { count: 2 }, duplicate: { count: 0 } })
  expect(await statesOf(cut.id)).toEqual(['2 attention', '3 attention', '4 ready', '5 ready'])
  const [, first, second] = await rowsOf(cut.id)
  expect(first.problems).toEqual([
    { code: 'perhaps-imported', params: { fileName: 'kort.csv', row: 2, text: 'ICA MAXI ÖSTERSUND' } },
  ])

  const decide = (id: number, decision: string | null) =>
    near.call('PATCH', `/imports/${cut.id}/rows/${id}`, { decision })
  await decide(first.id, 'leave-out')
  await decide(second.id, 'import-anyway')
  expect(await statesOf(cut.id)).toEqual(['3 ready', '4 ready', '5 ready'])
  await decide(second.id, null)
  expect(await statesOf(cut.id)).toEqual(['3 attention', '4 ready', '5 ready'])
  await near.call('POST', `/imports/${cut.id}/rows/change`, { filter: {}, decision: 'import-anyway' })
  const { body } = await near.call('POST', `/imports/${cut.id}/recheck`)
  expect(await statesOf(cut.id)).toEqual(['3 ready', '4 ready', '5 ready'])
  expect((await near.call('POST', `/imports/${cut.id}/confirm`, { invoices: body.invoices })).status).toBe(200)
})

test('a purchase that a person left out is not booked from an overlapping file without being asked about', async () => {
  const first = await near.read(csv(row('ICA MAXI'), row('ICA MAXI'), row('ICA MAXI', '2026-10-02')))
  const { body: left } = await near.call('PATCH', `/imports/${first.id}/rows/3`, { decision: 'leave-out' })
  await near.call('POST', `/imports/${first.id}/confirm`, { invoices: left.invoices })
  const rows = [row('ICA MAXI', '2026-10-03'), row('ICA MAXI', '2026-10-02'), row('ICA MAXI'), row('ICA MAXI')]
  const { id } = await near.read(csv(...rows))
  expect(await statesOf(id)).toEqual(['2 ready', '3 duplicate', '4 duplicate', '5 attention'])
  const held = (await rowsOf(id)).at(-1)
  expect(held.problems).toEqual([{ code: 'left-out-before', params: { fileName: 'kort.csv', row: 3 } }])
  await near.call('POST', `/imports/${id}/recheck`)
  expect(await statesOf(id)).toEqual(['2 ready', '3 duplicate', '4 duplicate', '5 attention'])
  await near.call('PATCH', `/imports/${id}/rows/${held.id}`, { decision: 'import-anyway' })
  expect(await statesOf(id)).toEqual(['2 ready', '3 duplicate', '4 duplicate', '5 ready'])
  await near.call('PATCH', `/imports/${id}/rows/${held.id}`, { decision: 'leave-out' })
  expect(await statesOf(id)).toEqual(['2 ready', '3 duplicate', '4 duplicate'])
})

test('a row that is held is known by that, not by a note that stops nothing', async () => {
  const { financialYears } = near.state.registers
  near.state.registers = {
    ...near.state.registers,
    financialYears: financialYears.map((year) => ({ ...year, method: 'cash' as const })),
  }
  await imported(row('ICA MAXI ÖSTERSUND'))
  const { id } = await near.read(csv(row('ICA MAXI ÖST')))
  const codes = (await rowsOf(id)).at(-1).problems.map(({ code }: { code: string }) => code)
  expect(codes).toEqual(['perhaps-imported', 'cash-method'])
})

test('a purchase that the file holds itself to the letter holds no other', async () => {
  await imported(row('ICA MAXI ÖSTERSUND'))
  const { id } = await near.read(csv(row('ICA MAXI ÖSTERSUND'), row('ICA MAXI ÖST')))
  expect(await statesOf(id)).toEqual(['2 duplicate', '3 ready'])
})

test('an import that waits is checked again when a look-alike was imported elsewhere, and when that was taken back', async () => {
  const cut = await near.read(csv(row('ICA MAXI')))
  await imported(row('ICA MAXI ÖSTERSUND'))
  while (near.queued.length > 0) await near.work()
  expect(await statesOf(cut.id)).toEqual(['2 attention'])
  const references = near.runs[0]?.invoices.map(({ reference }) => reference) ?? []
  const { companyId, connectionId } = near
  await withCompany(database.db, companyId, (tx) =>
    near.imports.releasePurchases(tx, { companyId, connectionId, references }),
  )
  while (near.queued.length > 0) await near.work()
  expect(await statesOf(cut.id)).toEqual(['2 ready'])
})

test('what was imported between the reading and the confirmation holds a look-alike too, which is shown first', async () => {
  const cut = await near.read(csv(row('ICA MAXI')))
  expect(await statesOf(cut.id)).toEqual(['2 ready'])
  await imported(row('ICA MAXI ÖSTERSUND'))
  const answer = await near.call('POST', `/imports/${cut.id}/confirm`, { invoices: cut.invoices })
  expect(answer.body.errors).toEqual([{ path: 'invoices', code: 'import-changed' }])
  expect(await statesOf(cut.id)).toEqual(['2 attention'])
})

test('of rows that make one invoice a look-alike holds the others too, until a person has said what it is', async () => {
  await imported(row('ICA MAXI ÖSTERSUND'))
  near.templated.granularity = 'sheet'
  const cut = await near.read(csv(row('ICA MAXI'), row('ICA MAXI', '2026-10-05')))
  expect(cut.invoices).toBe(0)
  const codes = (await rowsOf(cut.id)).map(({ problems }: { problems: { code: string }[] }) => problems[0]?.code)
  expect(codes.slice(1)).toEqual(['perhaps-imported', 'group-waits'])
  const { body } = await near.call('PATCH', `/imports/${cut.id}/rows/2`, { decision: 'import-anyway' })
  expect(body.invoices).toBe(1)
  expect((await near.call('POST', `/imports/${cut.id}/confirm`, { invoices: 1 })).status).toBe(200)
})

test('a purchase that another template dates a few days apart waits for a person, also where a month ends between them', async () => {
  const cardStatement = await near.read(csv(row('ICA MAXI', '2026-11-02'), row('ICA MAXI', '2026-11-20')))
  const bank = newId()
  near.templated.others.push(bank)
  const before = await near.read(csv(row('ICA MAXI ÖSTERSUND', '2026-10-30')), 'bank.csv', bank)
  await near.call('POST', `/imports/${before.id}/confirm`, { invoices: before.invoices })
  while (near.queued.length > 0) await near.work()
  expect(await statesOf(cardStatement.id)).toEqual(['2 attention', '3 ready'])
  const [, { problems }] = await rowsOf(cardStatement.id)
  expect(problems).toEqual([
    {
      code: 'perhaps-imported',
      params: { fileName: 'bank.csv', row: 2, text: 'ICA MAXI ÖSTERSUND', day: '2026-10-30' },
    },
  ])
  await near.call('PATCH', `/imports/${cardStatement.id}/rows/2`, { decision: 'import-anyway' })
  const { body } = await near.call('POST', `/imports/${cardStatement.id}/recheck`)
  expect(await statesOf(cardStatement.id)).toEqual(['2 ready', '3 ready'])
  expect((await near.call('POST', `/imports/${cardStatement.id}/confirm`, { invoices: body.invoices })).status).toBe(
    200,
  )
})

test('a row that is given another amount leaves its look-alike to the next of the amount it had, and takes it back', async () => {
  await imported(row('ICA MAXI ÖSTERSUND'))
  const { id } = await near.read(csv(row('ICA MAXI ÖST'), row('ICA MAXI'), row('ICA MAXI', '2026-10-02', '80,00')))
  expect(await statesOf(id)).toEqual(['2 attention', '3 ready', '4 ready'])
  await near.call('PATCH', `/imports/${id}/rows/2`, { fields: { total: '99' } })
  expect(await statesOf(id)).toEqual(['2 ready', '3 attention', '4 ready'])
  await near.call('PATCH', `/imports/${id}/rows/2`, { fields: { total: null } })
  expect(await statesOf(id)).toEqual(['2 attention', '3 ready', '4 ready'])
})

test('rows of some amounts at a time are compared with the same purchases as all at once', async () => {
  const days = Array.from({ length: 9 }, (_, day) => [
    `2026-10-0${day + 1}`,
    `${day % 2 ? '' : '-'}${day + 1}5,0${day}`,
  ])
  await imported(...days.map(([day, amount]) => row('ICA MAXI ÖSTERSUND', day, amount)))
  const { id } = await near.read(csv(...days.map(([day, amount]) => row('ICA MAXI', day, amount))))
  const [compared, whole] = await withCompany(database.db, near.companyId, async (tx) => {
    const record = await findImport(tx, near.companyId, id)
    const beside = record && (await findConfirmedBeside(tx, record))
    if (!beside) throw new Error('nothing to compare with')
    const read = async (mostRows: number) => {
      const parts = await amountsInParts(tx, record, mostRows)
      return Promise.all(parts.map((part) => listLookAlikes(tx, record, beside, part)))
    }
    return [await read(4), await read(100)]
  })
  expect([compared.length, whole.length]).toEqual([3, 1])
  const idsOf = (read: typeof whole) => read.flatMap(({ own }) => own.map((one) => one.id)).sort((a, b) => a - b)
  expect(idsOf(whole)).toHaveLength(9)
  expect(idsOf(compared)).toEqual(idsOf(whole))
  expect(compared.flatMap(({ earlier }) => earlier)).toHaveLength(9)
})
