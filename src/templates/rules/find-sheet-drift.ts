import type { RowProblem } from '#kernel/row-problem.ts'
import type { Spreadsheet } from '#spreadsheets/index.ts'
import type { TemplateMapping } from '../contract.ts'
import type { TemplateDrift } from '../sample-contract.ts'
import { createSheetTest, sheetKey } from './layout/choose-sheets.ts'

type SheetDrift = { drift: NonNullable<TemplateDrift['sheets']>; mended: string[] }

/**
 * Chosen sheets that a file lacks, by what was said when it was read. One is taken for renamed where a single other sheet
 * has the template's header. Those that the template's own sample has too come second: beside the chosen one they were
 * left out on purpose. A hidden sheet was not renamed.
 */
export function findSheetDrift(
  { sheets: chosen }: Pick<TemplateMapping, 'sheets'>,
  told: readonly RowProblem[],
  before: Spreadsheet | null,
): SheetDrift | null {
  if (!chosen) return null
  const isChosen = createSheetTest(chosen)
  const of = (code: string) => told.filter((one) => one.code === code)
  const name = ({ params }: RowProblem) => String(params?.sheet ?? '')
  const missing = of('chosen-sheet-missing').filter((one) => isChosen(name(one)))
  const lacking = missing.map(name)
  const [lost, otherLost] = lacking
  if (lost === undefined) return null
  const hadBefore = new Set(before?.sheets.map((sheet) => sheetKey(sheet.name)))
  const isHidden = of('hidden-sheet-left-out').some((one) => sheetKey(name(one)) === sheetKey(lost))
  const like = of('sheet-not-read')
    .filter(({ params }) => params?.hasHeader === 1)
    .map(name)
    .filter((sheet) => !isChosen(sheet))
  const fresh = like.filter((sheet) => !hadBefore.has(sheetKey(sheet)))
  const [only, another] = fresh.length > 0 || hadBefore.has(sheetKey(lost)) ? fresh : like
  const isRenamed = only !== undefined && another === undefined && otherLost === undefined && !isHidden
  const found = String(missing[0]?.params?.sheets ?? '')
  if (!isRenamed) return { drift: { lacking, renamed: null, found }, mended: [...chosen] }
  return {
    drift: { lacking: [], renamed: { sheet: lost, to: only }, found },
    mended: chosen.map((sheet) => (sheetKey(sheet) === sheetKey(lost) ? only : sheet)),
  }
}
