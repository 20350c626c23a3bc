import type { TemplateMapping } from '../../contract.ts'
import { currencyOfWord } from '../cells/currency-words.ts'
import { readText } from '../mapping/bind-fields.ts'
import type { LocatedRow } from './lay-out-rows.ts'

/** What is called so and empty is not booked yet, be it the only purchase in the account's currency. */
const booked = /bokför|booked|posted|billed|charged|settled|cleared|debitera|fakturera/iu

/**
 * `Belopp | Valuta | Belopp i SEK`, the last of which somebody fills in for purchases abroad alone. Where one purchase in the
 * account's own currency has it filled, it is for all of them, and where it is empty nothing is booked yet.
 */
export function surveyOwnAmounts({ fields, currency: ofTemplate }: TemplateMapping) {
  const total = fields.total?.kind === 'source' && fields.total.from.kind === 'column' ? fields.total.from.name : ''
  const isAsked = fields.foreignAmount && fields.total && fields.currency && !booked.test(total)
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
    areBeside: () => Boolean(isAsked) && !isFilled,
  }
}
