import type { TemplateMapping } from '../contract.ts'
import { readText } from './bind-fields.ts'
import { currencyOfWord } from './currency-words.ts'
import type { LocatedRow } from './lay-out-rows.ts'

/**
 * `Belopp | Valuta | Belopp i SEK`, the last of which somebody fills in for purchases abroad alone. Where one purchase in the
 * account's own currency has it filled, it is for all of them, and where it is empty nothing is booked yet.
 */
export function surveyOwnAmounts({ fields, currency: ofTemplate }: TemplateMapping) {
  const isAsked = fields.foreignAmount !== undefined && fields.total !== undefined && fields.currency !== undefined
  let isFilled = false
  return {
    add({ table, row, sheet }: LocatedRow): void {
      if (!isAsked || isFilled || !table) return
      const textOf = (field: 'total' | 'currency' | 'accountCurrency') => {
        const source = table.bound.fields.get(field)
        return source ? readText(source, { row, sheet, section: null, rateNote: null }).text.trim() : ''
      }
      const currency = textOf('currency')
      if (currency === '' || !/\d/.test(textOf('total'))) return
      const own = textOf('accountCurrency') || ofTemplate || 'SEK'
      isFilled = (currencyOfWord(currency, own) ?? currency.toUpperCase()) === own
    },
    /** Whether amounts in the account's own currency stand in the column of those abroad. */
    areBeside: () => isAsked && !isFilled,
  }
}
