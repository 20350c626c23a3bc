import { createRequire } from 'node:module'
import type * as Xlsx from '@e965/xlsx'

let library: typeof Xlsx | undefined

/**
 * The library for the older workbooks, with its tables of code pages. Loaded when the first of them comes: it takes 17 MB in
 * the process and as much in each thread that reads, and most files are none.
 */
export function xlsxLibrary(): typeof Xlsx {
  if (!library) {
    readWholeLetters()
    library = createRequire(import.meta.url)('@e965/xlsx') as typeof Xlsx
  }
  return library
}

/**
 * Of an odd number of bytes that begin at an odd address Node.js 24 makes UTF-16 in room for all but the last, and copies
 * that too: it writes over what lies behind, and the process dies. The library does so at the end of a damaged file.
 */
function readWholeLetters(): void {
  const { toString: toText } = Buffer.prototype
  Buffer.prototype.toString = function (this: Buffer, encoding?: BufferEncoding, start = 0, end = this.length) {
    if (encoding !== 'utf16le' && encoding !== 'ucs2') return toText.call(this, encoding, start, end)
    const [from, to] = [Math.max(0, start), Math.min(end, this.length)]
    return to <= from ? '' : toText.call(this, encoding, from, to - ((to - from) % 2))
  }
}
