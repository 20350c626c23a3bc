import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportRowDetail } from '#imports/contract.ts'
import { csv } from '#imports/testing/fake-neighbours.ts'
import { supplier } from '#imports/testing/purchase-fixture.ts'
import type { VatType } from '#kernel/supplier-invoice.ts'
import type { OpenDatabase } from '#platform/database.ts'
import { type FortnoxSandbox, startFortnoxSandbox } from '#sandbox/fortnox/index.ts'
import { openTestDatabase } from '../../test/database.ts'
import { controlOf, openWholeWay } from './testing/open-whole-way.ts'
import { recordRequests } from './testing/record-requests.ts'

let database: OpenDatabase
let sandbox: FortnoxSandbox
let recorder: Awaited<ReturnType<typeof recordRequests>>
beforeAll(async () => {
  database = await openTestDatabase()
  sandbox = await startFortnoxSandbox({ rateLimit: { requests: 10_000, seconds: 1 } })
  recorder = await recordRequests(sandbox.url)
})
afterAll(async () => {
  await recorder.close()
  await sandbox.close()
  await database.close()
})

type Case = { merchant: string; vatType: VatType; account: number; row: string; edits?: Record<string, string> }
/** Every kind of VAT, and what else decides a body: currencies, refunds, persons, cost centre, project, odd texts. */
const cases: Case[] = [
  { merchant: 'ETT', vatType: 'SE25', account: 6110, row: 'SEK;0;1250,00' },
  { merchant: 'ETT ÅTER', vatType: 'SE25', account: 6110, row: 'SEK;0;-333,33' },
  { merchant: 'TVÅ', vatType: 'SE12', account: 5831, row: 'SEK;0;1120,01' },
  { merchant: 'TRE', vatType: 'SE6', account: 6970, row: 'SEK;0;318,07', edits: { costCenter: 'BUTIK' } },
  { merchant: 'FYRA', vatType: 'SE_FOOD', account: 7690, row: 'SEK;0;106,00' },
  {
    merchant: 'FEM',
    vatType: 'SE0',
    account: 6570,
    row: 'SEK;0;35,00',
    edits: { comments: 'Årsavgift "guld" → 2026' },
  },
  { merchant: 'SEX', vatType: 'EU_SERVICES', account: 6540, row: 'EUR;129,00;1486,33' },
  { merchant: 'SEX ÅTER', vatType: 'EU_SERVICES', account: 6540, row: 'EUR;-29,00;-334,13' },
  { merchant: 'SJU', vatType: 'EU_GOODS', account: 5410, row: 'EUR;80,10;922,90', edits: { project: '1' } },
  { merchant: 'ÅTTA', vatType: 'NON_EU_SERVICES', account: 5910, row: 'USD;40,00;401,55' },
  { merchant: 'NIO', vatType: 'SE_REVERSE_GOODS', account: 5410, row: 'SEK;0;1000,00' },
  { merchant: 'TIO', vatType: 'SE_REVERSE_SERVICES', account: 5070, row: 'SEK;0;1000,00' },
  { merchant: 'ELVA', vatType: 'GOODS_IMPORT', account: 5410, row: 'USD;99,99;1003,20' },
  { merchant: 'TOLV', vatType: 'REPRESENTATION', account: 6071, row: 'SEK;0;1120,00', edits: { persons: '2' } },
  { merchant: 'TRETTON', vatType: 'CAR_HIRE', account: 5820, row: 'SEK;0;500,05' },
  { merchant: 'FJORTON', vatType: 'FOREIGN_VAT', account: 5832, row: 'NOK;119,00;121,95' },
  { merchant: 'FEMTON', vatType: 'NO_DEDUCTION', account: 5990, row: 'SEK;0;125,00' },
]

test('what the preview shows of every kind of purchase is what leaves for Fortnox, byte for byte', {
  timeout: 120_000,
}, async () => {
  const control = controlOf(sandbox)
  await control('PUT', 'tenants/1001/settings', {
    accounts: Object.fromEntries(accountsNeeded.map((number) => [number, {}])),
  })
  const near = await openWholeWay(database, sandbox, { apiUrl: recorder.url })
  for (const { merchant, vatType, account } of cases)
    near.imports.teach(merchant, supplier({ number: '1', name: merchant, vatType, account }))
  const { id } = await near.imports.read(csv(...cases.map(({ merchant, row }) => `2026-10-05;${merchant};${row}`)))
  const { items } = (await near.imports.call('GET', `/imports/${id}/rows`)).body
  const rows: { id: number; text: string }[] = items.slice(1)
  for (const [i, { edits }] of cases.entries()) {
    if (!edits) continue
    const { status, body } = await near.imports.call('PATCH', `/imports/${id}/rows/${rows[i]?.id}`, { fields: edits })
    expect([status, body.errors]).toEqual([200, undefined])
  }
  const shown: ImportRowDetail[] = []
  for (const row of rows) shown.push((await near.imports.call('GET', `/imports/${id}/rows/${row.id}`)).body)
  expect(
    shown.map(({ text, state, problems }) => ({ text, state, problems })).filter(({ state }) => state !== 'ready'),
  ).toEqual([])
  expect((await near.imports.call('POST', `/imports/${id}/confirm`, { invoices: cases.length })).status).toBe(200)
  await near.posting.work()

  const sent = recorder.recorded.filter(({ method, path }) => method === 'POST' && path === '/3/supplierinvoices')
  const bodies = sent.map(({ body }) => body.toString('utf8')).toSorted()
  expect(bodies).toEqual(shown.map(({ request }) => JSON.stringify(request)).toSorted())
  for (const row of shown) expectSamePosting(row)
  const paid = recorder.recorded
    .filter(({ method, path }) => method === 'POST' && path === '/3/supplierinvoicepayments')
    .map(({ body }) => JSON.parse(body.toString('utf8')).SupplierInvoicePayment)
  expect(
    paid.map(({ PaymentDate, ModeOfPayment, Amount }) => `${PaymentDate} ${ModeOfPayment} ${Amount}`).toSorted(),
  ).toEqual(
    shown.map(({ payment, amount }) => `${payment?.date} ${payment?.modeOfPayment} ${(amount ?? 0) / 100}`).toSorted(),
  )

  const { invoices, payments } = await control('GET', 'state/1001')
  expect([invoices.length, invoices.filter(({ Booked }: { Booked: boolean }) => !Booked)]).toEqual([cases.length, []])
  expect(payments.map(({ Booked }: { Booked: boolean }) => Booked)).toEqual(cases.map(() => true))
  await near.connections.stop()
})

/** The account rows that the page draws are those of the body, to the öre. */
function expectSamePosting({ request, accountRows, isBalanced }: ImportRowDetail): void {
  const { SupplierInvoiceRows: sent } = (request as { SupplierInvoice: { SupplierInvoiceRows: SentRow[] } })
    .SupplierInvoice
  expect(isBalanced).toBe(true)
  expect(accountRows.map(({ account, debit, credit }) => ({ account, debit, credit }))).toEqual(
    sent.map(({ Account: account, Debit, Credit }) => ({
      account,
      debit: Math.round(Debit * 100),
      credit: Math.round(Credit * 100),
    })),
  )
}
type SentRow = { Account: number; Debit: number; Credit: number }

/** Accounts of BAS that a small company need not have. */
const accountsNeeded = [
  2614, 2615, 2624, 2634, 2641, 2645, 2647, 4415, 4425, 4515, 4531, 4535, 4545, 4598, 5070, 5410, 5820, 5831, 5832,
  5910, 5990, 6071, 6072, 6110, 6540, 6570, 6970, 7690,
]
