import { AppError } from '#kernel/errors.ts'
import type { FieldChanges } from './contract.ts'
import type { AssessmentBase } from './load-assessment.ts'
import type { Neighbours } from './neighbours.ts'
import type { ImportRecord } from './store.ts'

/** Of several that were meant these are named. */
const mostNamed = 3
/** A single letter says nobody, and a part of a number may be another's that was mistyped. */
const mayBePart = (typed: string) => typed.length > 1 && /\p{L}/u.test(typed)
/** Each between spaces. */
const wordsOf = (text: string) =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/**
 * Who writes a word or some of a supplier's name in a row means the only active one that has it. Of several, and of one that has
 * it within a word (`ICA` in `Americana`), they are told who is called so. A number and a whole name stay as they were typed.
 */
export async function findTypedSupplier(
  deps: Pick<Neighbours, 'suppliers'>,
  { companyId, connectionId }: Pick<ImportRecord, 'companyId' | 'connectionId'>,
  { findSupplier }: Pick<AssessmentBase, 'findSupplier'>,
  fields: FieldChanges | undefined,
): Promise<FieldChanges | undefined> {
  const typed = fields?.supplier?.trim() ?? ''
  if (!mayBePart(typed) || findSupplier(typed)) return fields
  const found = await deps.suppliers.searchRegister(companyId, connectionId, typed, mostNamed + 1)
  const [only, second] = found
  if (!only) return fields
  if (!second && wordsOf(only.name).includes(wordsOf(typed))) return { ...fields, supplier: only.number }
  const names = found.slice(0, mostNamed).map(({ name, number }) => `${name} (${number})`)
  throw new AppError('invalid-input', 'a part of a name of suppliers', {
    errors: [
      {
        path: 'fields.supplier',
        code: 'supplier-part',
        params: { supplier: typed, names: `${names.join(', ')}${found.length > mostNamed ? ' …' : ''}` },
      },
    ],
  })
}
