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
      const [total, currency, account] = (['total', 'currency', 'accountCurrency'] as const).map((field) => {
        const source = isAsked && !isFilled ? table?.bound.fields.get(field) : undefined
        return source ? readText(source, { row, sheet, section: null, rateNote: null }).text.trim() : ''
      })
      if (!total || !currency || !/\d/.test(total)) return
      const own = account || ofTemplate || 'SEK'
      const code = currencyOfWord(currency, own) ?? currency.toUpperCase()
      if (code === own) isFilled = true
    },
    /** Whether amounts in the account's own currency stand in the column of those abroad. */
    areBeside: () => isAsked && !isFilled,
  }
}
