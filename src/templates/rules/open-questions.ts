import type { FieldError } from '#kernel/errors.ts'
import type { LocalDate } from '#kernel/local-dates.ts'
import type { Spreadsheet } from '#spreadsheets/index.ts'
import type { TemplateMapping } from '../contract.ts'
import { decideDecimalMark } from './cells/amounts.ts'
import { type DateOrder, decideDateOrder, fittingOrdersOf } from './cells/dates.ts'
import { dateFields, moneyFields, textsOf } from './rows/column-rules.ts'
import { layOutRows } from './rows/lay-out-rows.ts'

/** What the sample leaves open and only a person can say, as `1.234` and `03/04/2026`, or says against what was chosen. */
export function openQuestions(
  spreadsheet: Spreadsheet,
  mapping: TemplateMapping,
  { today }: { today: LocalDate },
): FieldError[] {
  const { rows } = layOutRows(spreadsheet.sheets, mapping)
  const { dateOrder } = mapping
  const openAmount =
    mapping.numberFormat === 'auto' && moneyFields.find((field) => decideDecimalMark(textsOf(rows, field)).isAmbiguous)
  const openDate = dateFields.find(
    (field) => decideDateOrder(textsOf(rows, field), today, { isPast: field === 'invoiceDate' }).isAmbiguous,
  )
  const errors: FieldError[] = []
  if (openAmount) errors.push({ path: 'numberFormat', code: 'number-format-open', params: { field: openAmount } })
  if (dateOrder !== 'auto') return [...errors, ...(readsNone(rows, dateOrder, today) ?? [])]
  if (openDate) errors.push({ path: 'dateOrder', code: 'date-order-open', params: { field: openDate } })
  return errors
}

type Rows = ReturnType<typeof layOutRows>['rows']

/** The first column whose days have an order says whether the chosen one can be meant; the others may be written otherwise. */
function readsNone(rows: Rows, chosen: DateOrder, today: LocalDate): FieldError[] | null {
  for (const field of dateFields) {
    const fits = { ymd: 0, dmy: 0, mdy: 0 }
    let days = 0
    for (const text of textsOf(rows, field)) {
      const orders = fittingOrdersOf(text, today)
      if (orders.length > 0) days++
      for (const order of orders) fits[order]++
    }
    if (days > 0)
      return fits[chosen] > 0
        ? null
        : [{ path: 'dateOrder', code: 'date-order-reads-none', params: { field, chosen, days, ...fits } }]
  }
  return null
}
