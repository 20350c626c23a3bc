import { isBlank } from '#kernel/blank-text.ts'
import { createTextMending } from './mend-text.ts'
import { withMergedTexts } from './merged-texts.ts'
import {
  checkRow,
  createCellCutting,
  emptyWorkbook,
  hiddenRowsRead,
  type ReadLimits,
  type ReadWarning,
  type SheetRow,
} from './spreadsheet.ts'
import { readBook, type XlsxBook } from './xlsx-parts.ts'
import { readSheetRows, type SheetSurvey, surveySheet, type XlsxRow } from './xlsx-rows.ts'
import { openZip, type Zip } from './zip-members.ts'

type StreamedSheet = { readonly name: string; readonly rows: Iterable<SheetRow> }
export type OpenedXlsx = { readonly sheets: Iterable<StreamedSheet>; warnings(): readonly ReadWarning[] }

/**
 * XLSX row by row: besides the packed bytes and the shared strings it holds one piece of a sheet at a time. Each walk
 * unpacks anew. Hidden sheets are left out and named; sheets without rows are left out.
 */
export function openXlsx(bytes: Uint8Array, limits: ReadLimits): OpenedXlsx {
  const zip = openZip(bytes, limits.unzippedBytes)
  const book = readBook(zip)
  const visible = book.sheets.filter(({ isHidden }) => !isHidden)
  const surveys = visible.map(({ part }) => surveySheet(zip, part))
  const hidden = book.sheets.filter(({ isHidden }) => isHidden)
  let mending = createTextMending()
  let cutting = createCellCutting(limits)
  let hiddenRows = new Map<string, number>()
  function* rowsOf({ name, part }: { name: string; part: string }, survey: SheetSurvey): Generator<SheetRow> {
    let count = 0
    const rows = withMergedTexts(rowsInOrder(zip, part, book, survey), survey.merges)
    for (const { number, cells, kinds, units, isHidden } of rows) {
      if (cells.length === 0) continue
      checkRow(cells, number, ++count, limits)
      for (let i = 0; i < cells.length; i++) if (kinds[i] === 't') cells[i] = mending.mend(cutting.cut(cells[i] ?? ''))
      // a space that was encoded twice is one again
      for (let i = cells.length - 1; i >= 0 && isBlank(cells[i]); i--) cells.length = kinds.length = i
      if (cells.length > 0 && isHidden) hiddenRows.set(name, (hiddenRows.get(name) ?? 0) + 1)
      if (cells.length > 0) yield { number, cells, kinds: kinds.join(''), ...(units && { units }) }
    }
  }
  return {
    sheets: {
      *[Symbol.iterator]() {
        mending = createTextMending() // each walk counts anew
        cutting = createCellCutting(limits)
        hiddenRows = new Map()
        let isEmpty = true
        for (const [index, sheet] of visible.entries()) {
          const survey = surveys[index]
          const rows = survey ? rowsOf(sheet, survey) : [].values()
          const first = rows.next()
          if (first.done) continue
          isEmpty = false
          yield { name: sheet.name, rows: startingWith(first.value, rows) }
        }
        if (isEmpty) throw emptyWorkbook(hidden.map(({ name }) => name))
      },
    },
    warnings: () => [
      ...hidden.map(({ name }) => ({ code: 'hidden-sheet-left-out', params: { sheet: name } })),
      ...[...hiddenRows].map(([sheet, rows]) => hiddenRowsRead(sheet, rows)),
      ...mending.warnings(),
      ...cutting.warnings(),
    ],
  }
}

function* startingWith<T>(first: T, rest: Iterable<T>): Generator<T> {
  yield first
  yield* rest
}

/** Programs write rows in order; a file where they do not stand so is sorted, which needs all of its rows at once. */
function rowsInOrder(zip: Zip, part: string, book: XlsxBook, { isInOrder }: SheetSurvey): Iterable<XlsxRow> {
  const rows = readSheetRows(zip, part, book)
  return isInOrder ? rows : [...rows].sort((a, b) => a.number - b.number)
}
