import type { SheetRow } from '#spreadsheets/index.ts'
import { namesMinorUnits } from '../cells/stated-currency.ts'
import type { ColumnProfile } from '../columns/profile-columns.ts'
import { foreignness } from '../columns/twin-amounts.ts'
import type { ColumnRole } from '../words/header-words.ts'

/** Of a purchase at home, one abroad, and a refund. */
type Values = readonly [string, string, string]
type Imagined = { [Role in ColumnRole]?: Values }

const same = (value: string): Values => [value, value, value]
const inAccountsCurrency: Values = ['125,00', '115,00', '-50,00']
const inPurchases: Values = ['125,00', '10,00', '-50,00']
const currencies: Values = ['SEK', 'EUR', 'SEK']
const empty = same('')

/** What stands in columns whose name alone says what they are for; what needs more than a name stays empty. */
const always: Imagined = {
  purchaseDate: ['2026-01-02', '2026-01-03', '2026-01-05'],
  bookedDate: ['2026-01-03', '2026-01-04', '2026-01-06'],
  merchant: ['Bokhandeln i Lund', 'Hotel Bristol', 'Elektronik i Malmö'],
  place: ['Lund', 'Paris', 'Malmö'],
  foreignCurrency: currencies,
  accountCurrency: same('SEK'),
  foreignAmount: inPurchases,
  foreignAmountOrVat: ['25,00', '10,00', '-10,00'],
  amountIn: ['', '', '50,00'],
  netAmount: ['100,00', '92,00', '-40,00'],
  rate: ['', '11,50', ''],
  vat: ['25,00', '23,00', '-10,00'],
  vatRate: same('25'),
  card: same('1234'),
  providerId: ['TX10000001', 'TX10000002', 'TX10000003'],
  status: same('Bokförd'),
  type: ['Köp', 'Köp', 'Retur'],
  direction: ['Debet', 'Debet', 'Kredit'],
  dueDate: same('2026-02-01'),
  invoiceNumber: ['1001', '1002', '1003'],
  ledgerAccount: same('5460'),
  costCenter: same('K1'),
  project: same('P1'),
  persons: same('2'),
  comments: same('Lunch'),
  ourReference: same('Anna'),
  yourReference: same('Bo'),
}

/** Rows that a file of such columns may have, for rules that look at rows: of a header alone they then say the same. */
export function imagineRows(columns: readonly ColumnProfile[]): SheetRow[] {
  const isSplit = columns.some(({ name, role }) => role === null && namesMinorUnits(name))
  const valuesOf = columns.map((column) => imagine(column, columns).map((value) => (isSplit ? whole(value) : value)))
  return [0, 1, 2].map((row) => ({ number: row + 2, cells: valuesOf.map((values) => values[row] ?? '') }))
}

/** Beside öre kronor have no decimals. */
function whole(value: string): string {
  return value.replace(/,\d\d$/, '')
}

function imagine(column: ColumnProfile, columns: readonly ColumnProfile[]): Values {
  const { role, name } = column
  const has = (other: ColumnRole) => columns.some((one) => one.role === other)
  if (role === null) return namesMinorUnits(name) ? same('00') : empty
  if (role === 'currency') return has('foreignCurrency') ? same('SEK') : currencies
  if (role === 'amount') return isAbroad(column, columns) ? abroad(columns) : inAccountsCurrency
  // `Köp` beside `Belopp` may be what was bought
  if (role === 'amountOut')
    return has('amountIn') ? ['125,00', '115,00', ''] : has('amount') ? empty : inAccountsCurrency
  return always[role] ?? empty
}

/** Nobody can tell what it is in where no column says a currency. */
function abroad(columns: readonly ColumnProfile[]): Values {
  return columns.some(({ role }) => role === 'currency' || role === 'foreignCurrency') ? inPurchases : empty
}

/** Of `Belopp` and `Belopp i SEK`, or `Debiterat belopp`, the former, where no name says abroad. */
function isAbroad(column: ColumnProfile, columns: readonly ColumnProfile[]): boolean {
  if (columns.some(({ role }) => role === 'foreignAmount' || role === 'foreignAmountOrVat')) return false
  const isAccounts = ({ role, name }: ColumnProfile) =>
    role === 'amount' && foreignness(name) < 0 && !/^faktura/i.test(name)
  return columns.some((other) => isAccounts(other) && foreignness(other.name) < foreignness(column.name))
}
