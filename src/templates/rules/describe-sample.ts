import { columnLetter } from '#kernel/row-problem.ts'
import type { Spreadsheet } from '#spreadsheets/index.ts'
import type { TargetField, TemplateMapping } from '../contract.ts'
import type { TemplateSample } from '../sample-contract.ts'
import { isBlank } from './cells/cell-text.ts'
import { decimalsIn } from './columns/compare-amounts.ts'
import type { ColumnProfile } from './columns/profile-columns.ts'
import { sheetKey } from './layout/choose-sheets.ts'
import { columnsOfSource } from './mapping/columns-of-source.ts'
import { isAboutMoney, type SourceReading } from './mapping/reading.ts'
import { columnsOf, labelOf, refOf } from './mapping/table-columns.ts'
import type { MappingSuggestion } from './suggest/suggest-mapping.ts'
import type { ColumnRole } from './words/header-words.ts'

/** Of each sheet, since a person may leave the others out; and of all. */
const shownOfSheet = 200
const shownRows = 1000

/** What the mapping page shows of the sample: its columns, some rows, and what they are taken for. */
export function describeSample(
  fileName: string,
  spreadsheet: Spreadsheet,
  found: MappingSuggestion | null,
  reading: SourceReading | null,
): TemplateSample {
  const shared = {
    fileName,
    kind: spreadsheet.kind,
    encoding: spreadsheet.encoding ?? null,
    delimiter: spreadsheet.delimiter ?? null,
  }
  const amounts = (reading?.rows ?? []).flatMap(({ outcome }) =>
    outcome.kind === 'purchase' ? [outcome.fields.amountSek ?? outcome.fields.foreignAmount ?? 0] : [],
  )
  return {
    ...shared,
    headerRow: found?.table.header?.number ?? null,
    sheet: found && {
      place: spreadsheet.sheets.indexOf(found.table.sheet) + 1,
      name: found.table.sheet.name,
    },
    sheets: spreadsheet.sheets.flatMap(({ name, rows }) => (sheetKey(name) ? [{ name, rows: rows.length }] : [])),
    columns: found
      ? [
          ...found.columns.filter(({ name, filled }) => !isBlank(name) || filled > 0).map(describeColumn),
          ...carriedColumns(found, reading),
        ]
      : [],
    rows: describeRows(spreadsheet, reading),
    suggestions: found?.suggestions ?? [],
    numberFormat: found?.numberFormat ?? { suggested: 'auto', isAmbiguous: false, examples: [] },
    dateOrder: found?.dateOrder ?? { suggested: 'auto', isAmbiguous: false },
    currency: { suggested: found?.mapping.currency ?? 'SEK', isAssumed: found?.isCurrencyAssumed ?? false },
    signRule: {
      suggested: found?.mapping.signRule ?? 'as-is',
      isOpen: found?.isSignOpen ?? false,
      purchases: amounts.filter((amount) => amount > 0).length,
      refunds: amounts.filter((amount) => amount < 0).length,
    },
    openAmounts: found ? findOpenAmounts(found) : [],
    format: found?.format ? { id: found.format.id, name: found.format.name } : null,
    suggestedMapping: found?.mapping ?? emptyMapping(null),
    drift: null,
  }
}

const amountFields: ReadonlySet<TargetField> = new Set(['total', 'amountIn', 'amountOut'])
const costRoles: ReadonlySet<ColumnRole> = new Set([
  'amount',
  'amountOut',
  'netAmount',
  'foreignAmount',
  'foreignAmountOrVat',
])

/** More than one column may be what a purchase cost, and only a person knows which. */
function findOpenAmounts({ columns, suggestions }: MappingSuggestion): string[] {
  if (suggestions.some(({ field }) => amountFields.has(field))) return []
  const mayBeCost = (column: ColumnProfile) => {
    const isFigures = column.filled > 0 && column.figures === column.filled
    return isFigures && (column.role === null ? decimalsIn(column) > 0 : costRoles.has(column.role))
  }
  const found = columns.filter(mayBeCost)
  return found.length > 1 ? found.map(labelOf) : []
}

/** A template that has no file but its headings: the columns it knows, and no rows. */
export function describeHeader(fileName: string, mapping: TemplateMapping): TemplateSample {
  const nothing = describeSample(fileName, { kind: 'csv', sheets: [], warnings: [] }, null, null)
  const named = columnsOf(mapping.header).filter(({ name }) => !isBlank(name))
  const carried = Object.values(mapping.fields)
    .flatMap((source) => (source ? columnsOfSource(source) : []))
    .filter((ref) => ref.kind === 'carried')
  const names = new Set(carried.map(({ name }) => name))
  return {
    ...nothing,
    headerRow: 1,
    columns: [
      ...named.map((column) => describeColumn({ ...column, samples: [], filled: 0 })),
      ...[...names].map((name) => ({
        ref: { kind: 'carried' as const, name },
        letter: '',
        label: '',
        samples: [],
        filled: 0,
      })),
    ],
    suggestedMapping: mapping,
  }
}

/** Rows that are about money; of a file in which no table was found, all. */
function describeRows(spreadsheet: Spreadsheet, reading: SourceReading | null): TemplateSample['rows'] {
  if (!reading) {
    const rows = spreadsheet.sheets.flatMap(({ name, rows }) =>
      rows.slice(0, shownOfSheet).map(({ number, cells }) => ({ sheet: name, number, cells: [...cells], carried: {} })),
    )
    return rows.slice(0, shownRows)
  }
  const rows = reading.rows.filter(isAboutMoney)
  const shown = [...Map.groupBy(rows, ({ sheet }) => sheet).values()].flatMap((found) => found.slice(0, shownOfSheet))
  return shown.slice(0, shownRows).map(({ sheet, number, cells, section, outcome }) => {
    const rate = outcome.kind === 'purchase' ? outcome.fields.rate : null
    const carried = { card: section?.card, holder: section?.holder, section: section?.title, 'rate-note': rate }
    return {
      sheet,
      number,
      cells: [...cells],
      carried: Object.fromEntries(Object.entries(carried).filter(([, value]) => value)) as Record<string, string>,
    }
  })
}

function describeColumn({
  index,
  name,
  occurrence,
  samples,
  filled,
}: Pick<ColumnProfile, 'index' | 'name' | 'occurrence' | 'samples' | 'filled'>): TemplateSample['columns'][number] {
  const label = isBlank(name) ? columnLetter(index) : occurrence > 0 ? `${name} (${occurrence + 1})` : name
  return { ref: refOf({ index, name, occurrence }), letter: columnLetter(index), label, samples, filled }
}

/** Values that stand around the rows can be picked like columns. Their names are the page's to say, so `label` is empty. */
function carriedColumns({ carried }: MappingSuggestion, reading: SourceReading | null): TemplateSample['columns'] {
  const rows = reading?.rows ?? []
  const samplesOf = (pick: (row: (typeof rows)[number]) => string | null | undefined) =>
    [...new Set(rows.flatMap((row) => pick(row) ?? []))].slice(0, 4)
  const columns: TemplateSample['columns'] = []
  const add = (name: 'card' | 'holder' | 'rate-note', samples: string[]) =>
    columns.push({ ref: { kind: 'carried', name }, letter: '', label: '', samples, filled: samples.length })
  if (carried.hasCards) {
    add(
      'card',
      samplesOf(({ section }) => section?.card),
    )
    add(
      'holder',
      samplesOf(({ section }) => section?.holder),
    )
  }
  if (carried.hasRateNotes)
    add(
      'rate-note',
      samplesOf(({ outcome }) => (outcome.kind === 'purchase' ? outcome.fields.rate : null)),
    )
  return columns
}

/** A new template maps nothing yet: suggestions are shown, and the user takes them. */
export function emptyMapping(suggested: TemplateMapping | null): TemplateMapping {
  const nothing: TemplateMapping = {
    header: [],
    fields: {},
    numberFormat: 'auto',
    dateOrder: 'auto',
    signRule: 'as-is',
    outgoingDirections: [],
    currency: 'SEK',
    account: 'card',
    purchaseTypes: [],
    notInvoices: [],
    emptyFieldsConfirmed: false,
  }
  return suggested ? { ...suggested, fields: {} } : nothing
}
