import { readCompany, withCompany } from '#platform/database.ts'
import { namesNobody } from '#suppliers/index.ts'
import { getImport, recheckImport } from './check-import.ts'
import type { RowLesson } from './contract.ts'
import { countOthers } from './merchant-store.ts'
import type { Neighbours } from './neighbours.ts'
import { findRow } from './row-store.ts'
import { type ImportRecord, listOpenImports } from './store.ts'

type Who = { companyId: string; importId: string; userId: string }
type Asked = { rowId: number; isSure: boolean | undefined }

/**
 * What the supplier that a person wrote in a row says of its merchant. Where nobody was known by the text it is remembered,
 * as when the merchant is mapped; where it would take rows from another supplier, or the text names nobody, the person is
 * asked first (`isSure`). Nothing is learned of a text that stands for several suppliers in the same file.
 */
export async function learnSupplier(
  deps: Neighbours,
  { companyId, importId, userId }: Who,
  { rowId, isSure }: Asked,
): Promise<{ lesson: RowLesson; record: ImportRecord | null } | null> {
  const { connectionId } = await getImport(deps, companyId, importId)
  const row = await readCompany(deps.db, companyId, (tx) => findRow(tx, companyId, importId, rowId))
  const supplierNumber = row?.edits?.supplier
  const normalised = row?.normalisedMerchant
  // A text written by hand stands in no other file, and a supplier named in the file is never looked for by text.
  if (!row?.reading || !supplierNumber || !normalised || row.edits?.merchant !== undefined) return null
  const { merchant, place, supplier: named } = row.reading.fields
  const known = (await deps.suppliers.loadBook(companyId, connectionId)).find(merchant, { place })
  if (named !== undefined || known?.supplier.number === supplierNumber) return null
  const supplier = (await deps.suppliers.loadFinder(companyId, connectionId))(supplierNumber)
  if (!supplier?.isActive) return null
  const { rows, contradicting } = await withCompany(deps.db, companyId, async (tx) => {
    const importIds = await listOpenImports(tx, companyId, connectionId)
    return countOthers(tx, { companyId, importId, importIds }, { rowId, normalised, supplierNumber })
  })
  if (contradicting > 0) return null
  const isKept = isSure ?? (known === null && !namesNobody(merchant))
  const lesson = { merchant, supplierName: supplier.name, isKept, rows }
  if (!isKept) return isSure === false ? null : { lesson, record: null }
  await deps.suppliers.teachMerchant({ companyId, connectionId }, { supplierNumber, merchant }, userId)
  return { lesson, record: await recheckImport(deps, companyId, importId) }
}
