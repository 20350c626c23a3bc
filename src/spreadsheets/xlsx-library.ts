import { createRequire } from 'node:module'
import type * as Xlsx from '@e965/xlsx'

let library: typeof Xlsx | undefined

/**
 * The library for the older workbooks, with its tables of code pages. Loaded when the first of them comes: it takes 17 MB in
 * the process and as much in each thread that reads, and most files are none.
 */
export function xlsxLibrary(): typeof Xlsx {
  library ??= createRequire(import.meta.url)('@e965/xlsx') as typeof Xlsx
  return library
}
