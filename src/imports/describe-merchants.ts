import { AppError } from '#kernel/errors.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import type { NewDesignation } from '#suppliers/contract.ts'
import { buildSupplierBook, groupMerchants, namesOtherCountry } from '#suppliers/index.ts'
import { getImport } from './check-import.ts'
import type {
  BookingProposal,
  DesignationPreview,
  SupplierUse,
  UnmappedMerchant,
  WaitingMerchant,
} from './merchant-contract.ts'
import { countBookings, countBySupplier, listMerchants, type MerchantRows } from './merchant-store.ts'
import type { Neighbours } from './neighbours.ts'
import { proposeBooking } from './rules/propose-booking.ts'
import { listOpenImports } from './store.ts'

/** The merchants of one import that most rows and money wait for, with suppliers whose names resemble theirs. */
export async function describeUnmapped(
  deps: Neighbours,
  companyId: string,
  importId: string,
): Promise<UnmappedMerchant[]> {
  const { connectionId } = await getImport(deps, companyId, importId)
  const merchants = await withCompany(deps.db, companyId, (tx) => listBoth(tx, companyId, [importId]))
  const waiting = await withSuggestions(deps, { companyId, connectionId }, merchants)
  return waiting.map(({ imports: _thisOne, ...merchant }) => merchant)
}

/** The same over every import that is not confirmed yet. */
export async function describeWaiting(deps: Neighbours, companyId: string): Promise<WaitingMerchant[]> {
  const connection = await deps.connections.findConnection(companyId)
  if (!connection) return []
  const merchants = await withCompany(deps.db, companyId, async (tx) =>
    listBoth(tx, companyId, await listOpenImports(tx, companyId, connection.id)),
  )
  return withSuggestions(deps, { companyId, connectionId: connection.id }, merchants)
}

/** Those that wait, and all of the same imports: what stands around names is learned from the known ones too. */
async function listBoth(tx: CompanyDatabase, companyId: string, importIds: readonly string[]) {
  const waiting = await listMerchants(tx, companyId, { importIds, isWaiting: true })
  const all = waiting.length > 0 ? await listMerchants(tx, companyId, { importIds, isWaiting: false }) : []
  const idOf = ({ importId, normalised }: MerchantRows) => `${importId}\n${normalised}`
  const those = new Set(waiting.map(idOf))
  return { waiting, others: all.filter((one) => !those.has(idOf(one))) }
}

async function withSuggestions(
  deps: Neighbours,
  { companyId, connectionId }: { companyId: string; connectionId: string },
  { waiting, others }: Awaited<ReturnType<typeof listBoth>>,
): Promise<WaitingMerchant[]> {
  if (waiting.length === 0) return []
  const suggest = await deps.suppliers.loadSuggester(companyId, connectionId)
  return groupMerchants([...waiting, ...others].map(({ merchant, place, rows }) => ({ text: merchant, place, rows })))
    .map(({ texts }) => texts.flatMap((position) => waiting[position] ?? []))
    .filter((names) => names.length > 0)
    .map(gather)
    .sort((a, b) => b.rows * Math.abs(b.sum) - a.rows * Math.abs(a.sum))
    .map((merchant) => ({ ...merchant, suggestions: suggest(merchant.merchant) }))
}

const mostDesignations = 100
const longestDesignation = 200

/**
 * What must be taught for one answer to settle all names of a merchant. Texts are gathered by what all of them together
 * show (a town no list has, a bank's own words), which a taught name alone does not tell of a text. What names another
 * country is not taught unseen: it waits for an answer of its own.
 */
function designationsOf(merchant: string, names: readonly MerchantRows[]): string[] {
  const taught = merchant.slice(0, longestDesignation)
  const book = buildSupplierBook([bookOf({ match: 'exact', text: taught })])
  const unknown = names.filter(
    ({ merchant: text, place }) => book.find(text, { place }) === null && !namesOtherCountry(merchant, text),
  )
  return [...new Set([taught, ...unknown.map(({ normalised }) => normalised.slice(0, longestDesignation))])].slice(
    0,
    mostDesignations,
  )
}

function bookOf(designation: NewDesignation): Parameters<typeof buildSupplierBook>[0][number] {
  return {
    supplier: { number: '', name: '', account: null, vatType: null, isActive: true, registerAccount: null },
    designations: [designation],
  }
}

/** One merchant of its names, called as most rows call it. */
function gather(names: readonly MerchantRows[]): Omit<WaitingMerchant, 'suggestions'> {
  const byRows = names.toSorted((a, b) => b.rows - a.rows)
  const { merchant = '', normalised = '' } = byRows[0] ?? {}
  return {
    merchant,
    normalised,
    rows: names.reduce((total, name) => total + name.rows, 0),
    sum: names.reduce((total, name) => total + name.sum, 0),
    spellings: [...new Set(names.map((name) => name.normalised))].sort(),
    designations: designationsOf(merchant, byRows),
    imports: [...new Set(byRows.map(({ importId }) => importId))],
  }
}

/** How a supplier of the register might be booked, from the register and from what its purchases were booked on before. */
export async function describeBooking(
  deps: Neighbours,
  companyId: string,
  supplierNumber: string,
): Promise<BookingProposal> {
  const connection = await deps.connections.findConnection(companyId)
  const registered = connection && (await deps.suppliers.findRegistered(companyId, connection.id, supplierNumber))
  if (!connection || !registered) throw new AppError('not-found', 'no such supplier')
  const of = { companyId, connectionId: connection.id }
  const before = await withCompany(deps.db, companyId, (tx) => countBookings(tx, of, supplierNumber))
  const { account: registerAccount, countryCode } = registered
  return proposeBooking({ registerAccount, countryCode, ...before })
}

const mostShown = 8

/** What a designation would take of the rows that are not confirmed yet, before it is saved. */
export async function previewDesignation(
  deps: Neighbours,
  companyId: string,
  designation: NewDesignation,
): Promise<DesignationPreview> {
  const connection = await deps.connections.findConnection(companyId)
  if (!connection) return { rows: 0, merchants: [], more: 0 }
  const merchants = await withCompany(deps.db, companyId, async (tx) => {
    const importIds = await listOpenImports(tx, companyId, connection.id)
    return listMerchants(tx, companyId, { importIds, isWaiting: false })
  })
  const book = buildSupplierBook([bookOf(designation)])
  const found = merchants.filter(({ merchant, place }) => book.find(merchant, { place }) !== null)
  const named = [...Map.groupBy(found, ({ normalised }) => normalised).values()].map((names) => ({
    merchant: names[0]?.merchant ?? '',
    supplierName: names[0]?.supplierName ?? null,
    rows: names.reduce((total, { rows }) => total + rows, 0),
  }))
  named.sort((a, b) => b.rows - a.rows)
  return {
    rows: named.reduce((total, { rows }) => total + rows, 0),
    merchants: named.slice(0, mostShown),
    more: Math.max(0, named.length - mostShown),
  }
}

/** How often each mapped supplier was found in files, and when last. */
export async function describeSupplierUse(deps: Neighbours, companyId: string): Promise<SupplierUse[]> {
  const connection = await deps.connections.findConnection(companyId)
  if (!connection) return []
  const found = await withCompany(deps.db, companyId, (tx) => countBySupplier(tx, companyId, connection.id))
  return found.map(({ lastUsed, ...use }) => ({ ...use, lastUsed: lastUsed.toISOString() }))
}
