import type { ReadPurchase } from '#templates/contract.ts'
import type { Edited } from '../contract.ts'
import { locate, originOf } from './origins.ts'
import type { KnownSupplier, Purchase } from './purchase.ts'

export type SupplierSources = {
  /** By the merchant's text, as taught. */
  recognise(merchant: string, place?: string): KnownSupplier | null
  /** By number or name in the accounting system's register. */
  findSupplier(text: string): KnownSupplier | null
}

/**
 * The supplier of a purchase. One that the file names wins over recognition, and stops the row when the register has no
 * such supplier; where settings go before the file it is asked only for merchants that nobody is known by.
 */
export function chooseSupplier(
  purchase: ReadPurchase & Edited,
  { recognise, findSupplier }: SupplierSources,
  { settingsOverrideMapped }: { settingsOverrideMapped: boolean },
): Pick<Purchase, 'supplier' | 'supplierOrigins' | 'supplierProblem'> {
  const { supplier: named, merchant, place } = purchase.fields
  if (named === undefined) return { supplier: recognise(merchant, place) }
  const isByHand = purchase.edited?.includes('supplier') ?? false
  const recognised = settingsOverrideMapped && !isByHand ? recognise(merchant, place) : null
  if (recognised) return { supplier: recognised }
  const supplier = findSupplier(named)
  if (supplier)
    return {
      supplier,
      supplierOrigins: [
        ...originOf(purchase, 'supplier'),
        ...(isByHand ? [] : [{ kind: 'accounting-system' } as const]),
      ],
    }
  const problem = { code: 'supplier-not-in-register', value: named, params: { supplier: named } }
  return { supplier: null, supplierProblem: locate(problem, purchase, 'supplier') }
}

/** Files name the same merchants over and over: what a text was recognised as is remembered. */
const mostRemembered = 20_000

export function createRecogniser(book: {
  find(merchant: string, context?: { place?: string | undefined }): { supplier: KnownSupplier } | null
}): SupplierSources['recognise'] {
  const recognised = new Map<string, KnownSupplier | null>()
  return (merchant, place) => {
    const id = place === undefined ? merchant : `${merchant}\n${place}`
    const known = recognised.get(id)
    if (known !== undefined) return known
    const supplier = book.find(merchant, { place })?.supplier ?? null
    if (recognised.size >= mostRemembered) recognised.clear()
    recognised.set(id, supplier)
    return supplier
  }
}
