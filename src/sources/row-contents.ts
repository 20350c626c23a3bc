import { createHash } from 'node:crypto'
import type { SourceRow } from '#connectors/source-connector.ts'
import type { MappedColumn, TargetField, TemplateMapping } from '#templates/contract.ts'
import { amountColumns, columnsOfFields, placesOf } from '#templates/index.ts'
import type { KeysOf } from './rules/edited-rows.ts'
import type { Contents } from './rules/source-changes.ts'

/**
 * What a row says in the columns that the template takes something from: what people write beside them makes no new
 * purchase. All its columns count where none is mapped, or its header lacks one. `head`: each header with the row it is in.
 */
export function contentsOf(
  head: readonly SourceRow[],
  columns: { before: readonly MappedColumn[] | undefined; now: readonly MappedColumn[] | undefined },
): Contents {
  const now = contentUnder(head, columns.now)
  const isSame = JSON.stringify(columns.before) === JSON.stringify(columns.now)
  const isOpen = columns.now && openTest(head, columns.now)
  return { before: isSame ? now : contentUnder(head, columns.before), now, ...(isOpen && { isOpen }) }
}

/** A box that is not ticked, and what a formula makes of empty cells; a day is no purchase by itself either. */
const ofNothing: ReadonlySet<string> = new Set(['FALSE', '0'])

function openTest(head: readonly SourceRow[], columns: readonly MappedColumn[]): (row: SourceRow) => boolean {
  const isFilled = filledTest(head, columns)
  const isNothing = (cell: string, kind: string) => kind === 'd' || ofNothing.has(cell)
  return ({ cells, ...row }) =>
    !isFilled({ ...row, cells: cells.map((cell, at) => (isNothing(cell, row.kinds.charAt(at)) ? '' : cell)) })
}

/** What names a purchase besides its shop and its amount. */
const named: readonly TargetField[] = ['invoiceDate', 'card', 'providerId']

/** What is known of a row when its amounts, or its shop, are edited; null where that does not name a purchase. */
export function editKeysOf(head: readonly SourceRow[], mapping: Pick<TemplateMapping, 'fields'>): KeysOf {
  const columnsOf = (...fields: TargetField[]) => columnsOfFields(mapping, fields)
  const [days, shops, amounts] = [columnsOf('invoiceDate'), columnsOf('merchant'), amountColumns(mapping)]
  if (days.length === 0 || shops.length === 0 || amounts.length === 0) return () => null
  const isFilled = filledTest(head, days)
  const keys = [shops, amounts].map((one) => contentUnder(head, [...columnsOf(...named), ...one]))
  return (row) => (isFilled(row) ? keys.map((keyOf, place) => `${place}${keyOf(row).slice(0, 12)}`) : null)
}

/** Whether all of these columns are found again: only then can rows be compared with those that were seen by them. */
export function findsAll(head: readonly SourceRow[], columns: readonly MappedColumn[]): boolean {
  return [...head.map(({ cells }) => cells), []].some((cells) => placesOf(columns, cells) !== null)
}

/** Whether a row has anything in one of these columns; a row whose header lacks one of them is taken to have. */
export function filledTest(head: readonly SourceRow[], columns: readonly MappedColumn[]): (row: SourceRow) => boolean {
  const placesOfRow = placesUnder(head, columns)
  return (row) => placesOfRow(row)?.some((place) => (row.cells[place] ?? '').trim() !== '') ?? true
}

/** Where the columns stand in a row, by the header above it. */
function placesUnder(head: readonly SourceRow[], columns: readonly MappedColumn[]) {
  const tables = head.map(({ number, cells }) => ({ number, places: placesOf(columns, cells) }))
  const withoutHeader = placesOf(columns, [])
  return (row: SourceRow) => {
    const table = tables.findLast((one) => one.number < row.number)
    return table ? table.places : withoutHeader
  }
}

function contentUnder(head: readonly SourceRow[], columns: readonly MappedColumn[] | undefined) {
  const placesOfRow = columns ? placesUnder(head, columns) : () => null
  return (row: SourceRow) => {
    const places = placesOfRow(row) ?? [...row.cells.keys()]
    return hashOf(places.map((place) => contentOf(row, place)))
  }
}

/** An amount in another currency is another; kronor and percent are only another look. */
function contentOf({ cells, units }: SourceRow, place: number): string {
  const unit = units?.[place]
  const isLook = unit === undefined || /^(?:%|kr|sek)$/i.test(unit)
  return `${cells[place] ?? ''}${isLook ? '' : ` ${unit}`}`
}

function hashOf(cells: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(cells)).digest('base64url').slice(0, 22)
}
