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
    readTextsThatAreThere()
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

/** `lens`: where the record and each of those that continue it begin. */
type Blob = Buffer & { l: number; lens?: number[] }
type ReadShift = (this: Blob, size: number, kind?: string) => unknown

/**
 * Of a text with more letters than bytes follow in its record ([MS-XLS] 2.5.294), or whose number of letters is behind the
 * record's end, the library makes every letter, until no memory is left. Before each letter it looks through all places
 * where a record that continues begins, of which a small file may have thousands. It hangs its reading function on each
 * buffer.
 */
function readTextsThatAreThere(): void {
  let readShift: ReadShift
  const readBounded: ReadShift = function (size, kind) {
    if (kind !== 'sbcs-cont' && kind !== 'dbcs-cont') return readShift.call(this, size, kind)
    if (!(this.l + size <= this.length)) throw new Error('a text is longer than its record')
    if (this.lens && this.lens.length > 1 && !Object.hasOwn(this.lens, 'indexOf')) {
      const starts = new Set(this.lens)
      this.lens.indexOf = (place) => (starts.has(place) ? 0 : -1)
    }
    return readShift.call(this, size, kind)
  }
  Object.defineProperty(Buffer.prototype, 'read_shift', {
    configurable: true, // each run of tests in one process sets it anew
    get: () => readBounded,
    set: (given: ReadShift) => {
      readShift = given
    },
  })
}
