import { type TableCell, type TableRow, writeLongCsv, writeXlsx } from '#spreadsheets/index.ts'
import { matchKinds, type SheetColumn, sheetColumns } from './contract.ts'
import type { MatchKind } from './rules/designations.ts'
import type { MappedNow } from './rules/plan-sheet.ts'
import { cellText, idText } from './rules/sheet-id.ts'
import { sheetTitle, vatName } from './rules/sheet-words.ts'

type Locale = 'sv' | 'en'
const widths: Partial<Record<SheetColumn, number>> = {
  name: 32,
  exact: 40,
  'starts-with': 28,
  contains: 28,
  vat: 24,
  id: 52,
}

/** Excel takes 253 line breaks and 32,767 characters in a cell: more texts than this go on in a row below. */
const mostInCell = 150

type Written = MappedNow & { id: string }

/** Mapped suppliers as a sheet to edit: a row each, its texts one below the other in their cells. */
export async function writeSupplierSheet(
  rows: readonly Written[],
  format: 'csv' | 'xlsx',
  locale: Locale,
): Promise<Uint8Array> {
  const line = (row: Written, part: number): Record<SheetColumn, string> => ({
    number: row.supplierNumber,
    name: cellText(row.supplierName),
    ...textsOf(row, part),
    account: row.account === null ? '' : String(row.account),
    vat: row.vatType === null ? '' : vatName(row.vatType, locale),
    remove: '',
    id: idText(row.id, row),
  })
  const table = {
    name: sheetTitle('name', locale),
    columns: sheetColumns.map((column) => ({ title: sheetTitle(column, locale), width: widths[column] ?? 14 })),
    // As they are asked for: each is sealed, and a long register would hold up everybody else.
    rows: {
      *[Symbol.iterator](): Generator<TableRow> {
        for (const row of rows)
          for (let part = 0; part < partsOf(row); part++) {
            const own = line(row, part)
            yield sheetColumns.map((column): TableCell => ({ kind: 'text', value: own[column] }))
          }
      },
    },
  }
  return format === 'csv' ? writeLongCsv(table) : writeXlsx([table])
}

function partsOf({ designations }: Pick<MappedNow, 'designations'>): number {
  const counts = matchKinds.map((match) => designations.filter((one) => one.match === match).length)
  return Math.max(1, ...counts.map((count) => Math.ceil(count / mostInCell)))
}

function textsOf({ designations }: Pick<MappedNow, 'designations'>, part: number): Record<MatchKind, string> {
  const of = (match: MatchKind) =>
    designations
      .filter((one) => one.match === match)
      .slice(part * mostInCell, (part + 1) * mostInCell)
      .map(({ text }) => cellText(text))
      .join('\n')
  return { exact: of('exact'), 'starts-with': of('starts-with'), contains: of('contains') }
}
