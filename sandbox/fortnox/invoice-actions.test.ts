import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FortnoxSandbox, startFortnoxSandbox } from './index.ts'
import { codeOf, invoice, invoiceDate, invoiceOf, stateOf } from './posting-samples.ts'
import { control, type SandboxClient, signIn } from './sandbox-client.ts'

let sandbox: FortnoxSandbox
let client: SandboxClient

beforeAll(async () => {
  sandbox = await startFortnoxSandbox({
    rateLimit: { requests: 10_000, seconds: 1 },
    now: () => new Date('2026-11-10T12:00:00Z'),
  })
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await control(sandbox.url, 'POST', 'reset')
  client = await signIn(sandbox.url)
})

describe('bookkeeping', () => {
  it('makes a voucher, moves balances and locks the invoice', async () => {
    await client.call('POST', 'supplierinvoices', invoice())
    const booked = await client.call('PUT', 'supplierinvoices/1/bookkeep')
    expect(invoiceOf(booked)).toMatchObject({
      Booked: true,
      VoucherNumber: 1,
      VoucherSeries: 'D',
      VoucherYear: 3,
      Vouchers: [{ Number: 1, Series: 'D', Year: 3, ReferenceType: 'SUPPLIERINVOICE' }],
    })
    const voucher = await client.call('GET', 'vouchers/D/1?financialyear=3')
    expect(voucher.body).toMatchObject({
      Voucher: { TransactionDate: invoiceDate, ReferenceType: 'SUPPLIERINVOICE', ReferenceNumber: '1' },
    })
    expect((await stateOf(sandbox.url)).balances).toEqual({ 3: { 2440: -1250, 2641: 250, 6110: 1000 } })
    expect(codeOf(await client.call('PUT', 'supplierinvoices/1/bookkeep'))).toBe(9000013)
    expect(codeOf(await client.call('PUT', 'supplierinvoices/1', { SupplierInvoice: { Comments: 'x' } }))).toBe(9000013)
    expect(codeOf(await client.call('PUT', 'supplierinvoices/1/cancel'))).toBe(9000013)
  })

  it('is refused in a cash year and in a locked period', async () => {
    const cash = await signIn(sandbox.url, '1002')
    await cash.call('POST', 'supplierinvoices', invoice())
    expect(codeOf(await cash.call('PUT', 'supplierinvoices/1/bookkeep'))).toBe(9000015)
    const locked = await signIn(sandbox.url, '1003')
    await locked.call('POST', 'supplierinvoices', invoice({ InvoiceDate: '2026-06-30' }))
    const refused = await locked.call('PUT', 'supplierinvoices/1/bookkeep')
    expect(refused.body).toEqual({
      ErrorInformation: {
        error: 1,
        message: 'Björklunda Bygg AB har låst perioden t.o.m. 2026-06-30. Lås upp perioden för att fortsätta.',
        code: 2000401,
      },
    })
    await locked.call('POST', 'supplierinvoices', invoice({ InvoiceDate: '2026-07-01' }))
    expect((await locked.call('PUT', 'supplierinvoices/2/bookkeep')).status).toBe(200)
  })

  it('wants an approval first where the company asks for one, and knows none where it does not', async () => {
    const approving = await signIn(sandbox.url, '1004')
    await approving.call('POST', 'supplierinvoices', invoice())
    expect(codeOf(await approving.call('PUT', 'supplierinvoices/1/bookkeep'))).toBe(2001322)
    expect((await approving.call('PUT', 'supplierinvoices/1/approvalbookkeep')).status).toBe(200)
    expect((await approving.call('PUT', 'supplierinvoices/1/bookkeep')).status).toBe(200)
    await client.call('POST', 'supplierinvoices', invoice())
    expect(codeOf(await client.call('PUT', 'supplierinvoices/1/approvalbookkeep'))).toBe(2001110)
    await control(sandbox.url, 'PUT', 'tenants/1001/settings', { approval: 'flow' })
    expect(codeOf(await client.call('PUT', 'supplierinvoices/1/approvalbookkeep'))).toBe(2001110)
    expect(codeOf(await client.call('PUT', 'supplierinvoices/1/bookkeep'))).toBe(2001322)
  })

  it('cancels what is not booked and credits what is', async () => {
    await client.call('POST', 'supplierinvoices', invoice())
    expect(codeOf(await client.call('PUT', 'supplierinvoices/1/credit'))).toBe(9000024)
    expect(invoiceOf(await client.call('PUT', 'supplierinvoices/1/cancel'))).toMatchObject({ Cancelled: true })
    await client.call('POST', 'supplierinvoices', invoice())
    await client.call('PUT', 'supplierinvoices/2/bookkeep')
    expect(invoiceOf(await client.call('PUT', 'supplierinvoices/2/credit'))).toMatchObject({
      GivenNumber: '2',
      CreditReference: 3,
    })
    expect(invoiceOf(await client.call('GET', 'supplierinvoices/3'))).toMatchObject({
      Credit: true,
      CreditReference: 2,
      Total: '-1250',
      Booked: false,
    })
    expect(codeOf(await client.call('PUT', 'supplierinvoices/2/credit'))).toBe(9000024)
    await client.call('PUT', 'supplierinvoices/3', { SupplierInvoice: { Comments: 'Retur' } })
    await client.call('PUT', 'supplierinvoices/3/bookkeep')
    expect((await stateOf(sandbox.url)).balances).toEqual({ 3: { 2440: 0, 2641: 0, 6110: 0 } })
  })
})
