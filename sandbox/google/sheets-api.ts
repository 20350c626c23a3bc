import { insufficientScope, quotaExceeded, sheetsError } from './answers.ts'
import { applyMask, hasField } from './field-mask.ts'
import { numberFormatOf, shownNumber } from './number-format.ts'
import { type Area, parseRange } from './ranges.ts'
import type { Cell, Document, Grant, Tab } from './records.ts'
import { updateDocument } from './update-document.ts'
import type { World } from './world.ts'

export const fileScope = 'https://www.googleapis.com/auth/drive.file'

/** Below /v4/spreadsheets: spreadsheets.get, values.batchGet and batchUpdate, the calls that Radvis uses. */
export async function answerSheets(world: World, grant: Grant, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const path = decodeURIComponent(
    url.pathname.slice(url.pathname.indexOf('/v4/spreadsheets/') + '/v4/spreadsheets/'.length),
  )
  const [, id = '', action = ''] = /^([^/:]+)(.*)$/.exec(path) ?? []
  const kind = request.method === 'GET' ? 'read' : 'write'
  world.stats.count(grant.user, `${request.method} /v4/spreadsheets/{}${action}`)
  const exceeded = exceededQuota(world, grant, kind)
  if (exceeded) return exceeded
  if (!grant.scopes.includes(fileScope)) return insufficientScope()
  const document = world.picked(grant.user, id)
  if (!document) return sheetsError(404, 'NOT_FOUND', 'Requested entity was not found.')
  if (document.mimeType !== undefined)
    return sheetsError(400, 'FAILED_PRECONDITION', 'This operation is not supported for this document')
  if (kind === 'read' && action === '') return getSpreadsheet(document, url.searchParams)
  if (kind === 'read' && action === '/values:batchGet') return batchGet(document, url.searchParams)
  if (request.method === 'POST' && action === ':batchUpdate') return batchUpdate(world, document, await request.json())
  return sheetsError(404, 'NOT_FOUND', 'Requested entity was not found.')
}

function exceededQuota(world: World, grant: Grant, kind: 'read' | 'write'): Response | null {
  const whose = !world.limiters.user[kind].isAllowed(grant.user)
    ? 'user'
    : !world.limiters.project[kind].isAllowed('all')
      ? 'project'
      : null
  if (whose === null) return null
  world.stats.add('rateLimited')
  return quotaExceeded(kind, whose, world.quotas[whose].requests)
}

function getSpreadsheet(document: Document, query: URLSearchParams): Response {
  const fields = query.get('fields') ?? undefined
  const wantsData = fields === undefined ? query.get('includeGridData') === 'true' : hasField(fields, 'sheets', 'data')
  const areas = query.getAll('ranges').map((range) => parseRange(document, range))
  const problem = areas.find((area) => typeof area === 'string')
  if (problem !== undefined) return sheetsError(400, 'INVALID_ARGUMENT', String(problem))
  const asked = areas.filter((area) => typeof area !== 'string')
  const tabs = asked.length > 0 ? document.tabs.filter((tab) => asked.some((area) => area.tab === tab)) : document.tabs
  const body = {
    spreadsheetId: document.id,
    properties: { title: document.name, locale: document.locale, timeZone: document.timeZone },
    sheets: tabs.map((tab) => ({
      properties: propertiesOf(tab, document.tabs.indexOf(tab)),
      ...(wantsData && { data: areasOf(tab, asked).map((area) => gridData(area, document.locale)) }),
    })),
    spreadsheetUrl: `https://docs.google.com/spreadsheets/d/${document.id}/edit`,
  }
  return Response.json(applyMask(body, fields))
}

function areasOf(tab: Tab, asked: Area[]): Area[] {
  const whole = { tab, fromRow: 0, toRow: tab.rowCount, fromColumn: 0, toColumn: tab.columnCount }
  return asked.length > 0 ? asked.filter((area) => area.tab === tab) : [whole]
}

/** Zeroes and false are left out, as Google does. */
function propertiesOf(tab: Tab, index: number) {
  return {
    sheetId: tab.sheetId,
    title: tab.title,
    index,
    sheetType: 'GRID',
    gridProperties: {
      rowCount: tab.rowCount,
      columnCount: tab.columnCount,
      ...(tab.frozenRows && { frozenRowCount: tab.frozenRows }),
    },
    ...(tab.hidden && { hidden: true }),
  }
}

function gridData({ tab, fromRow, toRow, fromColumn, toColumn }: Area, locale: string) {
  return {
    ...(fromRow > 0 && { startRow: fromRow }),
    ...(fromColumn > 0 && { startColumn: fromColumn }),
    rowData: tab.rows.slice(fromRow, toRow).map((row) => {
      const cells = row.slice(fromColumn, toColumn)
      return cells.length === 0 ? {} : { values: cells.map((cell) => cellData(cell, locale)) }
    }),
    rowMetadata: rowMetadata(tab, fromRow, toRow),
  }
}

/** Of every row of the grid, whether anything stands in it or not. */
function rowMetadata({ hiddenRows }: Tab, fromRow: number, toRow: number) {
  const [byFilter, byUser] = [new Set(hiddenRows?.byFilter), new Set(hiddenRows?.byUser)]
  return Array.from({ length: toRow - fromRow }, (_, index) => ({
    pixelSize: 21,
    ...(byFilter.has(fromRow + index + 1) && { hiddenByFilter: true }),
    ...(byUser.has(fromRow + index + 1) && { hiddenByUser: true }),
  }))
}

function cellData(cell: Cell, locale: string) {
  if (cell === null || cell === '') return {}
  const format =
    typeof cell === 'object' && 'f' in cell ? { effectiveFormat: { numberFormat: numberFormatOf(cell, locale) } } : {}
  return { effectiveValue: effectiveValue(cell), ...format }
}

function effectiveValue(cell: Exclude<Cell, null>) {
  if (typeof cell === 'string') return { stringValue: cell }
  if (typeof cell === 'boolean') return { boolValue: cell }
  if (typeof cell === 'number') return { numberValue: cell }
  if ('v' in cell) return typeof cell.v === 'string' ? { stringValue: cell.v } : { numberValue: cell.v }
  return { errorValue: { type: 'N_A', message: cell.error } }
}

function batchGet(document: Document, query: URLSearchParams): Response {
  const ranges = query.getAll('ranges')
  const areas = ranges.map((range) => parseRange(document, range))
  const problem = areas.find((area) => typeof area === 'string')
  if (problem !== undefined) return sheetsError(400, 'INVALID_ARGUMENT', String(problem))
  const option = query.get('valueRenderOption') ?? 'FORMATTED_VALUE'
  const render = renderings[option] ?? ((cell: Cell) => formatted(cell, document.locale))
  const majorDimension = query.get('majorDimension') === 'COLUMNS' ? 'COLUMNS' : 'ROWS'
  return Response.json({
    spreadsheetId: document.id,
    valueRanges: areas
      .filter((area) => typeof area !== 'string')
      .map((area, index) => {
        const values = valuesOf(area, render, majorDimension)
        return { range: ranges[index], majorDimension, ...(values.length > 0 && { values }) }
      }),
  })
}

/** "Empty trailing rows and columns are omitted." */
function valuesOf(
  { tab, fromRow, toRow, fromColumn, toColumn }: Area,
  render: (cell: Cell) => unknown,
  majorDimension: 'ROWS' | 'COLUMNS',
): unknown[][] {
  const rows = tab.rows.slice(fromRow, toRow).map((row) => row.slice(fromColumn, toColumn))
  const columns = Array.from({ length: toColumn - fromColumn }, (_, column) => rows.map((row) => row[column] ?? null))
  const lines = (majorDimension === 'ROWS' ? rows : columns).map((cells) => withoutTail(cells.map(render), ''))
  while (lines.length > 0 && lines.at(-1)?.length === 0) lines.pop()
  return lines
}

function withoutTail(values: unknown[], empty: unknown): unknown[] {
  return values.slice(0, values.findLastIndex((value) => value !== empty) + 1)
}

function unformatted(cell: Cell): unknown {
  if (cell === null) return ''
  if (typeof cell !== 'object') return cell
  return 'v' in cell ? cell.v : cell.error
}

function formula(cell: Cell): unknown {
  return cell !== null && typeof cell === 'object' && 'formula' in cell ? cell.formula : unformatted(cell)
}

function formatted(cell: Cell, locale: string): string {
  const value = unformatted(cell)
  if (typeof value === 'number') return shownNumber(value, cell, locale)
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value)
}

const renderings: Record<string, (cell: Cell) => unknown> = { UNFORMATTED_VALUE: unformatted, FORMULA: formula }

function batchUpdate(world: World, document: Document, body: unknown): Response {
  const updated = updateDocument(document, body)
  if (typeof updated === 'string') return sheetsError(400, 'INVALID_ARGUMENT', updated)
  world.saveDocument(updated)
  return Response.json({ spreadsheetId: document.id, replies: [] })
}
