import type { SheetRow, Spreadsheet } from '#spreadsheets/index.ts'
import type { TemplateMapping } from '../contract.ts'
import { isBlank, isSameLabel, normaliseLabel, tidyText } from './cells/cell-text.ts'
import { lookedAt, missingSheets, searchedRows } from './layout/choose-sheets.ts'
import { locateTable } from './layout/locate-table.ts'
import { createHeaderTest } from './mapping/table-columns.ts'
import type { TemplateMatch } from './recognition.ts'

export type MatchedTemplate = {
  id: string
  name: string
  bank: string
  mapping: Pick<TemplateMapping, 'header' | 'fields' | 'sheets'>
}

const fewestNames = 2

/**
 * The templates whose header stands in the file, the likest first. Exactly: the same names in any order. Nearly: enough of
 * them that the template finds its table, with what is gone and what is new, or without a sheet that it reads. A template
 * that is no match is not named.
 */
export function matchTemplates(spreadsheet: Spreadsheet, templates: readonly MatchedTemplate[]): TemplateMatch[] {
  const headers = candidates(spreadsheet)
  const sheetNames = spreadsheet.sheets.map((sheet) => sheet.name)
  const hasHeader = locateTable(spreadsheet)?.header != null
  const matches = templates.flatMap(({ id, name, bank, mapping }) => {
    const names = mapping.header.filter((one) => !isBlank(one)).map(tidyText)
    const found =
      names.length > 0
        ? bestHeader(names, mapping.sheets ? candidates(lookedAt(spreadsheet, mapping)) : headers)
        : hasHeader || Object.keys(mapping.fields).length === 0
          ? null
          : noNames
    if (!found) return []
    const missing = missingSheets(mapping.sheets, sheetNames)
    const isLess = missing.length > 0 && { likeness: 'nearly' as const, score: found.score / 2 }
    return [{ templateId: id, name, bank, ...found, ...isLess, missingSheets: missing }]
  })
  return matches.sort((one, other) => other.score - one.score).map(({ score, ...match }) => match)
}

/** Neither has a header: the columns go by place, so that only a person can say. */
const noNames = { likeness: 'nearly' as const, missingColumns: [], newColumns: [], score: 0 }

function candidates({ sheets }: Spreadsheet): string[][] {
  const rows = sheets.flatMap((sheet) => sheet.rows.slice(0, searchedRows))
  return rows.map(filledCells).filter((cells) => cells.length >= fewestNames)
}

function filledCells({ cells }: SheetRow): string[] {
  return cells.filter((cell) => !isBlank(cell)).map(tidyText)
}

function bestHeader(
  names: readonly string[],
  headers: readonly string[][],
): (Pick<TemplateMatch, 'likeness' | 'missingColumns' | 'newColumns'> & { score: number }) | null {
  const isHeader = createHeaderTest(names)
  let best: ReturnType<typeof bestHeader> = null
  for (const header of headers) {
    if (!isHeader(header)) continue
    const missingColumns = without(names, header)
    const newColumns = without(header, names)
    const common = names.length - missingColumns.length
    const score = common / (names.length + newColumns.length)
    const isExact = missingColumns.length === 0 && newColumns.length === 0
    if (score > (best?.score ?? -1))
      best = { likeness: isExact ? 'exact' : 'nearly', missingColumns, newColumns, score }
  }
  return best
}

/** Names that the other list lacks; a name that stands twice must stand twice there too. */
function without(names: readonly string[], others: readonly string[]): string[] {
  const left = others.map(normaliseLabel)
  return names.filter((name) => {
    const index = left.findIndex((other) => isSameLabel(other, normaliseLabel(name)))
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}
