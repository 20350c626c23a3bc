import { readDefused } from '#kernel/defused-text.ts'
import { AppError } from '#kernel/errors.ts'
import { columnLetter } from '#kernel/row-problem.ts'
import type { SheetRow } from '#spreadsheets/index.ts'
import { matchKinds, type SheetColumn } from './contract.ts'
import type { SheetEntry } from './rules/sheet-id.ts'
import { cellText } from './rules/sheet-id.ts'
import { findColumn, findVatType } from './rules/sheet-words.ts'

/** `unread`: titles of columns that are not known and hold something, each once. */
export type ReadSheet = { entries: SheetEntry[]; unread: string[] }

/** The rows of a sheet of mapped suppliers; the first says what stands in which column. */
export function readEntries([header, ...rows]: readonly SheetRow[]): ReadSheet {
  const titles = (header?.cells ?? []).map((title) => readDefused(title.trim()))
  const unread = new Set<string>()
  const columns = new Map<SheetColumn, number>()
  for (const [index, title] of titles.entries()) {
    const column = findColumn(title)
    if (column === null && rows.some(({ cells }) => (cells[index] ?? '').trim() !== ''))
      unread.add(title || columnLetter(index))
    if (column !== null && columns.has(column))
      throw new AppError('file-unreadable', 'a column stands twice', {
        errors: [{ path: 'file', code: 'sheet-column-twice', params: { column: title } }],
      })
    if (column !== null) columns.set(column, index)
  }
  if (!columns.has('number'))
    throw new AppError('file-unreadable', 'no column with supplier numbers', {
      errors: [{ path: 'file', code: 'sheet-without-numbers' }],
    })
  return { entries: rows.map((row) => readEntry(row, columns)), unread: [...unread] }
}

function readEntry({ number: row, cells, units }: SheetRow, columns: ReadonlyMap<SheetColumn, number>): SheetEntry {
  const textIn = (column: SheetColumn): string | undefined => {
    const index = columns.get(column)
    return index === undefined ? undefined : readDefused((cells[index] ?? '').trim())
  }
  const entry: SheetEntry = { row, number: textIn('number') ?? '', texts: {}, isRemoved: false, problems: [] }
  const name = textIn('name')
  if (name) entry.name = name
  for (const match of matchKinds) {
    const lines = textIn(match)
      ?.split(/\r\n|\r|\n/)
      .map(cellText)
    if (lines) entry.texts[match] = lines.filter((line) => line !== '')
  }
  const account = textIn('account')
  if (account !== undefined) {
    if (account === '') entry.account = null
    else if (/^[1-9]\d{3}(?:\s|$)/.test(account)) entry.account = Number(account.slice(0, 4))
    else entry.problems.push({ row, column: 'account', value: account, code: 'account-unreadable', params: {} })
  }
  const held = textIn('vat')
  if (held !== undefined) {
    const vat = units?.[columns.get('vat') ?? -1] === '%' ? percentOf(held) : held
    const vatType = vat === '' ? null : findVatType(vat)
    if (vat !== '' && vatType === null)
      entry.problems.push({ row, column: 'vat', value: vat, code: 'vat-unreadable', params: {} })
    else entry.vatType = vatType
  }
  entry.isRemoved = (textIn('remove') ?? '') !== ''
  const id = textIn('id')
  if (id) entry.id = id
  return entry
}

/** What a cell in percent shows: it holds 0.06 for 6 %. */
const percentOf = (held: string) => `${Number((Number(held) * 100).toFixed(8))} %`
