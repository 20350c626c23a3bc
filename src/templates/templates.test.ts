import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createActivity } from '#activity/index.ts'
import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { createDiskFiles } from '#platform/files.ts'
import { type Api, createApi } from '#platform/http.ts'
import { openTestDatabase } from '../../test/database.ts'
import type { Template } from './contract.ts'
import { createTemplates, type Templates } from './index.ts'
import type { SheetLines } from './rules/layout/sheet-lines.ts'
import type { Recognition } from './rules/recognition.ts'
import type { MappingPreview, TemplateSample } from './sample-contract.ts'

// What goes over all rows of a file does so in the thread that holds them: in this process it would hold up everybody.
const { refuse } = vi.hoisted(() => ({
  refuse() {
    throw new Error('a file’s rows were gone over where requests are answered')
  },
}))
vi.mock('#spreadsheets/read-spreadsheet.ts', () => ({ readSpreadsheet: refuse }))
vi.mock('./rules/suggest/suggest-mapping.ts', () => ({ suggestMapping: refuse }))
vi.mock('./rules/rows/read-source.ts', () => ({ readSource: refuse }))
vi.mock('./rules/find-drift.ts', () => ({ findDrift: refuse }))
vi.mock('./rules/match-templates.ts', () => ({ matchTemplates: refuse }))
vi.mock('./rules/open-questions.ts', () => ({ openQuestions: refuse }))

let database: OpenDatabase
let app: Api
let templates: Templates
const [companyId, otherCompany, userId] = [newId(), newId(), newId()]
const clock = { now: () => new Date('2026-08-01T10:00:00Z') }
const fixture = (name: string) => readFileSync(new URL(`../../test/fixtures/samples/${name}`, import.meta.url))

beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  templates = createTemplates({
    db,
    clock,
    files: createDiskFiles(mkdtempSync(join(tmpdir(), 'radvis-templates-'))),
    activity: createActivity({ db, clock }),
    accounts: { firmOf: async () => null, hasClients: async () => false },
  })
  app = createApi()
  app.onError((error, c) =>
    error instanceof AppError
      ? c.json({ code: error.code, message: error.message, errors: error.errors }, 400)
      : c.json({ code: 'internal', message: String(error.stack) }, 500),
  )
  app.use('*', async (c, next) => {
    const actor = { userId, name: 'Ada Ek', email: 'ada@example.com', language: 'sv' as const, sessionId: 's' }
    c.set('actor', actor)
    c.set('scope', { companyId: c.req.header('x-company-id') ?? companyId, companyName: 'Ek AB', role: 'full', actor })
    await next()
  })
  app.route('/', templates.routes)
})
afterAll(() => database.close())

const fields = {
  name: 'Mitt kort',
  bank: 'SEB Kort',
  sourceSystem: 'file',
  targetSystem: 'fortnox',
  resource: 'supplier-invoice',
  movement: 'import',
  granularity: 'row',
}
function upload(
  over: Partial<Record<keyof typeof fields, string>> = {},
  files: { name: string; bytes: Uint8Array<ArrayBuffer> | Buffer }[] = [
    { name: 'kort.xlsx', bytes: fixture('sebkort_transaktioner_multicard.xlsx') },
  ],
) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...over })) if (value !== undefined) form.set(name, value)
  for (const { name, bytes } of files) form.append('file', new Blob([new Uint8Array(bytes)]), name)
  return app.request('/templates', { method: 'POST', body: form })
}
async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  company = companyId,
): Promise<{
  status: number
  body: T & { code?: string; errors?: { path: string; code: string; params?: object }[] }
}> {
  const answer = await app.request(path, {
    method,
    headers: { 'content-type': 'application/json', 'x-company-id': company },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as never }
}
const create = async (over = {}, file?: { name: string; bytes: Buffer }) =>
  (await (await upload(over, file && [file])).json()) as Template

describe('creating a template', () => {
  test('a file of a known format is mapped at once', async () => {
    const answer = await upload()
    expect(answer.status).toBe(201)
    const template = (await answer.json()) as Template
    expect(template).toMatchObject({
      ...fields,
      sampleFileName: 'kort.xlsx',
      mapping: { signRule: 'as-is', emptyFieldsConfirmed: false },
    })
    expect(Object.keys(template.mapping.fields)).toEqual(
      expect.arrayContaining(['merchant', 'invoiceDate', 'total', 'currency', 'foreignAmount', 'rate', 'card']),
    )
    expect(template).not.toHaveProperty('sampleFileKey')
  })

  test('an unknown file waits for its suggestions to be taken', async () => {
    const template = await create(
      {},
      { name: 'okänd.csv', bytes: Buffer.from('Datum;Text;Belopp\n2026-05-01;A;5,00\n') },
    )
    expect(template.mapping).toMatchObject({ header: ['Datum', 'Text', 'Belopp'], fields: {} })
  })

  test('everything that lacks is said at once', async () => {
    const answer = await upload({ name: ' ', bank: '', sourceSystem: undefined as never, targetSystem: '' }, [])
    expect(await answer.json()).toMatchObject({
      code: 'invalid-input',
      errors: [
        { path: 'name', code: 'required' },
        { path: 'bank', code: 'required' },
        { path: 'sourceSystem', code: 'required' },
        { path: 'targetSystem', code: 'required' },
        { path: 'file', code: 'required' },
      ],
    })
  })

  test('a second file is refused', async () => {
    const file = { name: 'a.csv', bytes: fixture('amex_se_activity.csv') }
    expect(await (await upload({}, [file, file])).json()).toMatchObject({
      message: 'Max upload file exceeded',
      errors: [{ path: 'file', code: 'max-upload-file-exceeded' }],
    })
  })

  test('its form is taken apart while it comes, never as a whole', async () => {
    const whole = vi.spyOn(Request.prototype, 'formData')
    expect((await upload()).status).toBe(201)
    expect(whole).not.toHaveBeenCalled()
    whole.mockRestore()
  })

  test('a file that holds nothing readable is refused with the cause', async () => {
    expect(
      await (await upload({}, [{ name: 'x.xlsx', bytes: Buffer.from('PK\u0003\u0004rubbish') }])).json(),
    ).toMatchObject({ code: 'file-unreadable', errors: [{ path: 'file' }] })
    expect(
      await (await upload({}, [{ name: 'x.csv', bytes: Buffer.alloc(10.5 * 2 ** 20, 'a') }])).json(),
    ).toMatchObject({
      code: 'file-too-large',
    })
    expect(await (await upload({}, [{ name: 'x.csv', bytes: Buffer.alloc(0) }])).json()).toMatchObject({
      code: 'file-unreadable',
      errors: [{ path: 'file', code: 'empty' }],
    })
    expect(await (await upload({}, [{ name: '', bytes: Buffer.alloc(0) }])).json()).toMatchObject({
      errors: [{ path: 'file', code: 'required' }],
    })
  })
})

describe('a template', () => {
  test('shows its sample: columns, values, suggestions and their reasons', async () => {
    const { id } = await create()
    const { body } = await call<TemplateSample>('GET', `/templates/${id}/sample`)
    expect(body).toMatchObject({
      fileName: 'kort.xlsx',
      kind: 'xlsx',
      headerRow: 4,
      format: { id: 'seb-kort', name: 'SEB Kort' },
      signRule: { suggested: 'as-is', isOpen: false, purchases: 5, refunds: 1 },
    })
    expect(body.columns.map(({ letter, label, ref }) => letter || (ref.kind === 'carried' ? ref.name : label))).toEqual(
      ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'card', 'holder', 'rate-note'],
    )
    expect(body.columns[7]?.samples).toEqual(['525400******1111', '525400******2222'])
    expect(body.rows.map(({ number }) => number)).toEqual([5, 6, 13, 14, 16, 22, 23])
    expect(body.suggestions.find(({ field }) => field === 'foreignAmount')?.reason).toEqual({
      code: 'known-format-foreign',
      params: { format: 'SEB Kort', column: 'Utl. belopp' },
    })
  })

  test('reads its sample in the encoding that the user chooses, tries it before, and keeps it', async () => {
    const text = 'Datum;Butik;Ink\u00d6psst\u00c4lle;Belopp\n2026-03-01;B\u00c4R;\u00d6ST;12,50\n'
    const bytes = Buffer.from(text, 'latin1').map((byte) => ({ 214: 0x99, 196: 0x8e, 197: 0x8f })[byte] ?? byte)
    const made = (await (await upload({ name: 'DOS' }, [{ name: 'dos.csv', bytes }])).json()) as Template
    const sampleOf = async (query = '') =>
      (await call<TemplateSample>('GET', `/templates/${made.id}/sample${query}`)).body
    expect((await sampleOf()).encoding).toBe('windows-1252')
    expect((await sampleOf()).rows[0]?.cells[1]).toBe('B\u017dR')
    const tried = await sampleOf('?encoding=cp437')
    expect(tried.rows[0]?.cells).toEqual(['2026-03-01', 'BÄR', 'ÖST', '12,50'])
    const mapping = { ...tried.suggestedMapping, emptyFieldsConfirmed: true }
    expect(mapping).toMatchObject({ encoding: 'cp437', header: ['Datum', 'Butik', 'InkÖpsstÄlle', 'Belopp'] })
    const preview = await call<MappingPreview>('POST', `/templates/${made.id}/preview`, { mapping })
    expect(preview.body.rows.find(({ outcome }) => outcome === 'purchase')?.merchant).toBe('ÖST')
    await call('PUT', `/templates/${made.id}/mapping`, mapping)
    expect((await sampleOf()).encoding).toBe('cp437')
    expect((await sampleOf('?encoding=auto')).encoding).toBe('windows-1252')
  })

  test('keeps a mapping that another saved since this one was begun', async () => {
    const bytes = Buffer.from('Datum;Text;Belopp\n2026-05-01;Kafé;5,00\n')
    const made = (await (await upload({ name: 'Två händer' }, [{ name: 'a.csv', bytes }])).json()) as Template
    const { suggestedMapping } = (await call<TemplateSample>('GET', `/templates/${made.id}/sample`)).body
    const save = (prefix: string, query: string) => {
      const fields = { ...suggestedMapping.fields, comments: { kind: 'constant' as const, value: prefix } }
      const mapping = { ...suggestedMapping, fields, emptyFieldsConfirmed: true }
      return call<Template>('PUT', `/templates/${made.id}/mapping${query}`, mapping)
    }
    expect((await save('first', '?version=1')).body).toMatchObject({ version: 2 })
    // Sent again, since the answer was lost on its way.
    expect((await save('first', '?version=1')).body).toMatchObject({ version: 2 })
    expect(await save('second', '?version=1')).toMatchObject({
      body: { errors: [{ path: 'before', code: 'changed-by-another' }] },
    })
    expect((await call<Template>('GET', `/templates/${made.id}`)).body.mapping.fields.comments).toMatchObject({
      value: 'first',
    })
    expect((await save('second', '?version=2')).body).toMatchObject({ version: 3 })
  })

  test('takes the row that the user says is the header, keeps it, and shows the lines to choose from', async () => {
    const text = 'Utdrag;;\nZon;Wer;Qua\n2026-05-01;Kafé;5,00\n2026-05-02;ICA;6,00\n'
    const made = await create({ name: 'Okänd' }, { name: 'okänd.csv', bytes: Buffer.from(text) })
    const sampleOf = (query = '') => call<TemplateSample>('GET', `/templates/${made.id}/sample${query}`)
    const lines = await call<SheetLines>('GET', `/templates/${made.id}/sample/lines`)
    expect(lines.body).toMatchObject({ sheets: [''], sheet: 1, hasMore: false })
    expect(lines.body.lines.map(({ number, cells }) => `${number} ${cells.join('|')}`)).toEqual([
      '1 Utdrag',
      '2 Zon|Wer|Qua',
      '3 2026-05-01|Kafé|5,00',
      '4 2026-05-02|ICA|6,00',
    ])
    const { body } = await sampleOf('?headerRow=2')
    expect(body).toMatchObject({ headerRow: 2, sheet: { place: 1 }, rows: [{ number: 3 }, { number: 4 }] })
    expect(body.suggestedMapping.header).toEqual(['Zon', 'Wer', 'Qua'])
    const refused = await sampleOf('?headerRow=7')
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'headerRow', code: 'header-row-empty', params: { row: 7, sheet: '' } }],
    ])
    const saved = await call<Template>('PUT', `/templates/${made.id}/mapping`, {
      ...body.suggestedMapping,
      emptyFieldsConfirmed: true,
    })
    expect(saved.status).toBe(200)
    expect((await sampleOf()).body.headerRow).toBe(2)
    const byPlace = (await sampleOf('?headerRow=none')).body
    expect(byPlace).toMatchObject({ headerRow: null, suggestedMapping: { header: [], columnsByPlace: true } })
    expect(byPlace.columns.map(({ label }) => label)).toEqual(['A', 'B', 'C'])
  })

  test('previews a mapping that is not saved, with sums that account for every row', async () => {
    const { id, mapping } = await create()
    const { body } = await call<MappingPreview>('POST', `/templates/${id}/preview`, { mapping })
    expect(body.totals).toEqual({
      purchases: { count: 5, sum: 86_504 },
      refunds: { count: 1, sum: -24_950 },
      skipped: { count: 15, sum: -1_000_000 },
      unreadable: { count: 0, sum: 0 },
    })
    expect(body.rows.find(({ number }) => number === 14)).toMatchObject({
      outcome: 'purchase',
      merchant: 'WWW.EXAMPLE.AI',
      amountSek: 11604,
      currency: 'USD',
      foreignAmount: 1250,
    })
    expect(body.rows.find(({ number }) => number === 14)?.fields).toContainEqual({
      field: 'rate',
      value: '9.2832',
      isByTemplate: false,
      cells: ['A15'],
    })
    expect(body.rows[0]).toMatchObject({ number: 5, outcome: 'skipped', reason: 'payment-to-card' })
    const inverted = await call<MappingPreview>('POST', `/templates/${id}/preview`, {
      mapping: { ...mapping, signRule: 'inverted' },
    })
    expect(inverted.body.totals.refunds.count).toBe(5)
  })

  test('is saved only with what every invoice needs, and once the user has seen what stays empty', async () => {
    const { id, mapping } = await create()
    const { total, ...rest } = mapping.fields
    expect(total).toBeDefined()
    const refused = await call<Template>('PUT', `/templates/${id}/mapping`, {
      ...mapping,
      fields: { ...rest, comments: { kind: 'constant', value: ' ' } },
    })
    expect(refused.body.errors).toMatchObject([
      { path: 'fields.total', code: 'required' },
      { path: 'fields.comments', code: 'missing-value' },
      { path: 'emptyFieldsConfirmed', code: 'empty-fields-not-confirmed' },
    ])
    const saved = await call<Template>('PUT', `/templates/${id}/mapping`, { ...mapping, emptyFieldsConfirmed: true })
    expect(saved.status).toBe(200)
    expect((await call<Template>('GET', `/templates/${id}`)).body.mapping.emptyFieldsConfirmed).toBe(true)
  })

  test('is not saved while its sample can be read two ways', async () => {
    const file = Buffer.from('Datum;Text;Belopp\n03/04/2026;A;1.000\n05/04/2026;B;2.500\n')
    const { id } = await create({}, { name: 'öppen.csv', bytes: file })
    const { body: sample } = await call<TemplateSample>('GET', `/templates/${id}/sample`)
    const mapping = { ...sample.suggestedMapping, emptyFieldsConfirmed: true }
    const refused = await call<Template>('PUT', `/templates/${id}/mapping`, mapping)
    expect(refused.body.errors).toEqual([
      { path: 'numberFormat', code: 'number-format-open', params: { field: 'total' } },
      { path: 'dateOrder', code: 'date-order-open', params: { field: 'invoiceDate' } },
    ])
    const decided = { ...mapping, numberFormat: 'comma', dateOrder: 'dmy' }
    expect((await call<Template>('PUT', `/templates/${id}/mapping`, decided)).status).toBe(200)
  })

  test('is found for a dropped file by its header', async () => {
    const company = newId()
    const drop = async (name: string, bytes: Buffer) => {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(bytes)]), name)
      const headers = { 'x-company-id': company }
      const answer = await app.request('/templates/recognise', { method: 'POST', body: form, headers })
      return (await answer.json()) as Recognition
    }
    const file = fixture('amex_se_activity.csv')
    expect(await drop('activity.csv', file)).toEqual({
      format: { id: 'amex-se', name: 'American Express' },
      matches: [],
      suggestedName: 'American Express',
      suggestedBank: 'American Express',
    })
    const created = await templates.createTemplate({
      companyId: company,
      userId,
      fields: { ...fields, name: 'Amex' } as never,
      file: { name: 'a.csv', bytes: new Uint8Array(file) },
    })
    expect((await drop('activity (2).csv', file)).matches).toEqual([
      {
        templateId: created.id,
        name: 'Amex',
        bank: 'SEB Kort',
        likeness: 'exact',
        missingColumns: [],
        newColumns: [],
        missingSheets: [],
      },
    ])
    expect((await drop('x.csv', Buffer.from('A;B\n1;2\n'))).matches).toEqual([])
  })

  test('is renamed, copied with a sample of its own, and deleted', async () => {
    const { id } = await create({ name: 'Original' })
    expect((await call<Template>('PATCH', `/templates/${id}`, { name: 'Nytt namn' })).body).toMatchObject({
      name: 'Nytt namn',
      bank: 'SEB Kort',
    })
    const seen = (await call<Template>('GET', `/templates/${id}`)).body
    expect((await call<Template>('PATCH', `/templates/${id}`, {})).body).toEqual(seen)
    const copy = (await call<Template>('POST', `/templates/${id}/duplicate`)).body
    expect(copy.name).toBe('Nytt namn (2)')
    expect((await call<Template>('POST', `/templates/${copy.id}/duplicate`)).body.name).toBe('Nytt namn (3)')
    expect((await call('DELETE', `/templates/${id}`)).status).toBe(200)
    expect((await call('GET', `/templates/${id}`)).body.code).toBe('not-found')
    expect((await call<TemplateSample>('GET', `/templates/${copy.id}/sample`)).body.headerRow).toBe(4)
  })

  test('of one company is nowhere to be found for another', async () => {
    const { id, mapping } = await create()
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/sample'],
      ['GET', '/sample/lines'],
      ['PATCH', '', { name: 'x' }],
      ['PUT', '/mapping', { ...mapping, emptyFieldsConfirmed: true }],
      ['POST', '/preview', { mapping }],
      ['POST', '/duplicate'],
      ['DELETE', ''],
    ] as const)
      expect((await call(method, `/templates/${id}${path}`, body, otherCompany)).body.code).toBe('not-found')
    expect((await call<{ items: Template[] }>('GET', '/templates', undefined, otherCompany)).body.items).toEqual([])
    expect(
      (await call<{ items: Template[] }>('GET', '/templates')).body.items.some((template) => template.id === id),
    ).toBe(true)
  })
})
