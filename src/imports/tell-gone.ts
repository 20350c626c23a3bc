import type { RowProblem } from '#kernel/row-problem.ts'
import type { CompanyDatabase } from '#platform/database.ts'
import { namesOf } from './name-rows.ts'
import type { RowPlace } from './rules/record-version.ts'
import { changeImport, lockImport } from './store.ts'

const code = 'source-own-rows-gone'
/** Of the rows that are gone, in a warning. */
const mostNamed = 5

/**
 * Tells each import that is not confirmed which of its rows no longer stand in the sheet: somebody may have taken a purchase
 * away there that would be booked all the same. Rows that an import was told of before are counted with those.
 */
export async function tellGone(tx: CompanyDatabase, companyId: string, gone: readonly RowPlace[]): Promise<void> {
  const byImport = Map.groupBy(gone, ({ importId }) => importId)
  for (const importId of [...byImport.keys()].sort()) {
    const record = await lockImport(tx, companyId, importId)
    if (!record || record.state === 'confirmed' || record.reopened > 0) continue
    const before = record.warnings.find((warning) => warning.code === code)?.params
    const places = byImport.get(importId) ?? []
    const named = await namesOf(tx, companyId, places.slice(0, mostNamed))
    const which = [...(before ? [before.which] : []), ...named, ...(named.length < places.length ? ['…'] : [])].join(
      '; ',
    )
    const told: RowProblem = { code, params: { rows: Number(before?.rows ?? 0) + places.length, which } }
    const others = record.warnings.filter((warning) => warning.code !== code)
    await changeImport(tx, companyId, importId, { warnings: [...others, told] })
  }
}
