import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SupplierInvoice, VatType } from '#kernel/supplier-invoice.ts'
import {
  type AccountingConnector,
  type AccountingSession,
  ConnectorError,
  type Supplier,
  type Tokens,
} from '../accounting-connector.ts'
import { describeFiles } from './files-behaviour.ts'
import { describeListing } from './listing-behaviour.ts'
import { describeTakingBack } from './taking-back-behaviour.ts'

/** An accounting system to try a connector on: the real thing's stand-in, with a person to consent and a hand to break it. */
export type ConnectorStage = {
  connector: AccountingConnector
  /** A person allows us into a company; what comes back to the redirect address. */
  consent(): Promise<{ code: string; redirectUri: string }>
  /** What happens to the next call that creates an invoice, or that reads. */
  breakNext(
    call: 'create-invoice' | 'read',
    how: 'lost-before' | 'lost-after' | 'failed-after' | 'rate-limited' | 'token-refused',
  ): Promise<void>
  /** A financial year, accounts and a mode of payment that there are. */
  given: { day: string; costAccount: number; inactiveAccount: number; modeOfPayment: string; cardAccount: number }
  close(): Promise<void>
}

/** Whatever posts through the port may rely on this; a connector that does not pass is none. */
export function describeConnector(name: string, open: () => Promise<ConnectorStage>): void {
  describe(`${name} as an accounting connector`, () => {
    let stage: ConnectorStage
    let world: OpenedConnector
    beforeAll(async () => {
      stage = await open()
      world = await openConnector(stage)
    })
    afterAll(() => stage.close())
    const at = () => ({ stage, ...world })

    describeTokens(at)
    describeRegisters(at)
    describePosting(at)
    describeTakingBack(at, failure)
    describeListing(at)
    describeFiles(at)
    describeRefusals(at)
    describeTrouble(at)
  })
}

type OpenedConnector = {
  session: AccountingSession
  supplier: Supplier
  asked: (string | undefined)[]
  outcomes: { isRateLimited: boolean }[]
  invoice(changes?: Partial<SupplierInvoice>): SupplierInvoice
}
type At = () => OpenedConnector & { stage: ConnectorStage }

async function openConnector({ connector, consent, given }: ConnectorStage): Promise<OpenedConnector> {
  let tokens: Tokens = await connector.exchangeCode(await consent())
  const asked: (string | undefined)[] = []
  const outcomes: { isRateLimited: boolean }[] = []
  const session = connector.openSession({
    async turn({ refused } = {}) {
      asked.push(refused)
      if (refused === tokens.accessToken) tokens = await connector.refreshTokens(tokens.refreshToken)
      return { token: tokens.accessToken, answered: (outcome) => void outcomes.push(outcome) }
    },
  })
  const supplier = await session.createSupplier({ name: 'Molnverket Norr AB' })
  const { supplierDebt = 0, inputVat = 0 } = await session.readPredefinedAccounts()
  let count = 0
  const invoice = (changes: Partial<SupplierInvoice> = {}): SupplierInvoice => ({
    reference: `RV-${Date.now().toString(36)}-${count++}`,
    supplierNumber: supplier.number,
    invoiceDate: given.day,
    dueDate: given.day,
    currency: 'SEK',
    rate: '1',
    total: 125_000,
    vat: 25_000,
    vatType: 'SE25',
    rows: [
      { account: given.costAccount, role: 'cost', debit: 100_000, credit: 0, text: 'Kort 1234 · rad 7' },
      { account: inputVat, role: 'vat', debit: 25_000, credit: 0 },
      { account: supplierDebt, role: 'debt', debit: 0, credit: 125_000 },
    ],
    comments: 'Köp -> se https://molnverket.example/kvitto…\tkontant',
    isPaidByCard: true,
    ...changes,
  })
  return { session, supplier, asked, outcomes, invoice }
}

const failure = async (work: Promise<unknown>): Promise<ConnectorError> => {
  const thrown = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof ConnectorError)) throw new Error(`a ConnectorError was expected, not ${String(thrown)}`)
  return thrown
}

function describeTokens(at: At): void {
  describe('tokens', () => {
    test('are refreshed with a token that is good once', async () => {
      const { connector, consent } = at().stage
      const first = await connector.exchangeCode(await consent())
      const second = await connector.refreshTokens(first.refreshToken)
      expect(second.refreshToken).not.toBe(first.refreshToken)
      expect(await failure(connector.refreshTokens(first.refreshToken))).toMatchObject({
        kind: 'grant-refused',
        retry: 'never',
      })
      expect((await connector.refreshTokens(second.refreshToken)).scopes).toEqual(first.scopes)
    })
    test('come for a code once', async () => {
      const { connector, consent } = at().stage
      const answer = await consent()
      await connector.exchangeCode(answer)
      expect(await failure(connector.exchangeCode(answer))).toMatchObject({ kind: 'grant-refused' })
    })
    test('that were refused are asked for anew, and the call is carried out once', async () => {
      const { stage, session, asked, invoice } = at()
      const one = invoice()
      await stage.breakNext('create-invoice', 'token-refused')
      asked.length = 0
      await session.createSupplierInvoice(one)
      expect(asked).toEqual([undefined, expect.any(String)])
      expect(await session.findByReference({ ...one, since: new Date(Date.now() - 60_000) })).toHaveLength(1)
    })
  })
}

function describeRegisters(at: At): void {
  describe('registers', () => {
    test('tell what there is to post to', async () => {
      const { session, stage } = at()
      const { given } = stage
      const company = await session.readCompany()
      expect([company.name, company.tenantId].every((text) => text.length > 0)).toBe(true)
      const year = (await session.listFinancialYears()).find((one) => one.from <= given.day && given.day <= one.to)
      const accounts = await session.listAccounts(year?.id ?? '')
      expect(accounts.find((account) => account.number === given.costAccount)?.isActive).toBe(true)
      expect(accounts.find((account) => account.number === given.inactiveAccount)?.isActive).toBe(false)
      expect(new Set(accounts.map((account) => account.number)).size).toBe(accounts.length)
      expect(await session.listModesOfPayment()).toContainEqual(
        expect.objectContaining({ code: given.modeOfPayment, account: given.cardAccount }),
      )
      const { supplierDebt = 0, inputVat = 0 } = await session.readPredefinedAccounts()
      expect(accounts.map((account) => account.number)).toEqual(expect.arrayContaining([supplierDebt, inputVat]))
      expect((await session.listCurrencies()).map((currency) => currency.code)).toContain('EUR')
      expect(await session.readLockedPeriod()).toBeNull()
      expect([await session.listCostCenters(), await session.listProjects()].every(Array.isArray)).toBe(true)
    })
    test('have every supplier, new ones included, once', async () => {
      const { session, supplier } = at()
      const numbers: string[] = []
      for await (const page of session.listSuppliers()) numbers.push(...page.map((one) => one.number))
      expect(numbers.filter((number) => number === supplier.number)).toHaveLength(1)
      expect(new Set(numbers).size).toBe(numbers.length)
      expect(supplier).toMatchObject({ name: 'Molnverket Norr AB', isActive: true })
      const later: string[] = []
      for await (const page of session.listSuppliers(new Date('2099-01-01')))
        later.push(...page.map((one) => one.number))
      expect(later).toEqual([])
    })
  })
}

type Posted = { name: string; changes(at: ReturnType<At>): Partial<SupplierInvoice>; sek: number }
const reverse = (vatType: VatType, base: number): Posted => ({
  name: vatType,
  sek: 100_000,
  changes: () => ({
    vatType,
    total: 100_000,
    vat: 0,
    rows: [
      { account: base, role: 'cost', debit: 100_000, credit: 0 },
      { account: vatType.startsWith('SE_') ? 2647 : 2645, role: 'reverse-debit', debit: 25_000, credit: 0 },
      { account: 2614, role: 'reverse-credit', debit: 0, credit: 25_000 },
      { account: 2440, role: 'debt', debit: 0, credit: 100_000 },
    ],
  }),
})
const kinds: Posted[] = [
  { name: 'an ordinary purchase', sek: 125_000, changes: () => ({}) },
  {
    name: 'a refund',
    sek: -125_000,
    changes: ({ invoice }) => ({
      total: -125_000,
      vat: -25_000,
      rows: invoice().rows.map((row) => ({ ...row, debit: row.credit, credit: row.debit })),
    }),
  },
  {
    name: 'a purchase in another currency',
    sek: 148_633,
    changes: ({ stage }) => ({
      currency: 'EUR',
      rate: '11.5219',
      total: 12_900,
      vat: 0,
      vatType: 'SE0',
      rows: [
        { account: stage.given.costAccount, role: 'cost', debit: 148_633, credit: 0 },
        { account: 2440, role: 'debt', debit: 0, credit: 148_633 },
      ],
    }),
  },
  reverse('EU_SERVICES', 4535),
  reverse('EU_GOODS', 4515),
  reverse('NON_EU_SERVICES', 4531),
  reverse('SE_REVERSE_SERVICES', 4425),
  reverse('SE_REVERSE_GOODS', 4415),
]

function describePosting(at: At): void {
  describe('posting', () => {
    test.each(kinds)('$name is created, bookkept and paid until nothing is left to pay', async ({ changes, sek }) => {
      const here = at()
      const { session, stage, invoice } = here
      const sent = invoice(changes(here))
      const created = await session.createSupplierInvoice(sent)
      expect(created).toMatchObject({
        reference: sent.reference,
        supplierNumber: sent.supplierNumber,
        total: sent.total,
        balance: sent.total,
        currency: sent.currency,
        isBookkept: false,
        isCancelled: false,
      })
      const booked = await session.bookkeepSupplierInvoice(created.number)
      expect(booked).toMatchObject({
        isBookkept: true,
        voucher: { series: expect.any(String), number: expect.any(Number), year: expect.any(Number) },
      })
      expect((await session.readSupplierInvoice(created.number)).voucher).toEqual(booked.voucher)

      const payment = await session.createPayment(created.number, {
        paymentDate: sent.invoiceDate,
        modeOfPayment: stage.given.modeOfPayment,
        amount: sent.total,
        currency: sent.currency,
        rate: sent.rate,
        amountSek: sek,
      })
      expect(payment).toMatchObject({
        invoiceNumber: created.number,
        amount: sek,
        paymentDate: sent.invoiceDate,
        isBookkept: false,
      })
      expect(await session.bookkeepPayment(payment.number)).toMatchObject({
        isBookkept: true,
        voucher: { number: expect.any(Number) },
      })
      expect(await session.readSupplierInvoice(created.number)).toMatchObject({ balance: 0 })
      expect(await session.readPayment(payment.number)).toMatchObject({ number: payment.number, isBookkept: true })
      expect(await session.readPayment('999999')).toBeNull()
      const listed = { number: payment.number, invoiceNumber: created.number, amount: sek, isBookkept: true }
      expect(await session.listPayments(created.number)).toMatchObject([listed])
      const changed = await session.listChangedPayments(new Date(Date.now() - 60_000))
      expect(changed.filter(({ number }) => number === payment.number)).toMatchObject([listed])
      expect(await session.listChangedPayments(new Date(Date.now() + 86_400_000))).toEqual([])
    })

    test('an invoice is found by its reference and by no other', async () => {
      const { session, invoice } = at()
      const [one, other] = [invoice({ reference: 'RV-A1' }), invoice({ reference: 'RV-A11' })]
      const { number } = await session.createSupplierInvoice(one)
      await session.createSupplierInvoice(other)
      const since = new Date(Date.now() - 60_000)
      expect(await session.findByReference({ ...one, since })).toEqual([{ number, isCancelled: false }])
      expect(await session.findByReference({ ...one, supplierNumber: 'no such', since })).toEqual([])
      expect(await session.findByReference({ ...one, reference: 'RV-A', since })).toEqual([])
    })

    test('the preview is the request: making it asks for nothing', () => {
      const { stage, outcomes, invoice } = at()
      const before = outcomes.length
      const one = invoice()
      expect(JSON.stringify(stage.connector.previewRequest(one))).toContain(one.reference)
      expect(outcomes).toHaveLength(before)
    })
  })
}

function describeRefusals(at: At): void {
  describe('what is refused is refused for good', () => {
    const refusal = { retry: 'never', serviceMessage: expect.any(String) }
    test('an unknown supplier', async () => {
      const { session, invoice } = at()
      expect(await failure(session.createSupplierInvoice(invoice({ supplierNumber: '999999' })))).toMatchObject(refusal)
    })
    test('an inactive account', async () => {
      const { session, stage, invoice } = at()
      const rows = invoice().rows.map((row) =>
        row.role === 'cost' ? { ...row, account: stage.given.inactiveAccount } : row,
      )
      expect(await failure(session.createSupplierInvoice(invoice({ rows })))).toMatchObject({
        ...refusal,
        kind: 'rejected',
      })
    })
    test('rows that do not balance', async () => {
      const { session, invoice } = at()
      const rows = invoice().rows.map((row) => (row.role === 'cost' ? { ...row, debit: row.debit + 1 } : row))
      expect(await failure(session.createSupplierInvoice(invoice({ rows })))).toMatchObject({
        ...refusal,
        kind: 'rejected',
      })
    })
    test('an invoice that is not there', async () => {
      expect(await failure(at().session.readSupplierInvoice('987654'))).toMatchObject({
        retry: 'never',
        kind: 'not-found',
      })
    })
    test('bookkeeping twice, and a payment of what is not bookkept', async () => {
      const { session, invoice } = at()
      const { number } = await session.createSupplierInvoice(invoice())
      const payment = {
        paymentDate: invoice().invoiceDate,
        amount: 125_000,
        currency: 'SEK',
        rate: '1',
        amountSek: 125_000,
      }
      const early = await session.createPayment(number, payment).then(
        ({ number: made }) => failure(session.bookkeepPayment(made)),
        (error: ConnectorError) => error,
      )
      expect(early).toMatchObject(refusal)
      await session.bookkeepSupplierInvoice(number)
      expect(await failure(session.bookkeepSupplierInvoice(number))).toMatchObject(refusal)
      expect(await session.readSupplierInvoice(number)).toMatchObject({ isBookkept: true })
    })
  })
}

function describeTrouble(at: At): void {
  describe('when the network or the other side fails', () => {
    const since = () => new Date(Date.now() - 60_000)
    test.each([
      ['lost-after', 1],
      ['failed-after', 1],
      ['lost-before', 0],
    ] as const)('a create whose answer is %s is unknown, and looking it up tells (%i)', async (how, carriedOut) => {
      const { session, stage, invoice } = at()
      const one = invoice()
      await stage.breakNext('create-invoice', how)
      expect(await failure(session.createSupplierInvoice(one))).toMatchObject({ kind: 'unknown', retry: 'after-check' })
      expect(await session.findByReference({ ...one, since: since() })).toHaveLength(carriedOut)
    })
    test.each(['lost-before', 'failed-after', 'rate-limited'] as const)(
      'a read that is %s is done again by itself',
      async (how) => {
        const { session, stage } = at()
        await stage.breakNext('read', how)
        expect((await session.readCompany()).name).not.toBe('')
      },
    )
    test('a 429 is certainly not carried out: the pace is told and even a write is sent again, once', async () => {
      const { session, stage, outcomes, invoice } = at()
      const one = invoice()
      await stage.breakNext('create-invoice', 'rate-limited')
      outcomes.length = 0
      await session.createSupplierInvoice(one)
      expect(outcomes).toMatchObject([{ isRateLimited: true }, { isRateLimited: false }])
      expect(await session.findByReference({ ...one, since: since() })).toHaveLength(1)
    })
  })
}
