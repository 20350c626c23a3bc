import type { Spreadsheet } from '#spreadsheets/index.ts'
import type { TemplateMapping } from '../../contract.ts'
import { looksLikeNumber, looksNegative } from '../cells/amounts.ts'
import { normaliseLabel, startsWithAny } from '../cells/cell-text.ts'
import { plainColumnOf } from '../mapping/bind-fields.ts'
import { layOutRows } from '../rows/lay-out-rows.ts'

/** One row may well be a refund and nothing else. */
const fewestOfTable = 2

/**
 * A file with a card's table, where purchases stand without a sign, and an account's, on a sheet of its own or below, where
 * they have a minus: the rows of one of them become refunds, or what came in, under any rule for both.
 */
export function hasContraryTables({ sheets }: Spreadsheet, mapping: TemplateMapping): boolean {
  if (mapping.signRule !== 'as-is' && mapping.signRule !== 'inverted') return false
  const payments = mapping.notInvoices.map(normaliseLabel)
  const signs = new Map<string, { plus: number; minus: number; hasBalance: boolean }>()
  let headers = 0
  for (const { sheet, row, isHeader, table } of layOutRows(sheets, mapping).rows) {
    if (isHeader) headers++
    const column = isHeader || !table ? null : plainColumnOf(table.bound.fields.get('total'))
    const day = table && plainColumnOf(table.bound.fields.get('invoiceDate'))
    const amount = column === null ? '' : (row.cells[column] ?? '')
    if (!table || day === null || !row.cells[day] || !looksLikeNumber(amount) || !/[1-9]/.test(amount)) continue
    const merchant = plainColumnOf(table.bound.fields.get('merchant'))
    if (merchant !== null && startsWithAny(normaliseLabel(row.cells[merchant] ?? ''), payments)) continue
    const place = `${headers} ${sheet}`
    const found = signs.get(place) ?? { plus: 0, minus: 0, hasBalance: table.balanceColumn !== null }
    signs.set(place, found)
    if (looksNegative(amount)) found.minus++
    else found.plus++
  }
  const all = [...signs.values()]
  const isBelow = all.some(({ plus, minus }) => plus === 0 && minus >= fewestOfTable)
  // an account may have had nothing but money in
  const isAbove = all.some(
    ({ plus, minus, hasBalance }) =>
      minus === 0 && plus >= fewestOfTable && !(hasBalance && mapping.account === 'bank'),
  )
  return isBelow && isAbove
}
