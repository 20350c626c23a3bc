import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FortnoxSandbox, startFortnoxSandbox } from './index.ts'
import { codeOf, invoice, invoiceOf, payment, paymentOf, stateOf } from './posting-samples.ts'
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

describe('payments', () => {
  const booked = async (fields: object = {}) => {
    const { GivenNumber } = invoiceOf(await client.call('POST', 'supplierinvoices', invoice(fields)))
    await client.call('PUT', `supplierinvoices/${GivenNumber}/bookkeep`)
    return GivenNumber as string
  }

  it('lower the balance only when booked, against the account of the mode of payment', async () => {
    await booked()
    expect(paymentOf(await client.call('POST', 'supplierinvoicepayments', payment()))).toMatchObject({
      Number: 1,
      Amount: 1250,
      InvoiceTotal: '1250',
      Booked: false,
      VoucherNumber: null,
    })
    expect(invoiceOf(await client.call('GET', 'supplierinvoices/1')).Balance).toBe('1250')
    expect(paymentOf(await client.call('PUT', 'supplierinvoicepayments/1/bookkeep'))).toMatchObject({
      Booked: true,
      VoucherSeries: 'E',
      VoucherNumber: 1,
    })
    expect(invoiceOf(await client.call('GET', 'supplierinvoices/1'))).toMatchObject({
      Balance: '0',
      FinalPayDate: '2026-10-06',
    })
    expect((await stateOf(sandbox.url)).balances['3']).toMatchObject({ 2440: 0, 2890: -1250 })
    expect(codeOf(await client.call('PUT', 'supplierinvoicepayments/1/bookkeep'))).toBe(9000023)
  })

  it('are refused for what cannot be paid', async () => {
    await client.call('POST', 'supplierinvoices', invoice())
    expect(codeOf(await client.call('POST', 'supplierinvoicepayments', payment()))).toBe(9000010)
    await client.call('PUT', 'supplierinvoices/1/bookkeep')
    const refusals: [object, number][] = [
      [{ InvoiceNumber: '77' }, 9000008],
      [{ PaymentDate: '2026-10-04' }, 9000012],
      [{ Amount: 1250.01, AmountCurrency: 1250.01 }, 9000011],
      [{ Amount: -1, AmountCurrency: -1 }, 9000011],
      [{ ModeOfPayment: 'SAKNAS' }, 9000017],
      [{ Booked: true }, 9000001],
    ]
    for (const [fields, code] of refusals)
      expect(codeOf(await client.call('POST', 'supplierinvoicepayments', payment(fields)))).toBe(code)
  })

  it('are negative for a credit note', async () => {
    await booked({ Total: '-1250', VAT: '-250', SupplierInvoiceRows: [{ Account: 6110, Credit: 1000 }] })
    await client.call('POST', 'supplierinvoicepayments', payment({ Amount: -1250, AmountCurrency: -1250 }))
    expect((await client.call('PUT', 'supplierinvoicepayments/1/bookkeep')).status).toBe(200)
    expect((await stateOf(sandbox.url)).balances['3']).toMatchObject({ 2440: 0, 2890: 1250 })
  })

  it('can be changed and taken away while unbooked, and two that overpay cannot both be booked', async () => {
    await booked()
    await client.call('POST', 'supplierinvoicepayments', payment())
    expect(
      paymentOf(
        await client.call('PUT', 'supplierinvoicepayments/1', {
          SupplierInvoicePayment: { Amount: 250, ModeOfPayment: 'BG' },
        }),
      ),
    ).toMatchObject({ Amount: 250, AmountCurrency: 250, ModeOfPayment: 'BG' })
    await client.call('POST', 'supplierinvoicepayments', payment())
    expect((await client.call('PUT', 'supplierinvoicepayments/1/bookkeep')).status).toBe(200)
    expect(invoiceOf(await client.call('GET', 'supplierinvoices/1')).Balance).toBe('1000')
    expect(codeOf(await client.call('PUT', 'supplierinvoicepayments/2/bookkeep'))).toBe(9000011)
    expect((await client.call('DELETE', 'supplierinvoicepayments/2')).status).toBe(204)
    expect((await client.call('GET', 'supplierinvoicepayments/2')).status).toBe(404)
    expect((await client.call('DELETE', 'supplierinvoicepayments/1')).status).toBe(400)
  })

  it('in another currency book the exchange difference', async () => {
    await booked({
      Currency: 'EUR',
      CurrencyRate: '11',
      Total: '100',
      VAT: '0',
      SupplierInvoiceRows: [{ Account: 6540, Debit: 1100 }],
    })
    await client.call(
      'POST',
      'supplierinvoicepayments',
      payment({ Amount: 1120, AmountCurrency: 100, CurrencyRate: 11.2 }),
    )
    await client.call('PUT', 'supplierinvoicepayments/1/bookkeep')
    expect((await stateOf(sandbox.url)).balances['3']).toEqual({ 2440: 0, 6540: 1100, 2890: -1120, 7960: 20 })
  })

  it('cannot be booked in a locked period', async () => {
    await booked()
    await client.call('POST', 'supplierinvoicepayments', payment())
    await control(sandbox.url, 'PUT', 'tenants/1001/settings', { lockedPeriod: '2026-10-31' })
    expect(codeOf(await client.call('PUT', 'supplierinvoicepayments/1/bookkeep'))).toBe(2000401)
  })

  it('wait for approval to be booked where the company asks for it', async () => {
    await control(sandbox.url, 'PUT', 'tenants/1001/settings', { paymentApproval: true })
    await booked()
    expect((await client.call('POST', 'supplierinvoicepayments', payment())).status).toBe(201)
    expect(codeOf(await client.call('PUT', 'supplierinvoicepayments/1/bookkeep'))).toBe(9000027)
    expect((await client.call('PUT', 'supplierinvoices/1/approvalpayment')).status).toBe(200)
    expect((await client.call('PUT', 'supplierinvoicepayments/1/bookkeep')).status).toBe(200)
  })

  it('can leave the rest to a write-off', async () => {
    await booked()
    const WriteOffs = [{ AccountNumber: 3740, Amount: 0.5 }]
    await client.call('POST', 'supplierinvoicepayments', payment({ Amount: 1249.5, AmountCurrency: 1249.5, WriteOffs }))
    await client.call('PUT', 'supplierinvoicepayments/1/bookkeep')
    expect((await stateOf(sandbox.url)).balances['3']).toMatchObject({ 2440: 0, 2890: -1249.5, 3740: -0.5 })
    expect(invoiceOf(await client.call('GET', 'supplierinvoices/1')).Balance).toBe('0')
  })

  it('are what books the invoice by the cash method', async () => {
    const cash = await signIn(sandbox.url, '1002')
    await cash.call('POST', 'supplierinvoices', invoice())
    await cash.call('POST', 'supplierinvoicepayments', payment({ Amount: 1000.01, AmountCurrency: 1000.01 }))
    expect((await cash.call('PUT', 'supplierinvoicepayments/1/bookkeep')).status).toBe(200)
    await cash.call('POST', 'supplierinvoicepayments', payment({ Amount: 249.99, AmountCurrency: 249.99 }))
    expect((await cash.call('PUT', 'supplierinvoicepayments/2/bookkeep')).status).toBe(200)
    expect((await stateOf(sandbox.url, '1002')).balances['3']).toEqual({ 2641: 250, 6110: 1000, 2890: -1250 })
  })
})
