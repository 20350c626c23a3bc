import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Registers } from '#connections/rules.ts'
import type { ReadInThread, ReadingSide } from './read-in-thread.ts'
import type { CheckRequest, ReadRequest, ReadResult } from './read-thread.ts'
import { prepareGround } from './rules/posting-ground.ts'
import { noNumbers } from './rules/used-numbers.ts'

/** So many that what reads, checks and writes rows has been made machine code. */
const rows = 12_000
const rounds = 2
const names = ['BUTIK AB', 'KAFE STRAND', 'TAXI NORD 123', 'WWW.TIDNING.SE', 'PAYPAL *SPEL', 'RESTAURANG Å-SJÖN', 'BIO']
const shops = names.flatMap((name) => ['', ' SYD', ' 2', ' ÖREBRO'].map((tail) => `${name}${tail}`))
const header = ['Datum', 'Bokfört', 'Specifikation', 'Ort', 'Valuta', 'Utl. belopp', 'Belopp']
/**
 * As what is kept as JSON comes back from PostgreSQL: shorter names before longer ones. V8 makes machine code for objects whose
 * properties stand in one order, and throws it away when the first file brings another.
 */
function asKept<Value>(value: Value): Value
function asKept(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asKept)
  if (value === null || typeof value !== 'object') return value
  const inOrder = Object.entries(value).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
  return Object.fromEntries(inOrder.map(([name, one]) => [name, asKept(one)]))
}

const carried = (name: 'card' | 'rate-note') => ({ kind: 'source' as const, from: { kind: 'carried' as const, name } })
const columnOf = (index: number) => ({
  kind: 'source' as const,
  from: { kind: 'column' as const, index, name: header[index] ?? '', occurrence: 0 },
})

/**
 * Reads a made-up card file and stores nothing, when a worker starts: the first file of the day shall not be the one that
 * the thread is started for and Node.js learns on, which for ten thousand rows takes longer than reading them.
 */
export async function warmReading(read: ReadInThread): Promise<ReadResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'radvis-warm-'))
  const path = join(folder, 'rows.csv')
  try {
    await writeFile(path, madeUpFile())
    const { mapping, ...request } = madeUpRequest
    const results: ReadResult[] = []
    for (let round = 0; round < rounds; round++)
      for (const isFirst of [true, false])
        results.push(
          await read({ mapping, path, ...request }, Promise.resolve({ ...madeUpCheck, isFirst }), storesNothing),
        )
    return results
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function madeUpFile(): string {
  const lines = Array.from({ length: rows }, (_, i) => {
    const day = `2026-0${1 + (i % 9)}-${10 + (i % 18)}`
    return `${day};${day};${shops[i % shops.length]};${i % 7 === 0 ? 'Örebro' : 'Umeå'};SEK;0;${10 + (i % 1900)},${10 + (i % 90)}`
  })
  return `${header.join(';')}\r\n${lines.join('\r\n')}\r\n`
}

export const storesNothing: ReadingSide = {
  findImported: async () => ({ places: [], placesOfOthers: [] }),
  findWithoutIds: async () => [],
  findUsedNumbers: async () => noNumbers,
  loadRates: async () => ({}),
  loadCharts: async () => new Map(),
  store: async () => undefined,
}

const account = (number: number) =>
  ({ number, name: '', isActive: true, costCenterRule: 'allowed', projectRule: 'allowed' }) as const

const noId = '00000000-0000-7000-8000-000000000000'
const someTime = new Date('2026-10-01T00:00:00.000Z')

/** To read lines of the made-up file; like all that is made up here as a person's import has it, down to the order of names. */
export const madeUpRequest: Omit<ReadRequest, 'path'> = {
  mapping: asKept<ReadRequest['mapping']>({
    header,
    fields: {
      card: carried('card'),
      rate: carried('rate-note'),
      invoiceDate: columnOf(0),
      status: columnOf(1),
      merchant: columnOf(2),
      place: columnOf(3),
      currency: columnOf(4),
      foreignAmount: { ...columnOf(5), when: 'foreign' },
      total: columnOf(6),
    },
    account: 'card',
    currency: 'SEK',
    signRule: 'as-is',
    dateOrder: 'ymd',
    numberFormat: 'comma',
    notInvoices: ['Inbetalning'],
    purchaseTypes: [],
    outgoingDirections: [],
    emptyFieldsConfirmed: false,
  }),
  today: '2026-10-01',
  isSurveyed: false,
  companyId: noId,
  importId: noId,
  granularity: 'row',
}

export const madeUpCheck: Omit<CheckRequest, 'isFirst'> = {
  ground: prepareGround({
    settings: {
      usesWarehouse: false,
      creditAccount: null,
      paymentAccount: 2890,
      modeOfPayment: 'KORT',
      bookkeepInvoices: true,
      payInvoices: true,
    },
    options: asKept({ paymentDate: null, settingsOverrideMapped: false, bookkeep: null, pay: null }),
    registers: asKept<Registers>({
      company: { name: '', organisationNumber: '', tenantId: '' },
      financialYears: [{ id: '1', from: '2026-01-01', to: '2026-12-31', method: 'accrual' }],
      lockedUntil: null,
      accounts: [2440, 2641, 2890, 5410].map(account),
      accountsOf: '1',
      modesOfPayment: [{ code: 'KORT', name: '', account: 2890 }],
      predefinedAccounts: { supplierDebt: 2440, inputVat: 2641 },
      currencies: [],
      costCenters: [],
      projects: [],
      refused: [],
      fetchedAt: someTime.toISOString(),
    }),
    payment: { account: 2890, modeOfPayment: 'KORT' },
    rates: {},
  }),
  entries: shops.map((text, i) => ({
    supplier: {
      ...{ number: String(i), name: text, account: 5410, vatType: 'SE25', vatChosenOn: '2026-10-01' },
      ...{ isActive: true, registerAccount: null },
    },
    designations: [
      {
        ...{ companyId: noId, id: noId, mappedSupplierId: noId, connectionId: noId },
        ...{ match: 'exact', text, createdAt: someTime },
      },
    ],
  })),
  register: shops.map((name, i) => ({ number: String(i), name, isActive: true, account: null })),
  mapped: shops.map((_, i) => ({ supplierNumber: String(i), account: 5410, vatType: 'SE25', vatChosenAt: someTime })),
}
