import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FortnoxSandbox, startFortnoxSandbox } from './index.ts'
import { codeOf, invoice, invoiceOf, rowsOf, stateOf } from './posting-samples.ts'
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

describe('creating a supplier invoice', () => {
  it('adds the debt and the VAT to a cost row', async () => {
    const reply = await client.call('POST', 'supplierinvoices', invoice())
    expect(reply.status).toBe(201)
    expect(reply.headers.get('location')).toBe('supplierinvoices')
    expect(rowsOf(reply)).toEqual([
      [2440, 'TOT', 0, 1250],
      [6110, null, 1000, 0],
      [2641, 'VAT', 250, 0],
    ])
    expect(invoiceOf(reply)).toMatchObject({
      GivenNumber: '1',
      Booked: false,
      Balance: '1250',
      Total: '1250',
      VAT: '250',
      VoucherNumber: null,
      AccountingMethod: 'ACCRUAL',
    })
  })

  it('takes a header alone, which can be booked only with a preset account', async () => {
    await control(sandbox.url, 'PUT', 'tenants/1001/settings', {})
    await client.call('POST', 'suppliers', { Supplier: { Name: 'Utan konto' } })
    const withPreset = await client.call('POST', 'supplierinvoices', invoice({ SupplierInvoiceRows: undefined }))
    expect(rowsOf(withPreset)).toContainEqual([6110, 'PRE', 1000, 0])
    const without = await client.call(
      'POST',
      'supplierinvoices',
      invoice({ SupplierInvoiceRows: undefined, SupplierNumber: '6' }),
    )
    expect((await client.call('PUT', 'supplierinvoices/1/bookkeep')).status).toBe(200)
    expect(without.status).toBe(201)
    expect(codeOf(await client.call('PUT', 'supplierinvoices/2/bookkeep'))).toBe(2000755)
  })

  it('keeps full rows as they are, with or without codes', async () => {
    const plain = [
      { Account: 6110, Debit: 1000 },
      { Account: 2640, Debit: 250 },
      { Account: 2440, Credit: 1250 },
    ]
    expect(rowsOf(await client.call('POST', 'supplierinvoices', invoice({ SupplierInvoiceRows: plain })))).toHaveLength(
      3,
    )
    const coded = [
      { Account: '2440', Code: 'TOT', Debit: 0, Credit: 1250, Total: -1250 },
      { Account: '2641', Code: 'VAT', Debit: 250, Credit: 0 },
      { Account: '6250', Code: 'PRE', Debit: 1000, Credit: 0 },
    ]
    expect(rowsOf(await client.call('POST', 'supplierinvoices', invoice({ SupplierInvoiceRows: coded })))).toHaveLength(
      3,
    )
  })

  it('refuses rows that do not balance', async () => {
    const reply = await client.call(
      'POST',
      'supplierinvoices',
      invoice({ SupplierInvoiceRows: [{ Account: 6110, Debit: 999.99 }] }),
    )
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual({
      ErrorInformation: { error: 1, message: 'Leverantörsfakturan balanserar inte', code: 2000755 },
    })
    expect((await stateOf(sandbox.url)).invoices).toEqual([])
  })

  it('turns the debt round for a credit note', async () => {
    const reply = await client.call(
      'POST',
      'supplierinvoices',
      invoice({ Total: '-1250', VAT: '-250', SupplierInvoiceRows: [{ Account: 6110, Credit: 1000 }] }),
    )
    expect(rowsOf(reply)).toEqual([
      [2440, 'TOT', 1250, 0],
      [6110, null, 0, 1000],
      [2641, 'VAT', 0, 250],
    ])
    expect(invoiceOf(reply)).toMatchObject({ Credit: true, Balance: '-1250' })
  })

  it('adds calculated VAT by reverse charge, unless its rows were sent', async () => {
    const eu = { Total: '1000', VAT: '0', VATType: 'EUINTERNAL' }
    const services = await client.call(
      'POST',
      'supplierinvoices',
      invoice({ ...eu, SupplierInvoiceRows: [{ Account: 4535, Debit: 1000 }] }),
    )
    expect(rowsOf(services).slice(2)).toEqual([
      [2645, 'SRD', 250, 0],
      [2614, 'SRC', 0, 250],
    ])
    const goods = await client.call(
      'POST',
      'supplierinvoices',
      invoice({ ...eu, SupplierInvoiceRows: [{ Account: 4515, Debit: 1000 }] }),
    )
    expect(rowsOf(goods).slice(2)).toEqual([
      [2645, 'PRD', 250, 0],
      [2614, 'PRC', 0, 250],
    ])
    const own = [
      { Account: 4536, Debit: 1000 },
      { Account: 2645, Code: 'SRD', Debit: 120 },
      { Account: 2624, Code: 'SRC', Credit: 120 },
    ]
    expect(
      rowsOf(await client.call('POST', 'supplierinvoices', invoice({ ...eu, SupplierInvoiceRows: own }))),
    ).toHaveLength(4)
    const building = await client.call(
      'POST',
      'supplierinvoices',
      invoice({ ...eu, VATType: 'REVERSE', SupplierInvoiceRows: [{ Account: 4425, Debit: 1000 }] }),
    )
    expect(rowsOf(building).slice(2)).toEqual([
      [2647, 'CND', 250, 0],
      [2614, 'CNC', 0, 250],
    ])
    const uncoded = [
      { Account: 4425, Debit: 1000 },
      { Account: 2647, Debit: 250 },
      { Account: 2614, Credit: 250 },
    ]
    expect(
      codeOf(
        await client.call(
          'POST',
          'supplierinvoices',
          invoice({ ...eu, VATType: 'REVERSE', SupplierInvoiceRows: uncoded }),
        ),
      ),
    ).toBe(2003115)
  })

  it('books a foreign invoice in kronor and keeps its own currency beside', async () => {
    const rows = [{ Account: 6540, Debit: 1123.57 }]
    const reply = await client.call(
      'POST',
      'supplierinvoices',
      invoice({ Currency: 'EUR', CurrencyRate: '11.2357', Total: '100', VAT: '0', SupplierInvoiceRows: rows }),
    )
    expect(rowsOf(reply)).toEqual([
      [2440, 'TOT', 0, 1123.57],
      [6540, null, 1123.57, 0],
    ])
    expect(invoiceOf(reply)).toMatchObject({ Total: '100', Balance: '100', Currency: 'EUR', CurrencyRate: '11.2357' })
    expect(invoiceOf(reply).SupplierInvoiceRows[0].CreditCurrency).toBe(100)
    expect(codeOf(await client.call('POST', 'supplierinvoices', invoice({ Currency: 'XXX' })))).toBe(2000427)
  })

  it('round-trips ExternalInvoiceNumber, at most 50 characters, and allows duplicates', async () => {
    const key = 'x'.repeat(50)
    for (const number of ['1', '2'])
      expect(
        invoiceOf(
          await client.call('POST', 'supplierinvoices', invoice({ ExternalInvoiceNumber: key, InvoiceNumber: 'A1' })),
        ),
      ).toMatchObject({ GivenNumber: number, ExternalInvoiceNumber: key })
    expect((await client.call('POST', 'supplierinvoices', invoice({ ExternalInvoiceNumber: `${key}x` }))).status).toBe(
      400,
    )
  })

  it('replaces rows as a whole on a change and leaves other fields alone', async () => {
    await client.call('POST', 'supplierinvoices', invoice({ Comments: 'Kvar' }))
    const changed = await client.call('PUT', 'supplierinvoices/1', {
      SupplierInvoice: {
        SupplierInvoiceRows: [
          { Account: 5410, Debit: 400 },
          { Account: 6110, Debit: 600 },
        ],
      },
    })
    expect(rowsOf(changed)).toHaveLength(4)
    expect(invoiceOf(changed)).toMatchObject({ Comments: 'Kvar', Total: '1250' })
  })
})

describe('what a write refuses', () => {
  const cases: [string, object, number][] = [
    ['an unknown field', { Description: 'x' }, 2001399],
    ['a read-only field', { Booked: true }, 9000001],
    ['an explicit null', { Comments: null }, 2001392],
    ['a text where an amount belongs', { Total: 'tolv' }, 2000108],
    ['a text where a flag belongs', { DisablePaymentFile: 'ja' }, 2000134],
    ['an impossible date', { InvoiceDate: '2026-02-30' }, 9000005],
    ['a tab', { Comments: 'a\tb' }, 2000359],
    ['an address with ://', { Comments: 'se https://exempel.se' }, 2000359],
    ['an arrow', { YourReference: 'a->b' }, 2000359],
    ['an ellipsis', { Comments: 'vänta…' }, 2000359],
    ['a middle dot', { Comments: 'a·b' }, 2000359],
    ['a too long comment', { Comments: 'å'.repeat(1001) }, 9000003],
    ['an unknown account', { SupplierInvoiceRows: [{ Account: 6111, Debit: 1000 }] }, 2001304],
    ['an inactive account', { SupplierInvoiceRows: [{ Account: 6541, Debit: 1000 }] }, 2000550],
    ['an unknown row field', { SupplierInvoiceRows: [{ AccountNumber: 6110, Debit: 1000 }] }, 2001399],
    ['a cost centre that is not there', { CostCenter: 'SAKNAS' }, 9000018],
    ['stock', { SalesType: 'STOCK' }, 2003127],
    ['an unknown supplier', { SupplierNumber: '99' }, 9000007],
    ['a date without a financial year', { InvoiceDate: '2031-01-01' }, 9000016],
  ]
  it.each(cases)('%s', async (_name, fields, code) => {
    const reply = await client.call('POST', 'supplierinvoices', invoice(fields))
    expect([reply.status, codeOf(reply)]).toEqual([400, code])
  })

  it('says which field is read-only, and takes å, ä, ö and line breaks', async () => {
    expect(
      (await client.call('POST', 'suppliers', { Supplier: { Name: 'A', Country: 'Sverige' } })).body,
    ).toMatchObject({ ErrorInformation: { message: 'Fältet Country är endast läsbart' } })
    expect((await client.call('POST', 'supplierinvoices', invoice({ Comments: 'Åäö éü\nrad två' }))).status).toBe(201)
  })

  it('knows accounts by the financial year of the invoice, and of the payment', async () => {
    await control(sandbox.url, 'PUT', 'tenants/1001/settings', {
      accountsOfYear: { 2: { 6110: { active: false }, 5555: {} }, 4: { 2890: { active: false } } },
    })
    const inYear = (year: number, account: number) =>
      client.call(
        'POST',
        'supplierinvoices',
        invoice({ InvoiceDate: `${year}-10-05`, SupplierInvoiceRows: [{ Account: account, Debit: 1000 }] }),
      )
    const [inactive, good, own, elsewhere] = [
      await inYear(2025, 6110),
      await inYear(2026, 6110),
      await inYear(2025, 5555),
      await inYear(2026, 5555),
    ]
    expect([inactive.status, good.status, own.status, elsewhere.status]).toEqual([400, 201, 201, 400])
    const { body } = await client.call('GET', 'accounts/5555?financialyear=2')
    expect(body).toMatchObject({ Account: { Number: 5555, Year: 2 } })
    expect((await client.call('GET', 'accounts/5555?financialyear=3')).status).toBe(404)
    const { GivenNumber } = invoiceOf(good)
    expect((await client.call('PUT', `supplierinvoices/${GivenNumber}/bookkeep`)).status).toBe(200)
    const paid = await client.call('POST', 'supplierinvoicepayments', {
      SupplierInvoicePayment: {
        ...{ InvoiceNumber: GivenNumber, Amount: 1250, AmountCurrency: 1250 },
        ...{ PaymentDate: '2027-01-04', ModeOfPayment: 'KORT' },
      },
    })
    expect(paid.status).toBe(201)
    expect((await client.call('PUT', 'supplierinvoicepayments/1/bookkeep')).status).toBe(400)
  })

  it('holds an account to its cost centre rule', async () => {
    await control(sandbox.url, 'PUT', 'tenants/1001/settings', {
      accounts: { 6110: { costCenter: 'MANDATORY' }, 5410: { costCenter: 'NOTALLOWED' } },
    })
    expect(codeOf(await client.call('POST', 'supplierinvoices', invoice()))).toBe(9000019)
    expect((await client.call('POST', 'supplierinvoices', invoice({ CostCenter: 'BUTIK' }))).status).toBe(201)
    expect(
      codeOf(
        await client.call(
          'POST',
          'supplierinvoices',
          invoice({ SupplierInvoiceRows: [{ Account: 5410, Debit: 1000, CostCenter: 'BUTIK' }] }),
        ),
      ),
    ).toBe(9000020)
  })
})
