import { createHash } from 'node:crypto'
import type { SourceRow } from '#connectors/source-connector.ts'
import type { MappedColumn } from '#templates/contract.ts'
import { placesOf } from '#templates/index.ts'
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
  return { before: isSame ? now : contentUnder(head, columns.before), now }
}

function contentUnder(head: readonly SourceRow[], columns: readonly MappedColumn[] | undefined) {
  const placesUnder = (header: readonly string[]) => (columns ? placesOf(columns, header) : null)
  const tables = head.map(({ number, cells }) => ({ number, places: placesUnder(cells) }))
  const withoutHeader = placesUnder([])
  return (row: SourceRow) => {
    const table = tables.findLast((one) => one.number < row.number)
    const places = (table ? table.places : withoutHeader) ?? [...row.cells.keys()]
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
