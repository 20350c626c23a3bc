import { type Cell, type Given, toCell } from './google-cells.ts'

export const spreadsheetType = 'application/vnd.google-apps.spreadsheet'

export type Area = { fromRow: number; toRow: number; fromColumn: number; toColumn: number }
export type Tab = {
  sheetId: number
  title: string
  isHidden: boolean
  sheetType: 'GRID' | 'OBJECT' | 'DATA_SOURCE'
  rowCount: number
  columnCount: number
  /** Sparse: a grid of 50,000 rows holds what somebody wrote. */
  cells: (Cell | null)[][]
  merges: Area[]
  hidden: { byUser: Set<number>; byFilter: Set<number> }
}
export type File = {
  id: string
  name: string
  locale: string
  timeZone: string
  mimeType: string
  isTrashed: boolean
  /** What each account may; whoever is not named does not see it. */
  access: Map<string, 'reader' | 'writer'>
  version: number
  tabs: Tab[]
}

export type GivenTab = {
  sheetId: number
  title: string
  rows?: Given[][]
  rowCount?: number
  columnCount?: number
  isHidden?: boolean
  sheetType?: Tab['sheetType']
  merges?: Area[]
  hiddenByUser?: number[]
  hiddenByFilter?: number[]
}
export type GivenFile = Partial<Omit<File, 'access' | 'tabs' | 'version'>> & {
  id: string
  access?: Record<string, 'reader' | 'writer'>
  tabs: GivenTab[]
}

export function toFile(given: GivenFile, version: number): File {
  return {
    ...{ name: 'Kortköp', locale: 'sv_SE', timeZone: 'Europe/Stockholm', mimeType: spreadsheetType, isTrashed: false },
    ...given,
    version,
    access: new Map(Object.entries(given.access ?? {})),
    tabs: given.tabs.map(toTab),
  }
}

function toTab({ rows = [], isHidden = false, sheetType = 'GRID', merges = [], ...given }: GivenTab): Tab {
  const cells = rows.map((row) => row.map(toCell))
  // Of cells that are merged only the first holds anything.
  for (const { fromRow, toRow, fromColumn, toColumn } of merges)
    for (let row = fromRow; row < toRow; row++)
      for (let column = fromColumn; column < toColumn; column++)
        if (row > fromRow || column > fromColumn) cells[row]?.splice(column, 1, null)
  return {
    ...{ sheetId: given.sheetId, title: given.title, isHidden, sheetType, merges, cells },
    rowCount: given.rowCount ?? Math.max(1000, rows.length),
    columnCount: given.columnCount ?? 26,
    hidden: { byUser: new Set(given.hiddenByUser), byFilter: new Set(given.hiddenByFilter) },
  }
}

/** `Kort mars` needs its quotes, and so does what reads as an address itself. */
export function quoted(title: string): string {
  const isPlain = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(title) && !/^[a-z]{1,3}\d+$|^r\d*c\d*$/i.test(title)
  return isPlain ? title : `'${title.replaceAll("'", "''")}'`
}

const columnNumber = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

/** A1 notation, as `'Kort mars'!A1:G1000`, `Kort!A:G`, `Kort`. Null: "Unable to parse range"; text: it lies outside the grid. */
export function findRange(file: File, address: string): { tab: Tab; area: Area } | string | null {
  const [, inQuotes, plain, rest] = /^(?:'((?:[^']|'')+)'|([\p{L}\p{N}_]+))(?:!(.+))?$/u.exec(address) ?? []
  const title = inQuotes?.replaceAll("''", "'") ?? plain
  if (title === undefined || (plain !== undefined && quoted(plain) !== plain)) return null
  const tab = file.tabs.find((one) => one.title.toLowerCase() === title.toLowerCase())
  if (tab?.sheetType !== 'GRID') return null
  const whole = { fromRow: 0, toRow: tab.rowCount, fromColumn: 0, toColumn: tab.columnCount }
  if (rest === undefined) return { tab, area: whole }
  const found = /^([A-Z]{1,3})?([1-9]\d*)?(?::([A-Z]{1,3})?([1-9]\d*)?)?$/.exec(rest)
  if (!found || rest === '') return null
  const [, startLetters, startRow, endLetters, endRow] = found
  const isOne = !rest.includes(':')
  const area = {
    fromRow: startRow ? Number(startRow) - 1 : 0,
    toRow: isOne ? Number(startRow) : endRow ? Number(endRow) : tab.rowCount,
    fromColumn: startLetters ? columnNumber(startLetters) : 0,
    toColumn: (isOne ? startLetters : endLetters)
      ? columnNumber((isOne ? startLetters : endLetters) ?? '') + 1
      : tab.columnCount,
  }
  if (area.fromRow >= tab.rowCount || area.fromColumn >= tab.columnCount)
    return `Range (${quoted(tab.title)}!${rest}) exceeds grid limits. Max rows: ${tab.rowCount}, max columns: ${tab.columnCount}`
  return {
    tab,
    area: { ...area, toRow: Math.min(area.toRow, tab.rowCount), toColumn: Math.min(area.toColumn, tab.columnCount) },
  }
}

export function addressOf({ tab, area }: { tab: Tab; area: Area }): string {
  const start = `${columnLetters(area.fromColumn)}${area.fromRow + 1}`
  return `${quoted(tab.title)}!${start}:${columnLetters(area.toColumn - 1)}${area.toRow}`
}

/** Rows of an area, with holes where nothing stands; rows after the last that holds anything are left out. */
export function cellsIn({ tab, area }: { tab: Tab; area: Area }): (Cell | null)[][] {
  return tab.cells.slice(area.fromRow, area.toRow).map((row) => row.slice(area.fromColumn, area.toColumn))
}
