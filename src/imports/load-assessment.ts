import type { Registers } from '#connections/index.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import { referenceFor } from './invoice-reference.ts'
import type { Neighbours } from './neighbours.ts'
import { findImported, type StoredRow } from './row-store.ts'
import type { Assessment, RowToAssess } from './rules/assess-rows.ts'
import type { KnownSupplier } from './rules/draft-invoice.ts'
import { occurrenceKey } from './rules/duplicates.ts'
import { prepareGround } from './rules/posting-ground.ts'
import { applyEdits } from './rules/row-edits.ts'
import { rowText } from './rules/row-text.ts'
import type { ImportRecord } from './store.ts'

/** Everything that rows are assessed with, except what was imported before: that is read in the same transaction. */
export type AssessmentBase = Omit<Assessment, 'imported'>

/** Reads settings, registers and known suppliers. Call it outside any transaction: it may ask the accounting system. */
export async function loadAssessmentBase(deps: Neighbours, record: ImportRecord): Promise<AssessmentBase> {
  const { companyId, connectionId, connectorId } = record
  const settings = await deps.connections.readSettings(companyId, connectorId)
  const registers = await readRegisters(deps, record)
  const book = await deps.suppliers.loadBook(companyId, connectionId)
  const findSupplier = await deps.suppliers.loadFinder(companyId, connectionId)
  const recognised = new Map<string, KnownSupplier | null>()
  return {
    ground: prepareGround({
      settings,
      options: record.options,
      registers,
      payment: deps.connections.resolvePayment(settings, registers),
    }),
    granularity: record.granularity,
    recognise(merchant) {
      const known = recognised.get(merchant)
      if (known !== undefined) return known
      const supplier = book.find(merchant)?.supplier ?? null
      recognised.set(merchant, supplier)
      return supplier
    },
    findSupplier,
    referenceFor: (identities) => referenceFor(connectionId, identities),
  }
}

/** Fresh registers, else the last that were read: a file can be looked at while the accounting system is away. */
async function readRegisters(
  { connections, log }: Neighbours,
  { companyId, connectionId }: ImportRecord,
): Promise<Registers> {
  try {
    return await connections.registers(companyId, connectionId)
  } catch (error) {
    log.warn({ err: error, connectionId }, 'registers could not be read; using the last that were')
    return connections.registers(companyId, connectionId, { maxAgeSeconds: Number.MAX_SAFE_INTEGER }).catch(() => {
      throw error
    })
  }
}

export async function withImported(
  tx: CompanyDatabase,
  base: AssessmentBase,
  record: ImportRecord,
  fingerprints: readonly (string | null)[],
): Promise<Assessment> {
  const known = fingerprints.filter((one) => one !== null)
  const imported = await findImported(tx, record.companyId, record.connectionId, known)
  return {
    ...base,
    imported: new Set(imported.map(({ fingerprint, occurrence }) => occurrenceKey(fingerprint, occurrence))),
  }
}

/** The row as it is checked: with what was written by hand in place of what the file says. */
export function toAssess(row: StoredRow): RowToAssess {
  const { id, sheet, number, fingerprint, decision, shown } = row
  const text = row.unread ? rowText(row.cells) : shown.text
  return { id, sheet, number, fingerprint, decision, section: shown.section, text, ...applyEdits(row) }
}
