import type { Spreadsheet } from '#spreadsheets/index.ts'
import type { TemplateMapping } from '../contract.ts'
import { looksLikeNumber, looksNegative } from './amounts.ts'
import { plainColumnOf } from './bind-fields.ts'
import { layOutRows } from './lay-out-rows.ts'

/** One row may well be a refund and nothing else. */
const fewestOfSheet = 2

/**
 * A workbook with a card's sheet, where purchases stand without a sign, and an account's, where they have a minus: the rows
 * of one of them become refunds, or what came in, under any rule for both.
 */
export function hasContrarySheets({ sheets }: Spreadsheet, mapping: TemplateMapping): boolean {
  if (sheets.length < 2 || (mapping.signRule !== 'as-is' && mapping.signRule !== 'inverted')) return false
  const signs = new Map<string, { plus: number; minus: number; hasBalance: boolean }>()
  for (const { sheet, row, isHeader, table } of layOutRows(sheets, mapping).rows) {
    const column = isHeader || !table ? null : plainColumnOf(table.bound.fields.get('total'))
    const day = table && plainColumnOf(table.bound.fields.get('invoiceDate'))
    const amount = column === null ? '' : (row.cells[column] ?? '')
    if (!table || day === null || !row.cells[day] || !looksLikeNumber(amount) || !/[1-9]/.test(amount)) continue
    const found = signs.get(sheet) ?? { plus: 0, minus: 0, hasBalance: table.balanceColumn !== null }
    signs.set(sheet, found)
    if (looksNegative(amount)) found.minus++
    else found.plus++
  }
  const all = [...signs.values()]
  const isBelow = all.some(({ plus, minus }) => plus === 0 && minus >= fewestOfSheet)
  // an account may have had nothing but money in
  const isAbove = all.some(
    ({ plus, minus, hasBalance }) =>
      minus === 0 && plus >= fewestOfSheet && !(hasBalance && mapping.account === 'bank'),
  )
  return isBelow && isAbove
}
