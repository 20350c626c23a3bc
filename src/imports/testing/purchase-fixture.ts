import type { PostingSettings, Registers } from '#connections/index.ts'
import type { Account } from '#connectors/accounting-connector.ts'
import type { ReadFields } from '#templates/contract.ts'
import { nothingElseRead } from '#templates/rules/mapping/nothing-else-read.ts'
import { type PostingGround, prepareGround } from '../rules/posting-ground.ts'
import type { KnownSupplier, Purchase } from '../rules/purchase.ts'

/** Made-up company, supplier and purchase for tests of this capability. */
export const accountNumbers = [
  1930, 2440, 2614, 2624, 2641, 2645, 2647, 2890, 4415, 4425, 4515, 4531, 4535, 4536, 4598, 5410, 5910, 6110, 6540,
]

export function account(number: number, changes: Partial<Account> = {}): Account {
  return {
    number,
    name: `Konto ${number}`,
    isActive: true,
    costCenterRule: 'allowed',
    projectRule: 'allowed',
    ...changes,
  }
}

const predefinedAccounts = {
  ...{ supplierDebt: 2440, inputVat: 2641 },
  ...{ euGoodsDebit: 2645, euGoodsCredit: 2614, euServicesDebit: 2645, euServicesCredit: 2614 },
  ...{ reverseDebit: 2647, reverseCredit: 2614 },
}

export function registers(changes: Partial<Registers> = {}): Registers {
  return {
    company: { name: 'Fjällbruket AB', organisationNumber: '556012-5790', tenantId: '1' },
    financialYears: [
      { id: '1', from: '2025-01-01', to: '2025-12-31', method: 'accrual' },
      { id: '2', from: '2026-01-01', to: '2026-12-31', method: 'accrual' },
    ],
    lockedUntil: null,
    accounts: accountNumbers.map((number) => account(number)),
    accountsOf: '2',
    modesOfPayment: [{ code: 'KORT', name: 'Företagskort', account: 2890 }],
    predefinedAccounts,
    currencies: [
      { code: 'SEK', name: 'Svensk krona' },
      { code: 'EUR', name: 'Euro' },
    ],
    costCenters: [{ code: 'NORR', name: 'Norr', isActive: true }],
    projects: [{ number: 'P1', name: 'Projekt 1', isOngoing: true }],
    refused: [],
    fetchedAt: '2026-10-01T00:00:00.000Z',
    ...changes,
  } as Registers
}

export const settings: PostingSettings = {
  usesWarehouse: false,
  creditAccount: null,
  paymentAccount: 2890,
  modeOfPayment: null,
  bookkeepInvoices: true,
  payInvoices: true,
}
export const options = { paymentDate: null, settingsOverrideMapped: false, bookkeep: null, pay: null }

/** Every year has the current one's chart of accounts, where nothing else is said. */
export function ground(changes: Partial<Parameters<typeof prepareGround>[0]> = {}): PostingGround {
  const { financialYears, accounts } = changes.registers ?? registers()
  return prepareGround({
    settings,
    options,
    registers: registers(),
    charts: new Map(financialYears.map(({ id }) => [id, accounts])),
    payment: { account: 2890, modeOfPayment: 'KORT' },
    rates: {},
    ...changes,
  })
}

export function supplier(changes: Partial<KnownSupplier> = {}): KnownSupplier {
  return {
    number: '7',
    name: 'Kontorshallen i Norrland AB',
    isActive: true,
    account: 6110,
    vatType: 'SE25',
    registerAccount: null,
    ...changes,
  }
}

export function fields(changes: Partial<ReadFields> = {}): ReadFields {
  return {
    merchant: 'KONTORSHALLEN 0412',
    invoiceDate: '2026-10-01',
    amountSek: 129_900,
    currency: 'SEK',
    foreignAmount: null,
    ...nothingElseRead,
    card: '525412******1234',
    ...changes,
  }
}

export function purchase(changes: Partial<Omit<Purchase, 'fields'>> & { fields?: Partial<ReadFields> } = {}): Purchase {
  return {
    cellsOf: { merchant: ['C12'], invoiceDate: ['A12'], total: ['G12'] },
    row: { number: 12, sheet: 1 },
    supplier: supplier(),
    reference: 'RV-TEST',
    ...changes,
    fields: fields(changes.fields),
  }
}
