import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createActivity } from '#activity/index.ts'
import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { type OpenDatabase, withCompany } from '#platform/database.ts'
import { createDiskFiles } from '#platform/files.ts'
import { type Api, createApi } from '#platform/http.ts'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { openTestDatabase } from '../../test/database.ts'
import { workbook } from '../../test/workbook.ts'
import type { Template } from './contract.ts'
import { createTemplates, type Templates } from './index.ts'
import type { MappingPreview, TemplateSample } from './sample-contract.ts'
import { templates as table } from './tables.ts'
import type { TemplateFile } from './template-file.ts'

const [firm, client, stranger] = [newId(), newId(), newId()]
const userId = newId()
const clock = { now: () => new Date('2026-08-01T10:00:00Z') }
let database: OpenDatabase
let app: Api
let templates: Templates
let role: 'full' | 'admin' = 'admin'
let clients = new Set([client])

beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  templates = createTemplates({
    db,
    clock,
    files: createDiskFiles(mkdtempSync(join(tmpdir(), 'radvis-sharing-'))),
    activity: createActivity({ db, clock }),
    accounts: {
      firmOf: async (company) => (clients.has(company) ? { id: firm, name: 'Ekdahl Redovisning' } : null),
      hasClients: async (company) => company === firm && clients.size > 0,
    },
  })
  app = createApi()
  app.onError((error, c) =>
    error instanceof AppError
      ? c.json({ code: error.code, errors: error.errors }, 400)
      : c.json({ code: 'internal', message: String(error.stack) }, 500),
  )
  app.use('*', async (c, next) => {
    const actor = { userId, name: 'Ada Ek', email: 'ada@example.com', language: 'sv' as const, sessionId: 's' }
    c.set('actor', actor)
    c.set('scope', { companyId: c.req.header('x-company-id') ?? '', companyName: 'Ek AB', role, actor })
    await next()
  })
  app.route('/', templates.routes)
})
afterAll(() => database.close())

async function call<T>(company: string, method: string, path: string, body?: unknown) {
  const headers = { 'content-type': 'application/json', 'x-company-id': company }
  const answer = await app.request(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  return (await answer.json()) as T & { code?: string; errors?: { path: string; code: string }[] }
}

const statement = () =>
  readFileSync(new URL('../../test/fixtures/samples/sebkort_transaktioner_multicard.xlsx', import.meta.url))

async function make(company = firm, name = 'SEB Kort', bytes: Uint8Array = statement()): Promise<Template> {
  return templates.createTemplate({
    companyId: company,
    userId,
    fields: {
      name,
      bank: 'SEB',
      sourceSystem: 'file',
      targetSystem: 'fortnox',
      resource: 'supplier-invoice',
      movement: 'import',
      granularity: 'card',
    },
    file: { name: 'kort.xlsx', bytes: new Uint8Array(bytes) },
  })
}
const list = async (company: string) =>
  (await call<{ items: Template[] }>(company, 'GET', '/templates')).items.map(({ name, sharedBy }) => [
    name,
    sharedBy?.name ?? null,
  ])

describe('a template as a file', () => {
  test('holds how the layout is read and nothing of the company or its file, and makes the same template elsewhere', async () => {
    const original = await make()
    const file = await call<TemplateFile>(firm, 'GET', `/templates/${original.id}/export`)
    expect(Object.keys(file).sort()).toEqual(
      ['bank', 'format', 'granularity', 'mapping', 'movement', 'name', 'resource', 'targetSystem', 'version'].sort(),
    )
    const text = JSON.stringify(file)
    for (const secret of [firm, userId, original.id, 'kort.xlsx', 'WWW.EXAMPLE.AI', '525400'])
      expect(text).not.toContain(secret)

    const made = await call<Template>(stranger, 'POST', '/templates/import', file)
    expect(made).toMatchObject({ name: 'SEB Kort', granularity: 'card', version: 1, mapping: original.mapping })
    const sample = await call<TemplateSample>(stranger, 'GET', `/templates/${made.id}/sample`)
    expect(sample.columns.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Datum', 'Specifikation', 'Belopp']),
    )
    expect([sample.rows, sample.suggestedMapping]).toEqual([[], original.mapping])
    const again = await call<Template>(stranger, 'POST', '/templates/import', file)
    expect(again.name).toBe('SEB Kort (2)')
  })

  test.each([
    ['another version', { version: 2 }, 'version'],
    ['something else', { format: 'other' }, 'format'],
    ['a mapping that is none', { mapping: {} }, 'mapping.header'],
    ['more than a template', { companyId: firm }, ''],
  ])('%s is refused, and where is said', async (_, change, path) => {
    const { id } = await make()
    const file = await call<TemplateFile>(firm, 'GET', `/templates/${id}/export`)
    const answer = await call(stranger, 'POST', '/templates/import', { ...file, ...change })
    expect(answer.code).toBe('invalid-input')
    expect(answer.errors?.map((error) => error.path)).toContain(path)
  })
})

describe('a template file that somebody has written in', () => {
  const column = (name: string, index: number) => ({
    kind: 'source' as const,
    from: { kind: 'column' as const, name, index, occurrence: 0 },
  })
  async function changed(change: (mapping: TemplateFile['mapping']) => TemplateFile['mapping']) {
    const { id } = await make()
    const file = await call<TemplateFile>(firm, 'GET', `/templates/${id}/export`)
    return call<Template>(stranger, 'POST', '/templates/import', { ...file, mapping: change(file.mapping) })
  }

  test.each([
    [
      'a direction of which none is money out',
      (mapping: TemplateFile['mapping']) => ({
        ...mapping,
        signRule: 'direction' as const,
        outgoingDirections: [],
        fields: { ...mapping.fields, direction: column('Typ', 7) },
      }),
      { path: 'mapping.outgoingDirections', code: 'required' },
    ],
    [
      'a fixed value that is empty',
      (mapping: TemplateFile['mapping']) => ({
        ...mapping,
        fields: { ...mapping.fields, account: { kind: 'constant' as const, value: ' ' } },
      }),
      { path: 'mapping.fields.account', code: 'missing-value' },
    ],
  ])('is refused for %s, by which rows would be read as what they are not', async (_, change, error) => {
    expect((await changed(change)).errors).toMatchObject([error])
  })

  test('is taken in with a column that no header has, which is told at the first file', async () => {
    const { id } = await changed((mapping) => ({
      ...mapping,
      fields: { ...mapping.fields, account: column('Kontering', 9) },
    }))
    const firstRows = readSpreadsheet(new Uint8Array(statement()))
    const found = await templates.findDrift(stranger, id, { firstRows, warnings: [] })
    expect(found?.drift.gone).toEqual([{ column: 'Kontering', letter: 'J', fields: ['account'] }])
  })

  test('is taken in though nothing is mapped yet', async () => {
    const { id, mapping } = await changed((mapping) => ({ ...mapping, fields: {}, emptyFieldsConfirmed: false }))
    expect([typeof id, mapping.fields]).toEqual(['string', {}])
  })
})

describe('a firm shares a template', () => {
  test('its clients read and use it and see its changes; nobody else does', async () => {
    const shared = await make(firm, 'Delad')
    expect(await list(client)).toEqual([])
    expect(await call(firm, 'PUT', `/templates/${shared.id}/shared`, { isShared: true })).toMatchObject({
      isShared: true,
    })
    expect(await list(client)).toEqual([['Delad', 'Ekdahl Redovisning']])
    expect((await list(stranger)).some(([name]) => name === 'Delad')).toBe(false)
    expect((await call(stranger, 'GET', `/templates/${shared.id}`)).code).toBe('not-found')

    const changed = { ...shared.mapping, notInvoices: ['Årsavgift'], emptyFieldsConfirmed: true }
    await call(firm, 'PUT', `/templates/${shared.id}/mapping`, changed)
    expect(await templates.getTemplate(client, shared.id)).toMatchObject({ mapping: changed, version: 2 })

    await call(firm, 'PUT', `/templates/${shared.id}/shared`, { isShared: false })
    expect((await call(client, 'GET', `/templates/${shared.id}`)).code).toBe('not-found')
  })

  test('a client does not change it and does not see the firm’s own rows, and copies it', async () => {
    const shared = await make(firm, 'Mall')
    await call(firm, 'PUT', `/templates/${shared.id}/shared`, { isShared: true })
    const path = `/templates/${shared.id}`
    const mapping = { ...shared.mapping, emptyFieldsConfirmed: true }
    for (const answer of [
      await call(client, 'PATCH', path, { name: 'Min' }),
      await call(client, 'PUT', `${path}/mapping`, mapping),
      await call(client, 'PUT', `${path}/shared`, { isShared: false }),
      await call(client, 'DELETE', path),
    ])
      expect([answer.code, answer.errors?.[0]?.code]).toEqual(
        answer.code === 'conflict' ? ['conflict', 'company-has-no-clients'] : ['not-allowed', 'template-is-shared'],
      )
    const sample = await call<TemplateSample>(client, 'GET', `${path}/sample`)
    expect(sample.rows).toEqual([])
    const seen = [sample, await call(client, 'GET', '/templates'), await call(client, 'GET', path)]
    for (const secret of ['525400', 'kort.xlsx']) expect(JSON.stringify(seen)).not.toContain(secret)
    const copy = await call<Template>(client, 'POST', `${path}/duplicate`)
    expect(copy.sampleFileName).toBe('Mall.csv')
    expect(copy).toMatchObject({ name: 'Mall', sharedBy: null, isShared: false, mapping: shared.mapping, version: 1 })
    expect((await call<TemplateSample>(client, 'GET', `/templates/${copy.id}/sample`)).rows).toEqual([])
    expect((await call<Template>(client, 'PATCH', `/templates/${copy.id}`, { name: 'Min' })).name).toBe('Min')
  })

  test('what needs approval is decided by owners and admins, and a firm’s demand goes along to its clients', async () => {
    const template = await make(firm, 'Attest')
    const path = `/templates/${template.id}`
    role = 'full'
    expect(await call(firm, 'PATCH', path, { needsApproval: true })).toMatchObject({
      ...{ code: 'not-allowed', errors: [{ path: 'needsApproval', code: 'approval-admin-only' }] },
    })
    expect((await call<Template>(firm, 'PATCH', path, { name: 'Attest 2' })).needsApproval).toBe(false)
    role = 'admin'
    expect((await call<Template>(firm, 'PATCH', path, { needsApproval: true })).needsApproval).toBe(true)
    await call(firm, 'PUT', `${path}/shared`, { isShared: true })
    expect((await call<Template>(client, 'GET', path)).needsApproval).toBe(true)
    expect((await call(client, 'PATCH', path, { needsApproval: false })).code).toBe('not-allowed')
    expect((await call<Template>(client, 'POST', `${path}/duplicate`)).needsApproval).toBe(true)
  })

  test('sharing is for an admin of a company with clients, and ends with the link', async () => {
    const template = await make(firm, 'Slut')
    role = 'full'
    expect((await call(firm, 'PUT', `/templates/${template.id}/shared`, { isShared: true })).code).toBe('not-allowed')
    role = 'admin'
    const own = await make(stranger, 'Egen')
    expect((await call(stranger, 'PUT', `/templates/${own.id}/shared`, { isShared: true })).code).toBe('conflict')
    await call(firm, 'PUT', `/templates/${template.id}/shared`, { isShared: true })
    clients = new Set()
    expect((await call(client, 'GET', `/templates/${template.id}`)).code).toBe('not-found')
    clients = new Set([client])
  })

  test('row-level security stands: a client’s own transaction sees no row of the firm, shared or not', async () => {
    const shared = await make(firm, 'Skydd')
    await call(firm, 'PUT', `/templates/${shared.id}/shared`, { isShared: true })
    const seen = await withCompany(database.db, client, (tx) => tx.select().from(table))
    expect(seen.some(({ companyId }) => companyId === firm)).toBe(false)
  })
})

test('another sample shows where its columns differ from what is mapped, with the mend', async () => {
  const template = await make(firm, 'Prov')
  const before = await call<TemplateSample>(firm, 'GET', `/templates/${template.id}/sample`)
  expect(before.drift).toBeNull()
  const form = new FormData()
  const header = template.mapping.header.map((name) => (name === 'Belopp' ? 'Belopp SEK' : name))
  form.set('file', new File([[header.join(';'), '2026-05-01;2026-05-02;KAFE;UMEA;SEK;0;5,00'].join('\n')], 'ny.csv'))
  const answer = await app.request(`/templates/${template.id}/sample`, {
    method: 'PUT',
    body: form,
    headers: { 'x-company-id': firm },
  })
  expect(await answer.json()).toMatchObject({ sampleFileName: 'ny.csv', mapping: template.mapping })
  const { drift } = await call<TemplateSample>(firm, 'GET', `/templates/${template.id}/sample`)
  expect(drift?.found.renamed).toMatchObject([{ column: 'Belopp', to: { column: 'Belopp SEK' }, fields: ['total'] }])
  expect(drift?.mended.fields.total).toMatchObject({ from: { name: 'Belopp SEK' } })
})

describe('the sheets that a template reads', () => {
  const head = 'Datum;Text;Belopp;Ort'
  const rows = [head, '2026-05-01;Kafé;5.5;Lund', '2026-05-02;ICA;6.25;Lund']
  const sheets = { Kort: rows, 'Arkiv 2025': rows.slice(0, 2), '-Dolt': rows }
  const saved = async (company: string, name: string, chosen: string[]) => {
    const { id } = await make(company, name, workbook(sheets))
    const { suggestedMapping } = await call<TemplateSample>(company, 'GET', `/templates/${id}/sample`)
    const mapping = { ...suggestedMapping, emptyFieldsConfirmed: true, sheets: chosen }
    return { id, mapping, answer: await call<Template>(company, 'PUT', `/templates/${id}/mapping`, mapping) }
  }
  const replace = (company: string, id: string, bytes: Uint8Array<ArrayBuffer>) => {
    const body = new FormData()
    body.set('file', new File([bytes], 'ny.xlsx'))
    return app.request(`/templates/${id}/sample`, { method: 'PUT', headers: { 'x-company-id': company }, body })
  }

  test('are chosen among those with rows, and what is left out is said when the sample is tried', async () => {
    const { id, mapping, answer } = await saved(stranger, 'Ett blad', ['Kort'])
    expect(answer.mapping.sheets).toEqual(['Kort'])
    const sample = await call<TemplateSample>(stranger, 'GET', `/templates/${id}/sample`)
    expect(sample.sheets).toEqual([
      { name: 'Kort', rows: 3 },
      { name: 'Arkiv 2025', rows: 2 },
    ])
    expect(sample.rows.map(({ sheet, number }) => `${sheet} ${number}`)).toEqual(['Kort 2', 'Kort 3', 'Arkiv 2025 2'])
    const tried = async (sheets?: string[]) =>
      call<MappingPreview>(stranger, 'POST', `/templates/${id}/preview`, { mapping: { ...mapping, sheets } })
    expect((await tried()).totals.purchases).toEqual({ count: 3, sum: 1725 })
    const { totals, warnings } = await tried([' kort '])
    expect(totals.purchases).toEqual({ count: 2, sum: 1175 })
    expect(warnings).toEqual([
      { code: 'hidden-sheet-left-out', params: { sheet: 'Dolt' } },
      { code: 'sheet-not-read', params: { sheet: 'Arkiv 2025', rows: 2, hasHeader: 1 } },
    ])
  })

  test('are as many as one at least, and of rows that are fetched none is chosen', async () => {
    expect((await saved(stranger, 'Inget', [])).answer.errors).toEqual([{ path: 'sheets', code: 'no-sheet-chosen' }])
    const { id, mapping } = await saved(stranger, 'Hämtad', ['Kort'])
    await withCompany(database.db, stranger, (tx) =>
      tx.update(table).set({ sourceSystem: 'google-sheets' }).where(eq(table.id, id)),
    )
    const answer = await call(stranger, 'PUT', `/templates/${id}/mapping`, mapping)
    expect(answer.errors).toEqual([{ path: 'sheets', code: 'sheet-of-source' }])
  })

  test('go with a copy, a file and a share', async () => {
    const { id } = await saved(firm, 'Kortbladet', ['Kort'])
    const copy = await call<Template>(firm, 'POST', `/templates/${id}/duplicate`, {})
    const file = await call<TemplateFile>(firm, 'GET', `/templates/${id}/export`)
    const made = await call<Template>(stranger, 'POST', '/templates/import', file)
    await call(firm, 'PUT', `/templates/${id}/shared`, { isShared: true })
    const shared = await call<Template>(client, 'GET', `/templates/${id}`)
    expect([copy, made, shared].map(({ mapping }) => mapping.sheets)).toEqual([['Kort'], ['Kort'], ['Kort']])
    const none = { ...file, mapping: { ...file.mapping, sheets: [] } }
    const answer = await call(stranger, 'POST', '/templates/import', none)
    expect(answer.errors?.map(({ path }) => path)).toEqual(['mapping.sheets'])
  })

  test('are proposed anew where the one was renamed', async () => {
    const { id } = await saved(stranger, 'Omdöpt', ['Kort'])
    await replace(stranger, id, workbook({ 'Kort 2026': rows, Noter: ['Att göra', 'Ring Ada'] }))
    const { drift, sheet } = await call<TemplateSample>(stranger, 'GET', `/templates/${id}/sample`)
    expect(drift?.found).toMatchObject({
      canMend: true,
      sheets: { lacking: [], renamed: { sheet: 'Kort', to: 'Kort 2026' }, found: 'Kort 2026, Noter' },
    })
    expect([drift?.mended.sheets, sheet?.name]).toEqual([['Kort 2026'], 'Kort 2026'])
  })
})
