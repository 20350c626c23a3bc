import { readCells, tablePage } from '../table-page.ts'
import type { Cell, Document, Tab } from './records.ts'
import { serialOf } from './seed.ts'
import type { World } from './world.ts'

const shownAtMost = 200

/** Look at a spreadsheet and change it. */
export function sheetPage(world: World, query: URLSearchParams): Response {
  const documents = [...world.shelf.table('documents').values()]
  const document = documents.find((one) => one.id === query.get('document')) ?? documents[0]
  const tab = document?.tabs.find((one) => String(one.sheetId) === query.get('tab')) ?? document?.tabs[0]
  const links = documents.flatMap((one) =>
    one.tabs.map((sheet) => ({
      text: `${one.name}: ${sheet.title}${sheet.hidden ? ' (dold)' : ''}`,
      href: `?document=${one.id}&tab=${sheet.sheetId}`,
      isCurrent: one === document && sheet === tab,
    })),
  )
  if (!document || !tab) return tablePage({ title: 'Inga kalkylark', note, links, table: null })
  const width = Math.max(7, ...tab.rows.map((row) => row.length))
  return tablePage({
    title: `${document.name}: ${tab.title}`,
    note,
    links,
    table: {
      heads: Array.from({ length: width }, (_, column) => String.fromCharCode(65 + (column % 26))),
      rows: tab.rows.slice(0, shownAtMost).map((row, index) => ({ key: String(index), cells: row.map(textOf) })),
      total: tab.rows.length,
      hidden: { document: document.id, tab: String(tab.sheetId) },
    },
  })
}
const note = 'Google Sheets sandlåda, för utveckling och prov'

/** Back to the same sheet, with what was typed in it. */
export function editSheet(world: World, form: URLSearchParams): string {
  const document = world.shelf.table('documents').get(form.get('document') ?? '')
  const tab = document?.tabs.find((one) => String(one.sheetId) === form.get('tab'))
  if (!document || !tab) return './'
  const rows = edited(tab, readCells(form))
  if (JSON.stringify(rows) !== JSON.stringify(tab.rows)) world.saveDocument(withTab(document, { ...tab, rows }))
  return `./?document=${document.id}&tab=${tab.sheetId}`
}

function edited(tab: Tab, cells: Map<string, Map<number, string>>): Cell[][] {
  const rows = tab.rows.map((row, index) => {
    const typed = cells.get(String(index))
    if (!typed) return row
    const width = Math.max(row.length, ...[...typed].map(([column, text]) => (text === '' ? 0 : column + 1)))
    return Array.from({ length: width }, (_, column) => {
      const before = row[column] ?? null
      const text = typed.get(column) ?? ''
      return text === textOf(before) ? before : cellOf(text)
    })
  })
  const added = [...(cells.get('new') ?? [])].map(([, text]) => cellOf(text))
  return added.some((cell) => cell !== null) ? [...rows, added] : rows
}

export function withTab(document: Document, tab: Tab): Document {
  return { ...document, tabs: document.tabs.map((one) => (one.sheetId === tab.sheetId ? tab : one)) }
}

export function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'object') return String(cell)
  if ('error' in cell) return cell.error
  if ('formula' in cell) return String(cell.v)
  const day = new Date(Date.UTC(1899, 11, 30) + cell.v * 86_400_000).toISOString()
  if (cell.f === 'DATE') return day.slice(0, 10)
  return cell.f === 'DATE_TIME' ? day.slice(0, 16).replace('T', ' ') : String(cell.v)
}

/** As a sheet reads what is typed: days, numbers with comma or dot, else text. */
export function cellOf(text: string): Cell {
  const typed = text.trim()
  if (typed === '') return null
  if (/^\d{4}-\d{2}-\d{2}$/.test(typed)) return { v: serialOf(typed), f: 'DATE' }
  return /^-?\d+([.,]\d+)?$/.test(typed) ? Number(typed.replace(',', '.')) : text
}
