import { type AccountingSession, invoiceListStates } from '#connectors/accounting-connector.ts'
import { createFortnoxConnector } from '#connectors/fortnox/index.ts'
import type { AccountRow, SupplierInvoice } from '#kernel/supplier-invoice.ts'
import { consent, redirectUri } from '#sandbox/fortnox/sandbox-client.ts'

/** Has Radvis's own connector say all it can say: each kind of VAT, a credit, another currency, payments and look-ups. */
export async function driveConnector(url: string): Promise<void> {
  const session = await openCompany(url, '1001')
  await readEverything(session)
  await session.createSupplier({
    name: 'Molnverket · Norr AB',
    organisationNumber: '556000-0000',
    countryCode: 'SE',
    vatNumber: 'SE556000000001',
    account: 6540,
  })
  const numbers: string[] = []
  for (const invoice of invoices) numbers.push((await session.createSupplierInvoice(invoice)).number)
  for (const [index, number] of numbers.entries()) await postAndPay(session, number, invoices[index])
  for (const invoice of invoices) await session.findByReference({ ...invoice, since: new Date(Date.now() - 3_600_000) })
  await takeBack(session, numbers)
  for (const state of invoiceListStates) for await (const _page of session.listSupplierInvoices(state));
  await session.readInvoiceDetail(numbers[0] ?? '')
  const { fileId } = await session.uploadFile({
    name: 'kvitto.pdf',
    contentType: 'application/pdf',
    bytes: new TextEncoder().encode('%PDF-1.4 made up'),
  })
  await session.findUploadedFile('kvitto.pdf')
  await session.connectFile(numbers[0] ?? '', fileId)
  await session.listConnectedFiles(numbers[0] ?? '')
  const approving = await openCompany(url, '1004')
  await approving.bookkeepSupplierInvoice((await approving.createSupplierInvoice(ordinary)).number)
}

async function openCompany(url: string, company: string): Promise<AccountingSession> {
  const connector = createFortnoxConnector({
    clientId: 'radvis-sandbox',
    clientSecret: 'radvis-sandbox-secret',
    apiUrl: url,
    authUrl: `${url}/oauth-v1`,
    rateLimit: { requests: 25, seconds: 5 },
  })
  const code = (await consent(url, company)).searchParams.get('code') ?? ''
  const { accessToken } = await connector.exchangeCode({ code, redirectUri })
  return connector.openSession({ turn: async () => ({ token: accessToken, answered: () => undefined }) })
}

async function readEverything(session: AccountingSession): Promise<void> {
  await session.readCompany()
  const years = await session.listFinancialYears()
  await session.readLockedPeriod()
  await session.listAccounts(years[0]?.id ?? '')
  await session.listModesOfPayment()
  await session.readPredefinedAccounts()
  await session.listCurrencies()
  await session.listCostCenters()
  await session.listProjects()
  for await (const _page of session.listSuppliers());
}

/** An invoice is cancelled, a payment removed, and paid invoices are credited in kroner and in another currency. */
async function takeBack(session: AccountingSession, numbers: readonly string[]): Promise<void> {
  const { number } = await session.createSupplierInvoice({ ...ordinary, reference: 'RV-TILLBAKA' })
  await session.cancelSupplierInvoice(number)
  const again = await session.createSupplierInvoice({ ...ordinary, reference: 'RV-TILLBAKA-2' })
  await session.bookkeepSupplierInvoice(again.number)
  await session.deletePayment(
    (
      await session.createPayment(again.number, {
        ...{ paymentDate: '2026-10-05', modeOfPayment: 'KORT', amount: 125_000, currency: 'SEK', rate: '1' },
        amountSek: 125_000,
      })
    ).number,
  )
  for (const original of [numbers[0], numbers.at(-1)]) {
    const credit = await session.creditSupplierInvoice(original ?? '')
    const made = await session.bookkeepSupplierInvoice(credit)
    const { invoiceDate, total: amount = 0, currency } = made
    const payment = await session.createPayment(credit, {
      ...{ paymentDate: invoiceDate ?? '', modeOfPayment: 'KORT', amount, currency },
      ...(currency === 'SEK' ? { rate: '1', amountSek: amount } : { rate: '11.2357', amountSek: -112_346 }),
    })
    await session.bookkeepPayment(payment.number)
  }
}

async function postAndPay(
  session: AccountingSession,
  number: string,
  invoice: SupplierInvoice | undefined,
): Promise<void> {
  if (invoice === undefined) throw new Error('one invoice for each number')
  await session.bookkeepSupplierInvoice(number)
  const { currency, rate, total: amount } = invoice
  const amountSek = invoice.rows
    .filter((row) => row.role === 'debt')
    .reduce((sum, row) => sum + row.credit - row.debit, 0)
  const payment = await session.createPayment(number, {
    paymentDate: '2026-10-06',
    modeOfPayment: 'KORT',
    amount,
    currency,
    rate,
    amountSek,
  })
  await session.bookkeepPayment(payment.number)
  await session.listPayments(number)
  await session.readSupplierInvoice(number)
}

const debit = (account: number, role: AccountRow['role'], amount: number): AccountRow => ({
  account,
  role,
  debit: amount,
  credit: 0,
})
const credit = (account: number, role: AccountRow['role'], amount: number): AccountRow => ({
  account,
  role,
  debit: 0,
  credit: amount,
})

const ordinary: SupplierInvoice = {
  reference: 'RV-SE25',
  supplierNumber: '1',
  invoiceNumber: 'A-17',
  invoiceDate: '2026-10-05',
  dueDate: '2026-10-05',
  currency: 'SEK',
  rate: '1',
  total: 125_000,
  vat: 25_000,
  vatType: 'SE25',
  rows: [
    { ...debit(6110, 'cost', 100_000), costCenter: 'BUTIK', project: '1', text: 'Kort 1234 · rad 7' },
    debit(2641, 'vat', 25_000),
    credit(2440, 'debt', 125_000),
  ],
  comments: 'Se https://exempel.se/kvitto…',
  ourReference: 'Anna',
  yourReference: 'Bo',
  isPaidByCard: true,
}
const withoutVat = { ...ordinary, total: 100_000, vat: 0 }
const reverse = (vatType: SupplierInvoice['vatType'], cost: number, vatAccount: number): SupplierInvoice => ({
  ...withoutVat,
  reference: `RV-${vatType}`,
  vatType,
  rows: [
    debit(cost, 'cost', 100_000),
    debit(vatAccount, 'reverse-debit', 25_000),
    credit(2614, 'reverse-credit', 25_000),
    credit(2440, 'debt', 100_000),
  ],
})

const invoices: SupplierInvoice[] = [
  ordinary,
  {
    ...ordinary,
    reference: 'RV-SE12',
    vatType: 'SE12',
    vat: 13_393,
    rows: [debit(5831, 'cost', 111_607), debit(2641, 'vat', 13_393), credit(2440, 'debt', 125_000)],
  },
  {
    ...withoutVat,
    reference: 'RV-SE0',
    vatType: 'SE0',
    rows: [debit(6570, 'cost', 100_000), credit(2440, 'debt', 100_000)],
  },
  reverse('EU_GOODS', 4515, 2645),
  reverse('EU_SERVICES', 4535, 2645),
  reverse('NON_EU_SERVICES', 4531, 2645),
  reverse('SE_REVERSE_GOODS', 4415, 2647),
  reverse('SE_REVERSE_SERVICES', 4425, 2647),
  {
    ...ordinary,
    reference: 'RV-KREDIT',
    total: -125_000,
    vat: -25_000,
    rows: [credit(6110, 'cost', 100_000), credit(2641, 'vat', 25_000), debit(2440, 'debt', 125_000)],
  },
  {
    ...withoutVat,
    reference: 'RV-EUR',
    currency: 'EUR',
    rate: '11.2357',
    total: 9_999,
    rows: [debit(6540, 'cost', 112_346), credit(2440, 'debt', 112_346)],
  },
]
