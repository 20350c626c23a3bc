import type {
  CostCenterRecord,
  CurrencyRecord,
  ModeOfPaymentRecord,
  ProjectRecord,
  TermsOfPaymentRecord,
} from '../records.ts'

export const modesOfPayment: readonly ModeOfPaymentRecord[] = [
  { code: 'AG', description: 'Autogiro', account: 1930 },
  { code: 'BG', description: 'Bankgiro', account: 1920 },
  { code: 'KONTANT', description: 'Kontant', account: 1910 },
  { code: 'KORT', description: 'Företagskort', account: 2890 },
  { code: 'LB', description: 'Leverantörsbetalning bank', account: 1930 },
  { code: 'PG', description: 'PlusGiro', account: 1920 },
  { code: 'UTLAGG', description: 'Utlägg av anställd', account: 2820 },
]

/** Names as Fortnox has them, its own spellings included (PURCASE). */
export const predefinedAccounts: readonly (readonly [string, number])[] = [
  ['AG', 1930],
  ['BG', 1920],
  ['CASH', 1910],
  ['CONSTRUCTION_CRE', 2614],
  ['CONSTRUCTION_DEB', 2647],
  ['CURRENCYLOSS', 7960],
  ['CURRENCYWIN', 3960],
  ['INVAT', 2641],
  ['PG', 1920],
  ['PRODUCT_CRE', 2614],
  ['PRODUCT_DEB', 2645],
  ['PURCASE', 4000],
  ['ROUNDOFF', 3740],
  ['SERVICE_CRE', 2614],
  ['SERVICE_DEB', 2645],
  ['SUPADMFEE', 6991],
  ['SUPDEBT', 2440],
  ['SUPFREIGHT', 5710],
]

export const currencies: readonly CurrencyRecord[] = [
  { code: 'DKK', description: 'Dansk krona', buyRate: '1.4812', sellRate: '1.5044', unit: 1 },
  { code: 'EUR', description: 'Euro', buyRate: '11.05', sellRate: '11.2245', unit: 1 },
  { code: 'GBP', description: 'Brittiskt pund', buyRate: '12.611', sellRate: '12.8463', unit: 1 },
  { code: 'NOK', description: 'Norsk krona', buyRate: '0.9304', sellRate: '0.9487', unit: 1 },
  { code: 'SEK', description: 'Svensk krona', buyRate: '1', sellRate: '1', unit: 1 },
  { code: 'USD', description: 'Amerikansk dollar', buyRate: '9.4121', sellRate: '9.6083', unit: 1 },
]

export const costCenters: readonly CostCenterRecord[] = [
  { code: 'BUTIK', description: 'Butiken', active: true },
  { code: 'KONTOR', description: 'Kontoret', active: true },
  { code: 'LAGER', description: 'Lagret', active: true },
  { code: 'NAT', description: 'Näthandeln (avslutad)', active: false },
]

export const projects: readonly ProjectRecord[] = [
  { number: '1', description: 'Ny hemsida', status: 'ONGOING', startDate: '2026-01-15', endDate: '2026-12-31' },
  { number: '2', description: 'Mässa i Jönköping', status: 'ONGOING', startDate: '2026-03-01', endDate: '2026-11-30' },
  {
    number: '3',
    description: 'Ombyggnad av lagret',
    status: 'COMPLETED',
    startDate: '2025-02-01',
    endDate: '2025-10-31',
  },
]

/** The set a new Fortnox company has (recorded from a live one). */
export const termsOfPayments: readonly TermsOfPaymentRecord[] = [
  { code: '0', description: '0 dagar' },
  { code: '10', description: '10 dagar' },
  { code: '15', description: '15 dagar' },
  { code: '20', description: '20 dagar' },
  { code: '30', description: '30 dagar' },
  { code: 'AG', description: 'Autogiro' },
  { code: 'K', description: 'Kontant' },
  { code: 'PF', description: 'Postförskott' },
]

/** Only a manual series takes vouchers from outside; D and E are numbered by the supplier ledger. */
export const voucherSeries: readonly { code: string; description: string; manual: boolean }[] = [
  { code: 'A', description: 'Redovisning', manual: true },
  { code: 'B', description: 'Kundfakturor', manual: false },
  { code: 'C', description: 'Kundinbetalningar', manual: false },
  { code: 'D', description: 'Leverantörsfakturor', manual: false },
  { code: 'E', description: 'Leverantörsbetalningar', manual: false },
]
