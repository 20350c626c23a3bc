import type { TemplateMapping } from '../../contract.ts'
import { currencyOfWord } from '../cells/currency-words.ts'
import { shownCurrency } from '../cells/stated-currency.ts'
import { plainColumnOf, readText } from '../mapping/bind-fields.ts'
import type { LocatedRow } from './lay-out-rows.ts'

/**
 * What a workbook shows its numbers in is how a column was made up: all of them in kronor, whatever the rows are in (decision
 * 024). It says something where rows of a currency are shown in it and most others are not, as where somebody types `€20`.
 */
export function surveyShownCurrencies({ fields, currency: own }: TemplateMapping) {
  const isAsked = fields.currency && !fields.foreignAmount && !fields.accountCurrency
  const rowsOf = new Map<string, number>()
  const shown = new Map<string, { own: number; others: number }>()
  let rows = 0
  return {
    add({ table, row, sheet }: LocatedRow): void {
      if (!isAsked || row.kinds === undefined) return
      const source = table?.bound.fields.get('currency')
      const place = plainColumnOf(table?.bound.fields.get('total'))
      if (!source || place === null || row.kinds.charAt(place) !== 'n') return
      const text = readText(source, { row, sheet, section: null, rateNote: null }).text.trim()
      if (text === '') return
      const currency = currencyOfWord(text, own) ?? text.toUpperCase()
      rows++
      rowsOf.set(currency, (rowsOf.get(currency) ?? 0) + 1)
      const unit = row.units?.[place]
      const code = unit === undefined ? null : shownCurrency(unit, own)
      if (code === null) return
      const found = shown.get(code) ?? { own: 0, others: 0 }
      found[code === currency ? 'own' : 'others']++
      shown.set(code, found)
    },
    /** In which a number is shown where its row is in them: elsewhere it is asked about. */
    decide: (): readonly string[] =>
      [...shown].flatMap(([code, found]) => {
        const apart = rows - (rowsOf.get(code) ?? 0) - found.others
        return code !== own && found.own > 0 && apart > found.others ? [code] : []
      }),
  }
}
