import type { FieldError } from '#kernel/errors.ts'
import type { LocalDate } from '#kernel/local-dates.ts'
import type { Spreadsheet } from '#spreadsheets/index.ts'
import type { TemplateMapping } from '../contract.ts'
import { decideDecimalMark } from './amounts.ts'
import { textsOf } from './column-rules.ts'
import { decideDateOrder } from './dates.ts'
import { layOutRows } from './lay-out-rows.ts'

const amountFields = ['total', 'fee', 'amountIn', 'amountOut', 'foreignAmount', 'vatAmount'] as const
const dateFields = ['invoiceDate', 'dueDate', 'paymentDate'] as const

/** What the sample leaves open and only a person can say: `1.234` and `03/04/2026` can be read two ways. */
export function openQuestions(
  spreadsheet: Spreadsheet,
  mapping: TemplateMapping,
  { today }: { today: LocalDate },
): FieldError[] {
  const errors: FieldError[] = []
  if (mapping.numberFormat !== 'auto' && mapping.dateOrder !== 'auto') return errors
  const { rows } = layOutRows(spreadsheet.sheets, mapping)
  const openAmount = amountFields.find((field) => decideDecimalMark(textsOf(rows, field)).isAmbiguous)
  if (mapping.numberFormat === 'auto' && openAmount)
    errors.push({ path: 'numberFormat', code: 'number-format-open', params: { field: openAmount } })
  const openDate = dateFields.find(
    (field) => decideDateOrder(textsOf(rows, field), today, { isPast: field === 'invoiceDate' }).isAmbiguous,
  )
  if (mapping.dateOrder === 'auto' && openDate)
    errors.push({ path: 'dateOrder', code: 'date-order-open', params: { field: openDate } })
  return errors
}
