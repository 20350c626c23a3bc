import { control, type SandboxClient, signIn } from '#sandbox/fortnox/sandbox-client.ts'

/** Calls every endpoint of the sandbox, with bodies in all the shapes it takes and with the refusals it has. */
export async function driveSandbox(url: string): Promise<void> {
  const client = await signIn(url)
  await readRegisters(client)
  await driveSuppliers(client)
  await driveInvoices(client)
  await drivePayments(client)
  await driveFiles(client)
  await beRefused(client)
  await control(url, 'PUT', 'tenants/1004/settings', { paymentApproval: true })
  await driveApprovals(await signIn(url, '1004'))
}

const registers = [
  ...[
    'companyinformation',
    'settings/company',
    'settings/lockedperiod',
    'financialyears',
    'financialyears?date=2026-06-30',
    'financialyears/3',
  ],
  ...[
    'accounts?limit=500&page=1',
    'accounts?financialyear=3&sortby=number',
    'accounts/1930',
    'modesofpayments',
    'modesofpayments/KORT',
  ],
  ...[
    'predefinedaccounts',
    'predefinedaccounts/SUPDEBT',
    'currencies',
    'currencies/EUR',
    'costcenters',
    'costcenters/BUTIK',
  ],
  ...['projects', 'termsofpayments', 'voucherseries'],
]

async function readRegisters(client: SandboxClient): Promise<void> {
  for (const path of registers) await client.call('GET', path)
}

async function driveSuppliers(client: SandboxClient): Promise<void> {
  const supplier = {
    Name: 'Provaren AB',
    OrganisationNumber: '556000-0000',
    CountryCode: 'SE',
    Currency: 'SEK',
    PreDefinedAccount: '6110',
    VATType: '25',
    TermsOfPayment: '30',
    Active: true,
  }
  await client.call('POST', 'suppliers', { Supplier: supplier })
  await client.call('PUT', 'suppliers/6', { Supplier: { City: 'Malmö' } })
  for (const path of [
    'suppliers/6',
    'suppliers?name=prov',
    'suppliers?lastmodified=2026-01-01%2000:00&limit=2&page=2&sortby=name&sortorder=descending',
  ])
    await client.call('GET', path)
}

const invoice = (fields: object) => ({
  SupplierInvoice: {
    SupplierNumber: '1',
    InvoiceDate: '2026-10-05',
    DueDate: '2026-11-04',
    Total: '1250.00',
    VAT: '250.00',
    Currency: 'SEK',
    ...fields,
  },
})

async function driveInvoices(client: SandboxClient): Promise<void> {
  const rows = [{ Account: 6110, Debit: 1000, TransactionInformation: 'Pärmar', CostCenter: 'BUTIK', Project: '1' }]
  const codedRows = [
    { Account: 6110, Code: 'PRE', Debit: 1000, Credit: 0 },
    { Account: 2641, Code: 'VAT', Debit: 250, Credit: 0 },
    { Account: 2440, Code: 'TOT', Debit: 0, Credit: 1250 },
  ]
  const texts = {
    ExternalInvoiceNumber: 'radvis-1',
    InvoiceNumber: 'A-17',
    OCR: '123',
    Comments: 'Kort 1234',
    OurReference: 'Anna',
    YourReference: 'Bo',
    DisablePaymentFile: true,
  }
  const bodies = [
    { SupplierInvoiceRows: rows, ...texts },
    {},
    { SupplierInvoiceRows: codedRows, VATType: 'NORMAL', SalesType: 'SERVICE' },
    { Total: '1000', VAT: '0', VATType: 'EUINTERNAL', SupplierInvoiceRows: [{ Account: 4535, Debit: 1000 }] },
    { Total: '1000', VAT: '0', VATType: 'REVERSE', SupplierInvoiceRows: [{ Account: 4425, Debit: 1000 }] },
    { Total: '-1250.00', VAT: '-250.00', SupplierInvoiceRows: [{ Account: 6110, Credit: 1000 }] },
    {
      Total: '100',
      VAT: '0',
      Currency: 'EUR',
      CurrencyRate: '11.25',
      CurrencyUnit: 1,
      SupplierInvoiceRows: [{ Account: 6540, Debit: 1125 }],
    },
  ]
  for (const body of bodies) await client.call('POST', 'supplierinvoices', invoice(body))
  await client.call('PUT', 'supplierinvoices/2', { SupplierInvoice: { Comments: 'Ändrad', SupplierInvoiceRows: rows } })
  for (const number of [1, 3, 6, 7]) await client.call('PUT', `supplierinvoices/${number}/bookkeep`)
  await client.call('PUT', 'supplierinvoices/2/cancel')
  await client.call('PUT', 'supplierinvoices/3/credit')
  for (const filter of [
    'cancelled',
    'fullypaid',
    'unpaid',
    'unpaidoverdue',
    'unbooked',
    'pendingpayment',
    'authorizepending',
  ])
    await client.call('GET', `supplierinvoices?filter=${filter}`)
  for (const path of [
    'supplierinvoices/1',
    'supplierinvoices?suppliernumber=1&lastmodified=2026-01-01%2000:00&limit=500',
    'vouchers',
    'vouchers?financialyear=3',
    'vouchers/sublist/D',
    'vouchers/D/1?financialyear=3',
  ])
    await client.call('GET', path)
}

async function drivePayments(client: SandboxClient): Promise<void> {
  const payment = {
    InvoiceNumber: '1',
    Amount: 1000,
    AmountCurrency: 1000,
    PaymentDate: '2026-10-06',
    ModeOfPayment: 'KORT',
  }
  const writeOff = {
    InvoiceNumber: '7',
    AmountCurrency: 99,
    Amount: 1110.5,
    CurrencyRate: 11.2,
    PaymentDate: '2026-10-06',
    WriteOffs: [{ AccountNumber: 3740, Amount: 1 }],
  }
  for (const body of [payment, { ...payment, Amount: 250, AmountCurrency: 250 }, writeOff])
    await client.call('POST', 'supplierinvoicepayments', { SupplierInvoicePayment: body })
  await client.call('PUT', 'supplierinvoicepayments/1', {
    SupplierInvoicePayment: { InvoiceNumber: '1', Amount: 900, Information: 'Delbetalning' },
  })
  await client.call('DELETE', 'supplierinvoicepayments/2')
  for (const number of [1, 3]) await client.call('PUT', `supplierinvoicepayments/${number}/bookkeep`)
  for (const path of [
    'supplierinvoicepayments',
    'supplierinvoicepayments?invoicenumber=1',
    'supplierinvoicepayments/1',
    'supplierinvoices/1',
    'supplierinvoices/7',
  ])
    await client.call('GET', path)
}

async function driveFiles(client: SandboxClient): Promise<void> {
  const uploaded = await client.upload('inbox?folderId=inbox_s', 'kvitto.pdf', '%PDF')
  const { Id } = uploaded.body.File as { Id: string }
  await client.call('GET', 'inbox')
  await client.call('POST', 'supplierinvoicefileconnections', {
    SupplierInvoiceFileConnection: { FileId: Id, SupplierInvoiceNumber: '1' },
  })
  await client.call('GET', 'supplierinvoicefileconnections?supplierinvoicenumber=1')
  await client.call('GET', `supplierinvoicefileconnections/${Id}`)
  await client.call('DELETE', `supplierinvoicefileconnections/${Id}`)
}

/** Well-formed requests that the ledger refuses: their error bodies are held against the document too. */
async function beRefused(client: SandboxClient): Promise<void> {
  for (const path of [
    'suppliers/99',
    'supplierinvoices/99',
    'accounts/9998',
    'supplierinvoicepayments/99',
    'predefinedaccounts/SAKNAS',
  ])
    await client.call('GET', path)
  await client.call('POST', 'supplierinvoices', invoice({ SupplierNumber: '99' }))
  await client.call('POST', 'supplierinvoices', invoice({ SupplierInvoiceRows: [{ Account: 6541, Debit: 1000 }] }))
  await client.call('POST', 'supplierinvoices', invoice({ SupplierInvoiceRows: [{ Account: 6110, Debit: 1 }] }))
  await client.call('PUT', 'supplierinvoices/1/bookkeep')
}

async function driveApprovals(client: SandboxClient): Promise<void> {
  await client.call('POST', 'supplierinvoices', invoice({ SupplierInvoiceRows: [{ Account: 6110, Debit: 1000 }] }))
  for (const action of ['bookkeep', 'approvalbookkeep', 'bookkeep', 'approvalpayment'])
    await client.call('PUT', `supplierinvoices/1/${action}`)
}
