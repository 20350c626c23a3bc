import type { SourceRow } from '#connectors/source-connector.ts'
import type { TemplateMapping } from '#templates/contract.ts'
import { amountColumns, isFailedFormula } from '#templates/index.ts'
import { filledTest } from './row-contents.ts'

type Tab = { rows: readonly SourceRow[]; head: readonly SourceRow[]; body: readonly SourceRow[] }

/**
 * While Google reckons IMPORTRANGE and the like their cells say so, and the rest of the tab is empty: what was there has not
 * gone. A formula that failed for good in a row or two is told with its row, also where every row is another than before:
 * a new month was pasted over the last, or a column has got another name.
 */
export function isUnreckoned(tab: Tab, mapping: TemplateMapping, isAllGone: boolean): boolean {
  if (tab.rows.some(({ cells }) => cells.some(isLoading))) return true
  const hasFailed = isAllGone && tab.rows.slice(0, topRows).some(({ cells }) => cells.some(isFailedFormula))
  return hasFailed && !hasAmounts(tab, mapping)
}

const topRows = 50

/** Of a million rows nearly no cell begins so. */
function isLoading(cell: string): boolean {
  return (cell.charCodeAt(0) | 32) === 108 && /^(?:Loading|Läser in|Laddar) ?(?:\.\.\.|…)$/i.test(cell)
}

/** Whether any row has an amount that is no failed formula; none where the header, which the formula gave, is gone too. */
function hasAmounts({ head, body }: Tab, mapping: TemplateMapping): boolean {
  if (head.length === 0 && mapping.header.length > 0) return false
  const isFilled = filledTest(head, amountColumns(mapping))
  return body.some((row) => isFilled({ ...row, cells: row.cells.map((cell) => (isFailedFormula(cell) ? '' : cell)) }))
}
