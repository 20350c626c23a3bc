import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/database.ts'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import type { TemplateMapping } from '#templates/contract.ts'
import { suggestMapping } from '#templates/index.ts'
import { openTestDatabase } from '../../test/database.ts'
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
  near.teach('HOTELLET', supplier({ vatType: 'SE25', account: 5410 }))
})

const bytes = (lines: readonly string[]) => new TextEncoder().encode(lines.join('\r\n'))
const codes = ({ problems }: { problems: { code: string }[] }) => problems.map(({ code }) => code)

/** Reads a file under the template that its first two lines suggest, and finds the row that waits. */
async function readWith(lines: readonly string[], change = (mapping: TemplateMapping) => mapping) {
  const [header = '', good = ''] = lines
  const sample = bytes([header, good, good.replace('-01;', '-05;')])
  const suggested = suggestMapping(readSpreadsheet(sample), { today: '2026-11-21' })
  if (suggested) near.templated.mapping = change(suggested.mapping)
  const { id } = await near.read(bytes(lines))
  const { items } = (await near.call('GET', `/imports/${id}/rows?state=attention`)).body
  expect(items).toHaveLength(1)
  return { id, row: items[0] }
}

async function write({ id, row }: { id: string; row: { id: number } }, fields: Record<string, string>) {
  const { status, body } = await near.call('PATCH', `/imports/${id}/rows/${row.id}`, { fields })
  expect(status, JSON.stringify(body)).toBe(200)
  return (await near.call('GET', `/imports/${id}/rows/${row.id}`)).body
}
const rowsOf = ({ accountRows }: { accountRows: { account: number; debit: number; credit: number }[] }) =>
  accountRows.map(({ account, debit, credit }) => [account, debit - credit])

const vat = ['Datum;Text;Belopp;Moms', '2026-10-01;HOTELLET;1120,00;120,00', '2026-10-02;HOTELLET;1120,00;12O,00']

test('a row whose VAT cannot be read waits for its VAT, whatever else is written in it', async () => {
  const found = await readWith(vat)
  const commented = await write(found, { comments: 'Lunch' })
  expect([commented.state, codes(commented)]).toEqual(['attention', ['vat-unreadable']])
  const mended = await write(found, { vat: '120' })
  expect([mended.state, mended.vat]).toEqual(['ready', 120_00])
})

test('a cost centre written in many rows makes none of them ready that cannot be read', async () => {
  const { id } = await readWith(vat)
  await near.call('POST', `/imports/${id}/rows/change`, { filter: { q: 'HOTELLET' }, fields: { costCenter: 'NORR' } })
  const { items } = (await near.call('GET', `/imports/${id}/rows?state=attention`)).body
  expect(items.map(codes)).toEqual([['vat-unreadable']])
})

test('an amount in another currency than the row waits for its amount or for a person to say that it is in kronor', async () => {
  const lines = ['Datum;Text;Belopp', '2026-10-01;HOTELLET;1120,00', '2026-10-02;HOTELLET;1120,00']
  const sample = suggestMapping(readSpreadsheet(bytes(lines)), { today: '2026-11-21' })
  const found = await readWith(
    ['Datum;Text;Belopp;Valuta', '2026-10-01;HOTELLET;1120,00;SEK', '2026-10-02;HOTELLET;100,00;EUR'],
    (mapping) => sample?.mapping ?? mapping,
  )
  const commented = await write(found, { comments: 'Lunch' })
  expect([commented.state, codes(commented)]).toEqual(['attention', ['amount-in-other-currency']])
  expect((await write(found, { currency: 'SEK' })).amount).toBe(100_00)
  expect((await write(found, { total: '1150' })).amount).toBe(1150_00)
})

test('VAT beside an amount in another currency follows the amount that a person writes in kronor', async () => {
  const lines = ['Datum;Text;Belopp;Moms', '2026-10-01;HOTELLET;1120,00;120,00', '2026-10-02;HOTELLET;1120,00;120,00']
  const sample = suggestMapping(readSpreadsheet(bytes(lines)), { today: '2026-11-21' })
  const found = await readWith(
    ['Datum;Text;Belopp;Moms;Valuta', '2026-10-01;HOTELLET;1120,00;120,00;SEK', '2026-10-02;HOTELLET;100,00;12,00;EUR'],
    (mapping) => sample?.mapping ?? mapping,
  )
  const { state, vat } = await write(found, { total: '1150' })
  expect([state, vat]).toEqual(['ready', 138_00])
})

test('an amount abroad that cannot be read waits for it, and stays in its currency', async () => {
  const found = await readWith([
    'Datum;Text;Valuta;Utl. belopp;Belopp',
    '2026-10-01;HOTELLET;EUR;100,00;1150,00',
    '2026-10-02;HOTELLET;EUR;1OO,00;1150,00',
  ])
  const commented = await write(found, { comments: 'Lunch' })
  expect([commented.state, codes(commented)]).toEqual(['attention', ['foreign-amount-unreadable']])
  const mended = await write(found, { foreignAmount: '100' })
  expect([mended.state, mended.currency, mended.amount]).toEqual(['ready', 'EUR', 1150_00])
})

test('a row that may be no purchase is one when its amount is written, as its text says, and by nothing else', async () => {
  const found = await readWith(
    ['Datum;Text;Belopp;Status', '2026-10-01;HOTELLET;1120,00;Bokförd', '2026-10-02;HOTELLET;1120,00;Återbetald'],
    (mapping) => ({
      ...mapping,
      fields: {
        ...mapping.fields,
        status: { kind: 'source', from: { kind: 'column', index: 3, name: 'Status', occurrence: 0 } },
      },
    }),
  )
  const commented = await write(found, { comments: 'Lunch' })
  expect([commented.state, codes(commented)]).toEqual(['attention', ['booked-unclear']])
  expect((await write(found, { total: '1120' })).state).toBe('ready')
})

test('VAT larger than its amount waits for either of them', async () => {
  const lines = ['Datum;Text;Belopp;Moms', '2026-10-01;HOTELLET;1120,00;120,00', '2026-10-02;HOTELLET;112,00;120,00']
  const found = await readWith(lines)
  const commented = await write(found, { comments: 'Lunch' })
  expect([commented.state, codes(commented)]).toEqual(['attention', ['vat-exceeds-total']])
  const mended = await write(found, { total: '1120' })
  expect([mended.state, mended.vat]).toEqual(['ready', 120_00])
})

test('a row whose day is written by hand keeps everything else that the file says of it', async () => {
  const found = await readWith([
    'Datum;Text;Belopp;Moms;Kostnadsställe;Konto',
    '2026-10-01;HOTELLET;1120,00;120,00;NORR;6540',
    '2026-13-02;HOTELLET;1120,00;120,00;NORR;6540',
  ])
  const mended = await write(found, { invoiceDate: '2026-10-02' })
  expect(rowsOf(mended).slice(0, 2)).toEqual([
    [6540, 1000_00],
    [2641, 120_00],
  ])
  expect(mended.fields).toContainEqual(expect.objectContaining({ field: 'costCenter', value: 'NORR' }))
})

test('a row with two faults waits for the second when the first is mended', async () => {
  const found = await readWith([
    'Datum;Text;Belopp;Moms',
    '2026-10-01;HOTELLET;1120,00;120,00',
    '2026-13-02;HOTELLET;1120,00;12O,00',
  ])
  expect(codes(found.row)).toEqual(['date-unreadable', 'vat-unreadable'])
  const dated = await write(found, { invoiceDate: '2026-10-02' })
  expect([dated.state, codes(dated)]).toEqual(['attention', ['vat-unreadable']])
})

test('a refund that only its type tells from a purchase is one when its day is written', async () => {
  const found = await readWith([
    'Date;Merchant;Type;Amount',
    '2026-10-01;HOTELLET;Purchase;1120.00',
    '2026-13-02;HOTELLET;Refund;500.00',
  ])
  expect((await write(found, { invoiceDate: '2026-10-02' })).amount).toBe(-500_00)
})

test('a due day that cannot be read is asked for by itself', async () => {
  const found = await readWith([
    'Datum;Text;Belopp;Förfallodatum',
    '2026-10-01;HOTELLET;1120,00;2026-10-30',
    '2026-10-02;HOTELLET;1120,00;2026-13-30',
  ])
  const commented = await write(found, { comments: 'Lunch' })
  expect([commented.state, codes(commented)]).toEqual(['attention', ['date-unreadable']])
  const mended = await write(found, { dueDate: '2026-10-31' })
  expect(mended.fields).toContainEqual(expect.objectContaining({ field: 'dueDate', value: '2026-10-31' }))
  expect((await write(found, { dueDate: '' })).state).toBe('ready')
})

test('a total printed in the file is compared with the rows as they are once one is mended, and again when that is taken back', async () => {
  const printed = ['Datum;Text;Belopp', '2026-10-01;HOTELLET;1120,00', '2026-10-02;HOTELLET;1O0,00', ';Summa;1220,00']
  const found = await readWith(printed)
  const sums = async () => (await near.call('GET', `/imports/${found.id}`)).body.controlSums
  expect(await sums()).toMatchObject([{ printed: 1220_00, counted: 1120_00, agrees: false }])
  await write(found, { total: '100' })
  expect(await sums()).toMatchObject([{ printed: 1220_00, counted: 1220_00, agrees: true }])
  await write(found, { total: '90' })
  expect(await sums()).toMatchObject([{ counted: 1210_00, agrees: false }])
})
