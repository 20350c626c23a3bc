import type * as XLSX from '@e965/xlsx'

/** A sheet as its file holds it. `grid` has holes where nothing stands; `merges` are cells that are seen as one. */
export type FoundSheet = {
  name: string
  isHidden: boolean
  /** One of a page's tables, most of which do nothing but lay out what stands beside the list. */
  isOfPage?: boolean
  /** With anything in them, by a filter or by hand, where the file's kind tells. */
  hiddenRows?: number
  grid: (XLSX.CellObject | undefined)[][]
  merges: XLSX.Range[]
}
