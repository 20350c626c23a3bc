import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { plainFields, purchase, tableId, toTable } from '../strict-sources/airtable-stage.ts'
import { day, type Given, money } from '../strict-sources/google-cells.ts'
import { openProduct, type Product } from '../strict-sources/product.ts'

const documentId = '1Kortkop00000000000000000000000000000000001'
const baseId = 'appFjallbruket0001'
/** Allowed in Google Sheets; not in the workbook that is kept of what was fetched. */
const title = `Kort: mars/april [Karin's] – ett namn på mer än 31 tecken?`
const sheet = {
  ...{ documentId, documentName: 'Kortköp', tableId: '7', tableName: title },
  ...{ viewId: null, viewName: null },
}
const table = {
  ...{ documentId: baseId, documentName: 'Fjällbruket', tableId, tableName: 'Kortköp', viewId: null, viewName: null },
}
let product: Product

beforeAll(async () => {
  product = await openProduct()
  await product.client.signUp('sources@radvis.example', 'radvis sources test')
  await product.client.connectSandbox()
})
afterAll(() => product?.stop())
afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.error(product.output())
  expect([...product.google.violations, ...product.airtable.violations]).toEqual([])
})

describe('card purchases in Google Sheets', () => {
  const header = ['Datum', 'Text', 'Belopp']
  const rows: Given[][] = [
    header,
    [day('2026-01-13'), 'CIRCLE K', money(123.44999999999999, '123,45 kr')],
    [day('2026-01-13'), 'CIRCLE K', money(123.45, '123,45 kr')],
    [],
    [day('2026-03-29'), 'SJ', money(1234.5, '1 234,50 kr')],
    [day('2026-10-25'), 'COOP', money(46035, '46 035,00 kr')],
    [day('2026-10-26', 'mån 26 okt.'), 'HOTEL', money(-12.5, '-12,50 €')],
  ]
  let templateId: string
  const put = (given: Given[][], file = {}) =>
    product.google.put({
      ...{ id: documentId, timeZone: 'America/Los_Angeles', ...file },
      tabs: [{ sheetId: 7, title, rows: given }],
    })

  test('become an import of the same days and amounts, in the order they stand', async () => {
    put(rows)
    expect(await product.connect('google-sheets', [documentId])).toContain('connected=')
    templateId = await product.createTemplate('google-sheets', sheet)
    const outcome = await product.fetchRows(templateId)
    expect(outcome).toMatchObject({ kind: 'imported', newRows: 5, problem: null })
    const { rows: read, warnings } = await product.readImport(outcome?.importId)
    expect(read).toEqual([
      ['2026-01-13', 'CIRCLE K', 12_345, 'SEK'],
      ['2026-01-13', 'CIRCLE K', 12_345, 'SEK'],
      ['2026-03-29', 'SJ', 123_450, 'SEK'],
      ['2026-10-25', 'COOP', 4_603_500, 'SEK'],
      ['2026-10-26', 'HOTEL', null, 'EUR'],
    ])
    expect(warnings).toEqual([])
  })

  test('come again only where they are new: moved, edited, deleted and added ones are each told apart', async () => {
    expect(await product.fetchRows(templateId)).toMatchObject({ kind: 'unchanged', problem: null })
    const [head = [], one = [], two = [], , sj = []] = rows
    const edited = [day('2026-03-29'), 'SJ', money(1334.5, '1 334,50 kr')]
    put([head, edited, two, one, [day('2026-11-02'), 'ICA', money(50, '50,00 kr')]])
    const outcome = await product.fetchRows(templateId)
    expect(outcome).toMatchObject({ kind: 'imported', newRows: 1, changedRows: 1 })
    const { rows: read, warnings } = await product.readImport(outcome?.importId)
    expect(read).toEqual([
      ['2026-03-29', 'SJ', 133_450, 'SEK'],
      ['2026-11-02', 'ICA', 5000, 'SEK'],
    ])
    expect(warnings.map(({ code, params }) => [code, params?.rows])).toEqual([
      ['source-rows-changed', 1],
      ['source-rows-gone', 2],
    ])
    put([head, edited, two, one, [day('2026-11-02'), 'ICA', money(50, '50,00 kr')], [], sj.slice(0, 2)])
    expect(await product.fetchRows(templateId)).toMatchObject({ kind: 'imported', newRows: 1 })
  })

  test('come from a tab that has been renamed, and whose columns have been moved', async () => {
    product.google.edit(documentId, ({ tabs: [tab] }) => {
      if (!tab) return
      tab.title = 'Nytt namn'
      tab.cells = [...tab.cells, [{ value: 46_300, format: { type: 'DATE' } }, { value: 'BAUHAUS' }, { value: 9.5 }]]
      tab.cells = tab.cells.map(([date = null, text = null, amount = null]) => [null, text, amount, null, date])
    })
    const outcome = await product.fetchRows(templateId)
    expect(outcome).toMatchObject({ kind: 'imported', newRows: 1 })
    const { rows: read } = await product.readImport(outcome?.importId)
    expect(read).toEqual([['2026-10-05', 'BAUHAUS', 950, 'SEK']])
  })

  test('beside hundreds of other columns are told of in words of their own', async () => {
    const widen = (width: number) =>
      product.google.edit(documentId, ({ tabs: [tab] }) => {
        if (tab)
          Object.assign(tab, { columnCount: 600, cells: [Array(width).fill({ value: 'x' }), ...tab.cells.slice(1)] })
      })
    const before = product.google.files.get(documentId)?.tabs[0]?.cells[0] ?? []
    widen(501)
    expect(await product.fetchRows(templateId)).toMatchObject({
      problem: { code: 'source-too-wide', params: { limit: '500' } },
    })
    product.google.edit(documentId, ({ tabs: [tab] }) => void tab?.cells.splice(0, 1, before))
    expect(await product.fetchRows(templateId)).toMatchObject({ kind: 'unchanged', problem: null })
  })

  test('that lie in the bin are told to, and nothing is forgotten meanwhile', async () => {
    const before = await product.countImports()
    product.google.edit(documentId, (file) => {
      file.isTrashed = true
    })
    expect(await product.fetchRows(templateId)).toMatchObject({ kind: 'failed', problem: { code: 'source-in-bin' } })
    product.google.edit(documentId, (file) => {
      file.isTrashed = false
    })
    expect(await product.fetchRows(templateId)).toMatchObject({ kind: 'unchanged', problem: null })
    expect(await product.countImports()).toBe(before)
  })

  test('are out of reach when the access is taken back, and go on when it is given again', async () => {
    product.google.grants.revokeAll()
    expect(await product.fetchRows(templateId)).toMatchObject({ kind: 'failed', problem: { code: 'connection-lost' } })
    expect(await product.readState('google-sheets')).toBe('disconnected')
    expect(await product.connect('google-sheets', [documentId])).toContain('connected=')
    expect(await product.fetchRows(templateId)).toMatchObject({ kind: 'unchanged', problem: null })
  })
})

describe('card purchases in Airtable', () => {
  let templateId: string
  const records = Array.from({ length: 130 }, (_, index) =>
    purchase(index, `KÖP ${index}`, index + 0.1, `2026-0${1 + (index % 9)}-13`),
  )
  const found = toTable(records, { fields: plainFields.map((field) => ({ ...field })) })

  test('become an import of the same days and amounts', async () => {
    product.airtable.put({ id: baseId, name: 'Fjällbruket', permissionLevel: 'read', tables: [found] })
    expect(await product.connect('airtable', [baseId])).toContain('connected=')
    templateId = await product.createTemplate('airtable', table)
    const outcome = await product.fetchRows(templateId)
    expect(outcome).toMatchObject({ kind: 'imported', newRows: 130, problem: null })
    const { rows } = await product.readImport(outcome?.importId)
    expect(rows).toEqual(
      records.map((_, index) => [`2026-0${1 + (index % 9)}-13`, `KÖP ${index}`, index * 100 + 10, 'SEK']),
    )
  })

  test('that were edited, added or deleted are told apart, though a field got another name', async () => {
    expect(await product.fetchRows(templateId)).toMatchObject({ kind: 'unchanged' })
    const { fields } = found
    if (fields[2]) fields[2].name = 'Summa'
    fields.unshift({ id: 'fldNytt00000000001', name: 'Belopp', type: 'number', options: { precision: 0 } })
    found.name = 'Köp: kort/mars'
    const [, second] = found.records
    Object.assign(second ?? {}, { modifiedTime: product.airtable.whenNow() })
    Object.assign(second?.fields ?? {}, { fldBelopp000000001: 99.5 })
    found.records.splice(0, 1)
    found.records.push({ ...purchase(500, 'NYTT', 7), createdTime: product.airtable.whenNow() })
    const outcome = await product.fetchRows(templateId)
    expect(outcome).toMatchObject({ kind: 'imported', newRows: 1, changedRows: 1 })
    const { rows } = await product.readImport(outcome?.importId)
    expect(rows).toEqual([
      ['2026-02-13', 'KÖP 1', 9950, 'SEK'],
      ['2026-01-13', 'NYTT', 700, 'SEK'],
    ])
    expect(await product.fetchRows(templateId)).toMatchObject({ kind: 'unchanged' })
  })

  test('are read with a token that is renewed once for everybody who finds it run out', async () => {
    const { refreshes } = product.airtable.grants.counts
    const second = await product.createTemplate('airtable', table)
    product.airtable.grants.expireAll()
    const outcomes = await Promise.all([product.fetchRows(templateId), product.fetchRows(second)])
    expect(outcomes.map((outcome) => outcome?.kind)).toEqual(['unchanged', 'imported'])
    expect(product.airtable.grants.counts).toEqual({ refreshes: refreshes + 1, reused: 0 })
    expect(product.airtable.counts.rateLimited).toBe(0)
  })

  test('in a base that is taken back are told to be out of reach, and come when it is given again', async () => {
    product.airtable.grants.takeBack(baseId)
    expect(await product.fetchRows(templateId)).toMatchObject({ kind: 'failed', problem: { code: 'source-not-found' } })
    expect(await product.connect('airtable', [baseId])).toContain('connected=')
    found.records.push({ ...purchase(501, 'SENT', 8), createdTime: product.airtable.whenNow() })
    expect(await product.fetchRows(templateId)).toMatchObject({ kind: 'imported', newRows: 1 })
  })
})
