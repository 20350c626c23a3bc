import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { openTestDatabase } from '../../test/database.ts'
import { changeImport } from './store.ts'
import { csv } from './testing/fake-neighbours.ts'
import { openImports } from './testing/open-imports.ts'
import { supplier } from './testing/purchase-fixture.ts'

let database: OpenDatabase
let near: ReturnType<typeof openImports>
const file = csv(
  '2026-10-01;KONTORSHALLEN 0412;SEK;0;1299,00',
  '2026-10-03;KONTORSHALLEN 0412;SEK;0;96,00',
  '2026-10-05;KONTORSHALLEN 0412;SEK;0;50,00',
  '2026-10-06;BRYGGERIGR 14;SEK;0;60,00',
)

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  near = openImports(database)
  near.teach('KONTORSHALLEN 0412', supplier())
})

const templateMapping = async () => {
  const { mapping } = await near.templates.getTemplate(near.companyId, near.templateId)
  return mapping
}
/** The template gives every row a comment from now on. */
async function changeTemplate() {
  const mapping = await templateMapping()
  const comments = { kind: 'constant' as const, value: 'Kort' }
  const key = { companyId: near.companyId, userId: 'x', id: near.templateId }
  await near.templates.saveMapping(key, { ...mapping, fields: { ...mapping.fields, comments } })
}
const isChanged = async (id: string) => (await near.call('GET', `/imports/${id}/drift`)).body.isTemplateChanged
async function readAgain(id: string) {
  const { status, body } = await near.call('POST', `/imports/${id}/read-again`)
  expect([status, body.state]).toEqual([202, 'reading'])
  await near.work()
  return (await near.call('GET', `/imports/${id}`)).body
}
const row = async (id: string, number: number) => (await near.call('GET', `/imports/${id}/rows/${number}`)).body
const shown = ({ fields }: { fields: { field: string; value: string }[] }, name: string) =>
  fields.find(({ field }) => field === name)?.value

test('a template that is changed after the reading is told, and one call reads the file under it', async () => {
  const { id } = await near.read(file)
  expect(await isChanged(id)).toBe(false)
  await changeTemplate()
  expect(await isChanged(id)).toBe(true)
  expect(shown(await row(id, 2), 'comments')).toBeUndefined()
  const { totals, state, warnings } = await readAgain(id)
  expect([state, totals.ready, totals.attention.count, warnings]).toEqual([
    'checked',
    { count: 3, sum: 144_500 },
    1,
    [],
  ])
  expect(shown(await row(id, 2), 'comments')).toBe('Kort')
  expect(await isChanged(id)).toBe(false)
})

test('what was told of fetched rows before they were read is told on, for reading them again does not show it', async () => {
  const { companyId, templateId } = near
  near.stored.set('fetched', file)
  const told = [{ code: 'source-rows-hidden', params: { sheet: 'Kort', rows: 2 } }]
  const { id } = await near.imports.startImport({
    ...{ companyId, userId: newId(), templateId, warnings: told },
    file: { name: 'Kort.csv', key: 'fetched', sha256: 'fetched' },
  })
  await near.work()
  expect((await near.call('GET', `/imports/${id}`)).body.warnings).toEqual(told)
  await changeTemplate()
  expect((await readAgain(id)).warnings).toEqual(told)
})

test('what a person wrote and decided about rows stays, and counts', async () => {
  const { id } = await near.read(file)
  await near.call('PATCH', `/imports/${id}/rows/2`, { fields: { total: '1300', invoiceDate: '2026-09-30' } })
  await near.call('PATCH', `/imports/${id}/rows/3`, { decision: 'leave-out' })
  await near.call('PATCH', `/imports/${id}/rows/5`, { fields: { supplier: '7' } })
  await changeTemplate()
  const { totals } = await readAgain(id)
  expect([totals.read, totals.ready, totals.skipped.count]).toEqual([
    ...[{ count: 5, sum: 150_600 }, { count: 3, sum: 141_000 }, 2],
  ])
  expect(await row(id, 2)).toMatchObject({ state: 'ready', edits: { total: '1300.00', invoiceDate: '2026-09-30' } })
  expect(shown(await row(id, 2), 'comments')).toBe('Kort')
  expect(await row(id, 3)).toMatchObject({ state: 'skipped', decision: 'leave-out' })
  expect(await row(id, 5)).toMatchObject({ state: 'ready', supplierNumber: '7' })
  // And a second time, as they were put back only once.
  expect((await readAgain(id)).totals).toEqual(totals)
})

test('a change of many rows from before the reading is not undone among the rows that were read anew', async () => {
  const { id } = await near.read(file)
  const { body } = await near.call('POST', `/imports/${id}/rows/change`, { ids: [2, 3], decision: 'leave-out' })
  await changeTemplate()
  await readAgain(id)
  expect(await near.call('POST', `/imports/${id}/rows/undo`, { changeId: body.changeId })).toMatchObject({
    ...{ status: 409, body: { errors: [{ code: 'change-not-undoable' }] } },
  })
  expect((await row(id, 2)).decision).toBe('leave-out')
})

test('rows are gathered as the template says by now', async () => {
  const { id, invoices } = await near.read(file)
  near.templated.granularity = 'supplier'
  expect([invoices, await isChanged(id)]).toEqual([3, true])
  expect(await readAgain(id)).toMatchObject({ granularity: 'supplier', invoices: 1 })
})

test('an import that was confirmed is not read again', async () => {
  const { id, invoices } = await near.read(file)
  await near.call('POST', `/imports/${id}/confirm`, { invoices })
  await changeTemplate()
  expect(await isChanged(id)).toBe(false)
  expect(await near.call('POST', `/imports/${id}/read-again`)).toMatchObject({
    ...{ status: 409, body: { errors: [{ path: 'state', code: 'import-confirmed' }] } },
  })
})

test('whoever confirms an import, changes it or has it read while a colleague has it read again is told so', async () => {
  const { id, invoices } = await near.read(file)
  expect((await near.call('POST', `/imports/${id}/read-again`)).status).toBe(202)
  const asked = [
    near.call('POST', `/imports/${id}/confirm`, { invoices }),
    near.call('POST', `/imports/${id}/read-again`),
    near.call('PATCH', `/imports/${id}/options`, { pay: false }),
    near.call('PATCH', `/imports/${id}/rows/2`, { decision: 'leave-out' }),
  ]
  for (const answer of await Promise.all(asked))
    expect(answer).toMatchObject({
      ...{ status: 409, body: { errors: [{ path: 'state', code: 'import-being-read' }] } },
    })
  expect(near.runs).toEqual([])
})

test('an import whose template is gone is not read again, and says why', async () => {
  const { id } = await near.read(file)
  await withCompany(database.db, near.companyId, (tx) => changeImport(tx, near.companyId, id, { templateId: newId() }))
  expect(await near.call('POST', `/imports/${id}/read-again`)).toMatchObject({
    status: 409,
    body: { errors: [{ path: 'templateId', code: 'template-gone' }] },
  })
})
