import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type KnownInvoice, type Obstacle, type Registers, resolvePayment } from '#connections/index.ts'
import type { Account, AccountingConnector } from '#connectors/accounting-connector.ts'
import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { readSpreadsheet } from '#spreadsheets/index.ts'
import {
  type BookedSupplier,
  buildSupplierBook,
  type MappedListener,
  normaliseDesignation,
  type SupplierRow,
  suggest,
} from '#suppliers/index.ts'
import type { Granularity, Template, TemplateMapping } from '#templates/contract.ts'
import { findDrift, suggestMapping } from '#templates/index.ts'
import type { ImportsDeps } from '../index.ts'
import { registers, settings } from './purchase-fixture.ts'

const header = 'Datum;Specifikation;Valuta;Utl. belopp;Belopp'
export const csv = (...rows: string[]) => new TextEncoder().encode([header, ...rows].join('\r\n'))

export const ids = () => ({ companyId: newId(), connectionId: newId(), templateId: newId() })
export type Ids = ReturnType<typeof ids>

export function fakeConnections({ companyId, connectionId }: Ids) {
  const state = {
    registers: registers() as Registers,
    settings,
    isConnected: true,
    isAway: false as boolean | 'hanging',
    obstacles: [] as Obstacle[],
    invoices: [] as KnownInvoice[],
    /** Of other years than the current one; the current one's where nothing is said. */
    charts: {} as Record<string, Account[]>,
    /** Years whose charts were asked for. */
    chartsAsked: [] as string[],
  }
  const connection = { companyId, id: connectionId, connectorId: 'fortnox', displayName: 'Fortnox', tenantId: '1' }
  const connections: ImportsDeps['connections'] = {
    findConnection: async (company) =>
      company === companyId
        ? { ...connection, state: state.isConnected ? 'connected' : 'disconnected', tenantName: 'A' }
        : null,
    connector: () =>
      ({ previewRequest: (invoice: unknown) => ({ SupplierInvoice: invoice }) }) as unknown as AccountingConnector,
    registers: async (_company, _connection, options) => {
      const isKept = options?.maxAgeSeconds === Number.MAX_SAFE_INTEGER
      if (state.isAway === 'hanging' && !isKept) return new Promise(() => undefined)
      if (state.isAway && !isKept) throw new AppError('accounting-system-unavailable', 'away')
      return state.registers
    },
    charts: async (_company, _connection, years) => {
      state.chartsAsked.push(...years)
      return new Map(years.map((year) => [year, state.charts[year] ?? state.registers.accounts]))
    },
    readSettings: async () => state.settings,
    resolvePayment,
    obstacles: { list: async () => state.obstacles, remember: async () => undefined, forget: async () => undefined },
    knownInvoices: {
      refresh: async () => undefined,
      findReadAt: async () => null,
      findByNumbers: async (_tx, _key, numbers) =>
        state.invoices.filter(({ invoiceNumber }) => invoiceNumber !== null && numbers.includes(invoiceNumber)),
      listOfSuppliers: async (_tx, _key, suppliers) =>
        state.invoices.filter(({ supplierNumber }) => suppliers.includes(supplierNumber)),
    },
    onConnected: () => undefined,
  }
  return { state, connections }
}

const keyOf = (text: string) => normaliseDesignation({ match: 'exact', text })

/** Suppliers are a list; a mapped one is announced by hand. */
export function fakeSuppliers({ companyId, connectionId }: Ids) {
  const known: { supplier: BookedSupplier; text: string }[] = []
  /** Made inactive over there, which is seen when it is asked what changed. */
  const closed: string[] = []
  const mergedAway = new Set<string>()
  const listeners: MappedListener[] = []
  const entries = () =>
    known.map(({ supplier, text }) => ({
      supplier,
      designations: [{ match: 'exact' as const, text }],
    }))
  const suppliers: ImportsDeps['suppliers'] = {
    refreshSuppliers: async () => {
      for (const number of closed)
        for (const one of known) if (one.supplier.number === number) one.supplier = { ...one.supplier, isActive: false }
    },
    loadBook: async () => buildSupplierBook(entries()),
    loadKnown: async () => ({
      entries: entries(),
      register: known.map(({ supplier }) => ({ ...supplier, account: supplier.registerAccount })),
      mapped: known.map(({ supplier }) => ({ ...supplier, supplierNumber: supplier.number })),
    }),
    loadFinder: async () => (text) => known.find(({ supplier }) => supplier.number === text)?.supplier ?? null,
    loadSuggester: async () => (text) => suggest(text, [{ number: '9', name: 'Bryggeriet AB' }]),
    searchRegister: async (_company, _connection, q, limit) =>
      known
        .map(({ supplier }) => supplier as unknown as SupplierRow)
        .filter(({ name, number }) => `${name} ${number}`.toLowerCase().includes(q.toLowerCase()))
        .slice(0, limit),
    findRegistered: async (_company, _connection, number) =>
      number === '9' ? ({ number, name: 'Bryggeriet AB', account: null, countryCode: 'IE' } as SupplierRow) : null,
    listMergedAway: async () => mergedAway,
    async teachMerchant(register, { supplierNumber, merchant }) {
      const supplier = known.find((one) => one.supplier.number === supplierNumber)?.supplier
      if (!supplier) throw new Error(`no supplier ${supplierNumber}`)
      const meansAnother = known.findIndex(({ text }) => keyOf(text) === keyOf(merchant))
      if (meansAnother >= 0) known.splice(meansAnother, 1)
      known.push({ text: merchant, supplier })
      await Promise.all(listeners.map((listener) => listener(register)))
    },
    onMapped: (listener) => void listeners.push(listener),
  }
  return {
    suppliers,
    closed,
    teach: (text: string, supplier: BookedSupplier) => void known.push({ text, supplier }),
    /** Numbers of suppliers that were merged into others. */
    mergedAway,
    announceMapped: () => Promise.all(listeners.map((listener) => listener({ companyId, connectionId }))),
  }
}

/** One template, mapped as suggested for the header of `csv`. */
export function fakeTemplates({ templateId }: Ids) {
  const state: {
    version: number
    granularity: Granularity
    needsApproval: boolean
    mapping?: TemplateMapping
    sheets?: string[]
    /** The name of the file that it is shown on. */
    sampleFile?: string
    /** Ids of others that read as it does. */
    others: string[]
  } = {
    others: [],
    version: 1,
    granularity: 'row',
    needsApproval: false,
  }
  const sample = readSpreadsheet(csv('2026-10-01;A;SEK;0;10,00', '2026-10-02;B;EUR;1,00;11,50'))
  const mapping = suggestMapping(sample, { today: '2026-11-21' })?.mapping
  const current = () => state.mapping ?? (mapping && { ...mapping, ...(state.sheets && { sheets: state.sheets }) })
  const templates: ImportsDeps['templates'] = {
    findDrift: async (_company, _id, { firstRows, warnings }) => {
      const of = current()
      return of ? findDrift(firstRows, of, sample, warnings) : null
    },
    saveMapping: async (_key, saved) => {
      state.mapping = saved
      state.version += 1
      return {} as Template
    },
    replaceSample: async (_key, { name }) => {
      state.sampleFile = name
      return {} as Template
    },
    getTemplate: async (_company, id) => {
      if ((id !== templateId && !state.others.includes(id)) || !mapping)
        throw new AppError('not-found', 'no such template')
      return {
        id,
        name: 'SEB Kort',
        targetSystem: 'fortnox',
        movement: 'import',
        version: state.version,
        granularity: state.granularity,
        needsApproval: state.needsApproval,
        mapping: current(),
        sharedBy: null,
      } as Template
    },
  }
  return { state, templates }
}

export function memoryFiles() {
  const stored = new Map<string, Uint8Array>()
  const files: ImportsDeps['files'] = {
    put: async (company, given) => {
      const bytes = given instanceof Uint8Array ? given : await buffer(given)
      const key = `${company}/${newId()}`
      stored.set(key, bytes)
      return { key, sha256: Buffer.from(bytes).toString('base64').slice(0, 500) }
    },
    get: async (key) => stored.get(key) ?? Promise.reject(new Error(`no file ${key}`)),
    locate: async (key) => {
      const path = join(mkdtempSync(join(tmpdir(), 'radvis-files-')), 'file')
      const bytes = stored.get(key)
      if (bytes) writeFileSync(path, bytes)
      return path
    },
    delete: async (key) => void stored.delete(key),
    sweepParts: async () => 0, // a file is there whole or not at all
  }
  return { stored, files }
}

/** A month of a card: a merchant nobody knows, a foreign purchase, two equal ones and a refund. */
export const octoberFile = csv(
  '2026-10-01;KONTORSHALLEN 0412;SEK;0;1299,00',
  '2026-10-03;BRYGGERIGR 14;SEK;0;742,00',
  '2026-10-05;CLOUDPINE.IO;EUR;129,00;1486,33',
  '2026-10-06;KONTORSHALLEN 0412;SEK;0;96,00',
  '2026-10-06;KONTORSHALLEN 0412;SEK;0;96,00',
  '2026-10-09;KONTORSHALLEN 0412;SEK;0;-249,50',
)
