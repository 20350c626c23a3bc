import type { RowProblem } from '#kernel/row-problem.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import { nameSome } from './name-rows.ts'
import type { RowPlace } from './rules/record-version.ts'
import { changeImport, lockImport } from './store.ts'

const code = 'source-own-rows-gone'
/** What one warning says of rows, however often some are taken away. */
const longestNames = 300

/**
 * Tells each import that is not confirmed which of its rows no longer stand in the sheet: somebody may have taken a purchase
 * away there that would be booked all the same. Rows that an import was told of before are counted with those.
 */
export async function tellGone(tx: CompanyDatabase, companyId: string, gone: readonly RowPlace[]): Promise<void> {
  const byImport = Map.groupBy(gone, ({ importId }) => importId)
  for (const importId of [...byImport.keys()].sort()) {
    const record = await lockImport(tx, companyId, importId)
    if (!record || record.state === 'confirmed' || record.reopened > 0) continue
    const before = record.warnings.find((one) => one.code === code)?.params
    const places = byImport.get(importId) ?? []
    const named = (await nameSome(tx, companyId, { places, rows: places.length })) ?? '…'
    const told = before ? String(before.which) : null
    const which =
      told === null ? named : `${told}; ${told.length < longestNames ? named : '…'}`.replace(/(?:; …)+$/, '; …')
    const warning: RowProblem = { code, params: { rows: Number(before?.rows ?? 0) + places.length, which } }
    const others = record.warnings.filter((one) => one.code !== code)
    await changeImport(tx, companyId, importId, { warnings: [...others, warning] })
  }
}
