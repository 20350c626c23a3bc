import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import { openTestDatabase } from '../../test/database.ts'
import { openSuppliers } from './testing/open-suppliers.ts'

let database: OpenDatabase
let near: ReturnType<typeof openSuppliers>

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  near = openSuppliers(database)
  await near.sync()
  const more = { account: 4000, vatType: 'SE6' }
  await near.map(
    '1',
    [
      { match: 'exact', text: 'TALLTICKET*BOKN' },
      { match: 'contains', text: 'tallticket' },
    ],
    more,
  )
  await near.map('2', [{ match: 'starts-with', text: '=ÅKES "KAFÉ"; BAR' }])
})

const form = (sheet: string | Uint8Array, fingerprint?: string) => {
  const body = new FormData()
  body.set('file', new File([sheet as Uint8Array<ArrayBuffer>], 'a.csv'))
  if (fingerprint) body.set('fingerprint', fingerprint)
  return body
}
const preview = (sheet: string | Uint8Array) => near.call('POST', '/mapped-suppliers/sheet', form(sheet))
async function confirm(sheet: string) {
  const { fingerprint } = (await preview(sheet)).body
  return near.call('POST', '/mapped-suppliers/sheet/confirm', form(sheet, fingerprint))
}
const listed = async () => (await near.call('GET', '/mapped-suppliers')).body.items
const texts = async () =>
  (await listed()).map((one: { supplierNumber: string; designations: { text: string }[] }) => [
    one.supplierNumber,
    one.designations.map(({ text }) => text),
  ])

test.each(['xlsx', 'csv'])('what goes out as %s and comes in again changes nothing', async (format) => {
  const { bytes } = await near.call('GET', `/mapped-suppliers/sheet?format=${format}`)
  expect(readSpreadsheet(bytes).sheets[0]?.rows[0]?.cells).toEqual([
    ...['Leverantörsnummer', 'Leverantör', 'Texten är', 'Texten börjar med', 'Texten innehåller'],
    ...['Konto', 'Moms', 'Ta bort (x)', 'Id (ändra inte)'],
  ])
  const { body } = await preview(bytes)
  expect(body).toMatchObject({ added: [], changed: [], removed: [], unchanged: 2, untouched: 0, refused: [] })
})

test('columns with other titles that hold something are told, since what stands in them is not read', async () => {
  const sheet = 'Leverantörsnummer;Exakt text;;Tom;Konto\n1;TALLTICKET;x;;4000\n'
  expect((await preview(sheet)).body).toMatchObject({
    added: [],
    removed: [],
    refused: [],
    unread: ['Exakt text', 'C'],
  })
})

test('adds, changes and removes as the preview said, once, and the texts are recognised', async () => {
  const sheet = [
    'Leverantörsnummer;Texten är;Konto;Moms;Ta bort (x)',
    '1;"TALLTICKET*BOKN\nTALLT SKOGEN";;25%;',
    '2;;;;x',
    '3;POLARIS;4000;EU services, reverse charge;',
  ].join('\n')
  const { body } = await preview(sheet)
  expect(body).toMatchObject({
    added: [{ row: 4, supplierNumber: '3', supplierName: 'Polaris Flyg AB', account: 4000 }],
    changed: [{ row: 2, before: { account: 4000, vatType: 'SE6' }, after: { account: null, vatType: 'SE25' } }],
    removed: [{ row: 3, supplierNumber: '2' }],
    unchanged: 0,
  })
  expect(await texts()).toHaveLength(2)
  expect((await confirm(sheet)).body).toEqual({ added: 1, changed: 1, removed: 1 })
  expect(await texts()).toEqual([
    ['3', ['POLARIS']],
    ['1', ['TALLTICKET*BOKN', 'tallticket', 'TALLT SKOGEN']],
  ])
  expect((await near.loadBook()).find('TALLT SKOGEN 4471', {})?.supplier).toMatchObject({
    number: '1',
    vatType: 'SE25',
  })
  expect((await preview(sheet.replace('2;;;;x\n', ''))).body).toMatchObject({ added: [], changed: [], unchanged: 2 })
  expect((await near.activities()).at(-1)).toBe('supplier-sheet-read ')
})

test('a text moves from one supplier to another in one sheet, and is refused to both only where both want it', async () => {
  const moved = 'Supplier number;Text contains;Text starts with\n1;;\n2;tallticket;'
  expect((await confirm(moved)).body).toEqual({ added: 0, changed: 2, removed: 0 })
  expect(await texts()).toEqual([
    ['1', ['TALLTICKET*BOKN']],
    ['2', ['tallticket']],
  ])
  const { body } = await preview('Supplier number;Text contains\n1;tallticket\n3;TALLTICKET')
  expect(body).toMatchObject({
    added: [],
    changed: [],
    refused: [
      { row: 2, column: 'contains', value: 'tallticket', code: 'designation-taken' },
      { row: 3, column: 'contains', code: 'designation-taken', params: { supplierName: 'Åkes Kafé' } },
    ],
  })
})

test('every row that cannot be done is named with its row, column, value and reason, and changes nothing', async () => {
  const { body } = await preview(
    [
      'Leverantörsnummer;Texten innehåller;Konto;Moms;Ta bort (x)',
      ';kaffe;;;',
      '1;;6541;;',
      '1;;4000;;',
      '2;ab;fyra;halv;',
      '3;;9999;;',
      '4;butik;;;',
      '77;;;;',
      '3;;;;x',
    ].join('\n'),
  )
  expect(body.refused.map((one: Record<string, unknown>) => [one.row, one.column, one.value, one.code])).toEqual([
    [2, 'number', '', 'supplier-number-missing'],
    [3, 'account', '6541', 'account-inactive'],
    [4, 'number', '1', 'supplier-twice'],
    [5, 'account', 'fyra', 'account-unreadable'],
    [5, 'vat', 'halv', 'vat-unreadable'],
    [5, 'contains', 'ab', 'designation-too-short'],
    [6, 'account', '9999', 'account-unknown'],
    [7, 'number', '4', 'supplier-inactive'],
    [8, 'number', '77', 'supplier-unknown'],
    [9, 'number', '3', 'supplier-twice'],
  ])
  expect(body).toMatchObject({ added: [], changed: [], removed: [] })
})

test('a sheet whose meaning has changed since its preview is not done', async () => {
  const sheet = 'Leverantörsnummer;Konto\n1;\n2;4000'
  const { fingerprint } = (await preview(sheet)).body
  await near.map('2', [{ match: 'exact', text: 'ÅKES' }], { account: 4000 })
  const late = await near.call('POST', '/mapped-suppliers/sheet/confirm', form(sheet, fingerprint))
  expect([late.status, late.body.errors[0].code]).toEqual([409, 'suppliers-changed'])
  expect((await listed()).map((one: { account: number | null }) => one.account)).toEqual([4000, 4000])
})

test('what is no sheet of suppliers says so, and no form is read whole first', async () => {
  const whole = vi.spyOn(Response.prototype, 'formData') // with which Hono reads a form that is described with zod
  expect((await preview('Datum;Belopp\n2026-01-01;10')).body.errors[0].code).toBe('sheet-without-numbers')
  expect((await preview('%PDF-1.7')).body).toMatchObject({ code: 'file-unreadable' })
  expect((await preview('a'.repeat(5.5 * 2 ** 20))).body).toMatchObject({
    code: 'file-unreadable',
    errors: [{ path: 'file', code: 'too-large', params: { limit: 5 } }],
  })
  expect((await near.call('POST', '/mapped-suppliers/sheet/confirm', form('a'))).body).toMatchObject({
    errors: [{ path: 'fingerprint', code: 'required' }],
  })
  expect(whole).not.toHaveBeenCalled()
  whole.mockRestore()
})

test('an old sheet takes back nothing that others have changed since: untouched rows are let be, edited ones refused', async () => {
  const { bytes } = await near.call('GET', '/mapped-suppliers/sheet?format=csv')
  await near.map('1', [{ match: 'exact', text: 'NYLÄRD' }], { account: 4000, vatType: 'SE6' })
  await near.map('2', [{ match: 'exact', text: 'NYLÄRD KAFÉ' }])
  const untouched = (await preview(bytes)).body
  expect(untouched).toMatchObject({ added: [], changed: [], removed: [], unchanged: 2, refused: [] })
  const edited = new TextDecoder().decode(bytes).replace(';4000;', ';;')
  const { body } = await preview(edited)
  expect(body).toMatchObject({ changed: [], unchanged: 1, refused: [{ code: 'changed-since-download', column: 'id' }] })
  const late = await near.call('POST', '/mapped-suppliers/sheet/confirm', form(edited, 'of-another-preview'))
  expect([late.status, late.body.errors[0].params.rows]).toEqual([409, String(body.refused[0].row)])
})

test('a row of ours with another name is refused and told why: it was renamed, or its columns were sorted apart', async () => {
  const { bytes } = await near.call('GET', '/mapped-suppliers/sheet?format=csv')
  const [header = '', ...rows] = new TextDecoder().decode(bytes).trimEnd().split('\r\n')
  const cells = rows.map((row) => row.split(';'))
  const names = cells.map(([, name]) => name)
  const sorted = cells.map(([number, , ...rest], index) => [number, names.at(-1 - index), ...rest].join(';'))
  const { body } = await preview([header, ...sorted].join('\n'))
  expect(body).toMatchObject({ added: [], changed: [], removed: [], unchanged: 0 })
  expect(body.refused).toMatchObject([
    { row: 2, column: 'name', value: names[1], code: 'sheet-name-differs', params: { supplierName: names[0] } },
    { row: 3, column: 'name', value: names[0], code: 'sheet-name-differs', params: { supplierName: names[1] } },
  ])
  const shouted = rows.map((row) => row.replace(/^([^;]*;)([^;]*)/, (_, number, name) => number + name.toUpperCase()))
  expect((await preview([header, ...shouted].join('\n'))).body).toMatchObject({ unchanged: 2, refused: [] })
})

test('the id says which supplier a row is, whatever the spreadsheet did to its number, and a wrong one is refused', async () => {
  const { bytes } = await near.call('GET', '/mapped-suppliers/sheet?format=csv')
  const rows = readSpreadsheet(bytes).sheets[0]?.rows.slice(1) ?? []
  const ids = new Map(rows.map(({ cells }) => [cells[0], cells[8]]))
  const { body } = await preview(
    [
      'Leverantörsnummer;Konto;Id (ändra inte)',
      `001;;${ids.get('1')}`,
      `3;4000;${ids.get('2')}`,
      '3;4000;oläsligt',
      `3;4000;${ids.get('2')?.replace(/^.{8}/, '00000000')}`,
      '003;4000;',
    ].join('\n'),
  )
  expect(body.changed).toMatchObject([{ row: 2, after: { supplierNumber: '1', account: null } }])
  expect(body.refused.map((one: Record<string, unknown>) => [one.row, one.column, one.code])).toEqual([
    [3, 'number', 'sheet-number-differs'],
    [4, 'id', 'sheet-id-unreadable'],
    [5, 'id', 'sheet-mapping-gone'],
    [5, 'number', 'supplier-twice'],
    [6, 'number', 'supplier-twice'],
  ])
})

test('confirmed twice, a sheet is done once', async () => {
  const sheet = 'Leverantörsnummer;Konto\n2;4000'
  const { fingerprint } = (await preview(sheet)).body
  const confirmed = () => near.call('POST', '/mapped-suppliers/sheet/confirm', form(sheet, fingerprint))
  expect([(await confirmed()).body.changed, (await confirmed()).body.changed]).toEqual([1, 0])
})
