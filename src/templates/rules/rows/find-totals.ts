import type { LocalDate } from '#kernel/local-dates.ts'
import { remember } from '#kernel/remember.ts'
import type { RowSheet, SheetRow } from '#spreadsheets/index.ts'
import type { ControlSum, TemplateMapping } from '../../contract.ts'
import { looksLikeNumber } from '../cells/amounts.ts'
import { isBlank, normaliseLabel, tidyText } from '../cells/cell-text.ts'
import { markOf, mayBeTotal } from '../words/row-marks.ts'
import { openSource } from './read-source.ts'
import { isCarriedLabel, statisticOf } from './side-notes.ts'

/** `rows`: the numbers of those that are printed totals. */
export type FoundTotals = { rows: Set<number>; controlSums: ControlSum[] }

const rowsInStep = 1000

/**
 * The totals printed in a sheet, and whether they are what its rows come to. A sheet in which nothing looks like one is not
 * read for it. Stops at every thousandth row, so that whoever reads a long sheet can let others have a turn.
 */
export function* findTotals(
  sheet: { name: string; rows: readonly SheetRow[] },
  mapping: TemplateMapping,
  today: LocalDate,
): Generator<undefined, FoundTotals> {
  const mayHoldTotal = createTotalTest()
  let hasAny = false
  for (const [index, row] of sheet.rows.entries()) {
    if (index % rowsInStep === rowsInStep - 1) yield
    hasAny = mayHoldTotal(row)
    if (hasAny) break
  }
  if (!hasAny) return { rows: new Set(), controlSums: [] }
  const quick = yield* read(sheet, mapping, { today })
  return quick.isMisjudged ? yield* read(sheet, mapping, { today, firstRows: null }) : quick
}

function* read(
  sheet: RowSheet,
  mapping: TemplateMapping,
  options: Parameters<typeof openSource>[2],
): Generator<undefined, FoundTotals & { isMisjudged: boolean }> {
  const source = openSource([sheet], mapping, options)
  const rows = new Set<number>()
  let walked = 0
  for (const { number, outcome } of source.rows) {
    if (++walked % rowsInStep === 0) yield
    if (outcome.kind === 'skipped' && outcome.reason === 'printed-total') rows.add(number)
  }
  const { controlSums, isMisjudged } = source.finish()
  return { rows, controlSums, isMisjudged }
}

/** A cell that may be a total's label, or a figure alone. */
function createTotalTest(): (row: SheetRow) => boolean {
  const mayBeLabel = remember((text) => {
    const tidied = tidyText(text)
    const label = normaliseLabel(tidied)
    const isLabel = mayBeTotal(label) || isCarriedLabel(label) || statisticOf([tidied, '1']) !== null
    return isLabel || markOf([tidied, '1'])?.kind === 'printed-total' ? 'label' : ''
  })
  return ({ cells }) => {
    const filled = cells.filter((cell) => !isBlank(cell))
    if (filled.length === 1) return looksLikeNumber(filled[0] ?? '')
    return filled.some((cell) => mayBeLabel(cell) === 'label')
  }
}
