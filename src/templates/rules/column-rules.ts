import type { LocalDate } from '#kernel/local-dates.ts'
import type { RowProblem } from '#kernel/row-problem.ts'
import type { TargetField, TemplateMapping } from '../contract.ts'
import { decideDecimalMark, type NumberRule } from './amounts.ts'
import { type RowInContext, readText } from './bind-fields.ts'
import { createDateReader, type DateReading, type DateRule, decideDateOrder } from './dates.ts'
import type { LocatedRow } from './lay-out-rows.ts'

export const numberFields = ['total', 'amountIn', 'amountOut', 'foreignAmount', 'vatAmount', 'rate', 'fee'] as const
export type NumberField = (typeof numberFields)[number]
const dateFields = ['invoiceDate', 'dueDate', 'paymentDate'] as const
type DateField = (typeof dateFields)[number]

/** How the columns of this file are written, decided before any row is read. */
export type ColumnRules = {
  numbers: Record<NumberField, NumberRule>
  dates: Record<DateField, (text: string) => DateReading>
  warnings: RowProblem[]
}

export function decideColumnRules(
  rows: readonly LocatedRow[],
  mapping: TemplateMapping,
  options: { today: LocalDate; month: DateRule['month'] },
): ColumnRules {
  const warnings: RowProblem[] = []
  const number = (field: NumberField): NumberRule => {
    const decision = decideDecimalMark(textsOf(rows, field))
    const wanted = mapping.numberFormat === 'auto' ? null : mapping.numberFormat
    if (decision.mark && wanted && decision.mark !== wanted)
      warnings.push({ code: 'number-format-differs', params: { field, expected: wanted, found: decision.mark } })
    if (decision.isConflict) warnings.push({ code: 'number-format-mixed', params: { field } })
    const isContradicted = decision.mark !== null && wanted !== null && decision.mark !== wanted
    return { mark: decision.mark ?? wanted, isFromEvidence: decision.mark !== null, isContradicted }
  }
  const date = (field: DateField) => {
    const decision = decideDateOrder(textsOf(rows, field), options.today)
    const wanted = mapping.dateOrder === 'auto' ? null : mapping.dateOrder
    // Where the template's order fits the file too, the template stands; only values that refute it overrule it.
    const order = decision.isAmbiguous || decision.isConflict ? wanted : (decision.order ?? wanted)
    if (decision.order && wanted && decision.order !== wanted)
      warnings.push({ code: 'date-order-differs', params: { field, expected: wanted, found: decision.order } })
    return createDateReader({
      order,
      isSixDigits: decision.isSixDigits,
      isContradicted: decision.order !== null && wanted !== null && decision.order !== wanted,
      isLatestYear: mapping.missingYear === 'latest',
      ...options,
    })
  }
  return {
    numbers: {
      total: number('total'),
      amountIn: number('amountIn'),
      amountOut: number('amountOut'),
      foreignAmount: number('foreignAmount'),
      vatAmount: number('vatAmount'),
      rate: number('rate'),
      fee: number('fee'),
    },
    dates: { invoiceDate: date('invoiceDate'), dueDate: date('dueDate'), paymentDate: date('paymentDate') },
    warnings,
  }
}

/** The texts that a field takes from all rows; numbers that the workbook itself holds are no texts. */
export function* textsOf(rows: readonly LocatedRow[], field: TargetField): Generator<string> {
  for (const located of rows) {
    const source = located.table?.bound.fields.get(field)
    if (!source || located.isHeader) continue
    const context: RowInContext = { row: located.row, sheet: located.sheet, section: null, rateNote: null }
    const { text, isTyped } = readText(source, context)
    if (text !== '' && !isTyped) yield text
  }
}
