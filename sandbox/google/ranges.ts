import type { Document, Tab } from './records.ts'

export type Area = { tab: Tab; fromRow: number; toRow: number; fromColumn: number; toColumn: number }

/** `'Kort mars'!A1:G20`, `Kort!B:C`, `Kort`. A text that says what is wrong when it is none of these. */
export function parseRange(document: Document, range: string): Area | string {
  const [, quoted, plain, cells] = /^(?:'((?:[^']|'')+)'|([^'!]+))(?:!(.+))?$/.exec(range) ?? []
  const title = quoted?.replaceAll("''", "'") ?? plain
  const tab = document.tabs.find((one) => one.title === title)
  const unable = `Unable to parse range: ${range}`
  if (!tab) return unable
  const all = { tab, fromRow: 0, toRow: tab.rowCount, fromColumn: 0, toColumn: tab.columnCount }
  if (cells === undefined) return all
  const [, fromLetters, fromNumber, , toLetters, toNumber] =
    /^([A-Z]+)(\d*)(:([A-Z]+)(\d*))?$/.exec(cells.toUpperCase()) ?? []
  if (fromLetters === undefined) return unable
  const area = {
    tab,
    fromRow: fromNumber ? Number(fromNumber) - 1 : 0,
    toRow: toNumber ? Number(toNumber) : toLetters === undefined ? Number(fromNumber) : tab.rowCount,
    fromColumn: columnOf(fromLetters),
    toColumn: columnOf(toLetters ?? fromLetters) + 1,
  }
  if (area.fromRow >= tab.rowCount || area.fromColumn >= tab.columnCount)
    return `Range (${range}) exceeds grid limits. Max rows: ${tab.rowCount}, max columns: ${tab.columnCount}`
  return { ...area, toRow: Math.min(area.toRow, tab.rowCount), toColumn: Math.min(area.toColumn, tab.columnCount) }
}

function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
