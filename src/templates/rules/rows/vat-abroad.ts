import { currencyDecimals } from '#kernel/money.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { FieldSource, ReadPurchase, TemplateMapping } from '../../contract.ts'
import { isNamedIn } from '../cells/stated-currency.ts'
import { isTaxOf } from '../cells/tax-within.ts'
import { columnsOfSource } from '../mapping/columns-of-source.ts'

export type VatAbroad = {
  /** The purchase without VAT that is in another currency than its amount. */
  leaveOut<Purchase extends ReadPurchase>(purchase: Purchase): Purchase
  warnings(): RowProblem[]
}

export function createVatAbroad({ fields: { vatAmount } }: TemplateMapping): VatAbroad {
  const names = vatAmount ? namesOf(vatAmount) : []
  let rows = 0
  return {
    leaveOut(purchase) {
      if (!isElsewhere(purchase, names)) return purchase
      rows++
      const { vatAmount: _cells, ...cellsOf } = purchase.cellsOf
      return { ...purchase, fields: { ...purchase.fields, vatAmount: null }, cellsOf }
    },
    warnings: () => (rows === 0 ? [] : [{ code: 'vat-in-other-currency', params: { rows } }]),
  }
}

/** `Moms SEK` of an amount in euro: more than the amount is no fault of the row then, and stops no purchase. */
export function isVatNamedElsewhere(source: FieldSource, currency: string): boolean {
  return isSaidElsewhere(namesOf(source), currency) ?? false
}

function namesOf(source: FieldSource): string[] {
  return columnsOfSource(source).map(({ name }) => name)
}

function isSaidElsewhere(names: readonly string[], currency: string): boolean | null {
  const said = names.flatMap((name) => isNamedIn(name, currency) ?? [])
  return said.length > 0 ? said.includes(false) : null
}

/** By what the column is called, else by the amounts: `Moms` of 19,00 beside 119,00 EUR and 1344,70 SEK is in euro. */
function isElsewhere({ fields }: ReadPurchase, names: readonly string[]): boolean {
  const { vatAmount, amountSek, foreignAmount, currency } = fields
  if (!vatAmount) return false
  const own = amountSek === null ? currency : 'SEK'
  const said = isSaidElsewhere(names, own)
  if (said !== null) return said
  if (!amountSek || !foreignAmount || currency === 'SEK') return false
  const [vat, paid] = [Math.abs(vatAmount), Math.abs(amountSek)]
  const abroad = Math.abs(foreignAmount) * 10 ** (2 - currencyDecimals(currency))
  const isTooLittle = vat < paid * leastShare && vat <= abroad * mostShare
  return isTooLittle || (isTaxOf(vat, abroad, rates) && !isTaxOf(vat, paid, rates))
}

/** No country's VAT is less of what was paid, or more. */
const leastShare = 0.04
const mostShare = 0.22
/** As most countries of Europe have them. */
const rates = [6, 7, 8, 9, 10, 12, 14, 15, 17, 18, 19, 20, 21, 22, 23, 24, 25, 27].map((percent) => percent / 100)
