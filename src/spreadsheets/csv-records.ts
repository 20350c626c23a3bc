import type { QuoteMark } from './find-quote.ts'
import { SpreadsheetError } from './spreadsheet.ts'

/** `quote` is the quotation mark where nothing else is said. */
export type RecordLimits = { columns: number; cellCharacters: number; quote?: QuoteMark }
type ReadCell = { text: string; end: number }

const space = 0x20
const lineFeed = 0x0a
const carriageReturn = 0x0d
const lastOfAscii = 0x7f
/** Excel's last column is XFD. A record may end in empty cells beyond our own limit, but not beyond this. */
const lastColumn = 16_384

/**
 * Text in pieces → records of cells, holding no more than one piece and one unfinished record at a time.
 * - A record ends at CR, LF or CRLF outside quotes, also where a file mixes them.
 * - A quoted cell ends at a quote that a delimiter or the end of the record follows. A cell that opens with a quote and
 *   has no such end, or only further away than a cell can be long, holds a stray quote: it is read as it stands, to the
 *   next delimiter, so that it can never swallow the rows below it.
 * - Every record comes out as long as it is; a blank line is a record of one empty cell.
 * `mend` is asked about every cell that opens with a quote or a space, is too long, or holds more than ASCII or what writes it (`_xFFFD_`).
 * `end.isOpen` is set before the last record comes, where no line break ends it.
 */
export function* readRecords(
  pieces: Iterable<string>,
  delimiter: string,
  limits: RecordLimits,
  mend: (cell: string) => string = (cell) => cell,
  end: { isOpen: boolean } = { isOpen: false },
): Generator<string[]> {
  const longestRecord = limits.columns * limits.cellCharacters
  const { quote = '"' } = limits
  const place: Place = {
    ...limits,
    quote,
    opening: quote.charCodeAt(0),
    delimiter,
    separator: delimiter.charCodeAt(0),
    mend,
    number: 1,
    end: 0,
  }
  let text = ''
  let worthReading = 0
  for (const piece of pieces) {
    text += piece
    if (text.length < worthReading && text.length <= longestRecord) continue
    let position = 0
    for (;;) {
      const record = readRecord(text, position, place, false)
      if (!record) break
      place.number++
      position = place.end
      yield record
    }
    text = text.slice(position)
    // A record that is not whole is read from its start again: at each piece, one of megabytes would take minutes.
    worthReading = 2 * text.length
    if (text.length > longestRecord) throw new SpreadsheetError('unreadable', { longest: longestRecord })
  }
  let position = 0
  while (position < text.length) {
    const record = readRecord(text, position, place, true)
    if (!record) return
    place.number++
    position = place.end
    end.isOpen = position >= text.length && !/[\r\n]$/.test(text)
    yield record
  }
}

type Place = Required<RecordLimits> & {
  /** The quote as a character code. */
  opening: number
  delimiter: string
  separator: number
  mend: (cell: string) => string
  number: number
  /** Where the cell or record that was read last ends. */
  end: number
}

/** Null when the text ends before the record does and more of it is to come; else `place.end` is where the next begins. */
function readRecord(text: string, start: number, place: Place, isAll: boolean): string[] | null {
  const cells: string[] = []
  const { length } = text
  let position = start
  for (;;) {
    const first = text.charCodeAt(position)
    const isOdd = first === place.opening || first === space
    const cell = isOdd ? readOddCell(text, position, place, isAll) : readBareCell(text, position, place)
    const { end } = place
    if (cell === null || (end >= length && !isAll)) return null
    cells.push(cell)
    if (cells.length > lastColumn)
      throw new SpreadsheetError('too-many-columns', { row: place.number, limit: place.columns })
    if (end >= length) {
      place.end = length
      return cells
    }
    position = end + 1
    const sign = text.charCodeAt(end)
    if (sign === place.separator) continue
    if (sign === carriageReturn) {
      if (position >= length && !isAll) return null
      if (text.charCodeAt(position) === lineFeed) position++
    }
    place.end = position
    return cells
  }
}

/** A cell that opens with neither quote nor space, as nearly all do: each character is looked at once. */
function readBareCell(text: string, start: number, place: Place): string {
  const { separator, cellCharacters, mend } = place
  const { length } = text
  let end = start
  let bits = 0
  for (; end < length; end++) {
    const code = text.charCodeAt(end)
    if (code === separator || code === lineFeed || code === carriageReturn) break
    bits |= code
  }
  place.end = end
  const cell = text.slice(start, end)
  return bits > lastOfAscii || cell.length > cellCharacters || cell.includes('_x') ? mend(cell) : cell
}

/** Null when it is not known yet where the cell ends. */
function readOddCell(text: string, start: number, place: Place, isAll: boolean): string | null {
  const { delimiter, mend } = place
  const opening = afterSpaces(text, start, delimiter)
  const isQuoted = text.charCodeAt(opening) === place.opening
  const quoted = isQuoted ? readQuotedCell(text, opening, place, isAll) : 'stray'
  if (quoted === 'unfinished') return null
  const cell = quoted === 'stray' ? readPlainCell(text, start, place) : quoted
  place.end = cell.end
  return mend(cell.text)
}

/** Some programs write `a, "b, c"`. */
function afterSpaces(text: string, start: number, delimiter: string): number {
  let position = start
  while (delimiter !== ' ' && text.charCodeAt(position) === space) position++
  return position
}

function readPlainCell(text: string, start: number, { separator, quote }: Place): ReadCell {
  let end = start
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === separator || code === lineFeed || code === carriageReturn) break
  }
  const found = text.slice(start, end)
  // "JOE "THE MAN" SMITH": the inner quotes were not doubled, the outer ones are still not part of the name
  const isWrapped = found.length > 1 && found.startsWith(quote) && found.endsWith(quote)
  return { text: isWrapped ? found.slice(1, -1).replaceAll(quote + quote, quote) : found, end }
}

function readQuotedCell(
  text: string,
  start: number,
  { delimiter, cellCharacters, quote, opening }: Place,
  isAll: boolean,
): ReadCell | 'stray' | 'unfinished' {
  let closing = start
  let hasDoubled = false
  for (;;) {
    closing = text.indexOf(quote, closing + 1)
    const length = (closing < 0 ? text.length : closing) - start - 1
    if (length > cellCharacters * 2) return 'stray' // twice, since quotes inside are doubled
    if (closing < 0 || closing === text.length - 1) break
    if (text.charCodeAt(closing + 1) !== opening) break
    hasDoubled = true
    closing++
  }
  if (closing < 0) return isAll ? 'stray' : 'unfinished'
  let end = closing + 1
  while (text[end] === ' ' && delimiter !== ' ') end++
  if (end >= text.length) {
    if (!isAll) return 'unfinished'
  } else {
    const next = text.charCodeAt(end)
    if (next !== delimiter.charCodeAt(0) && next !== lineFeed && next !== carriageReturn) return 'stray'
  }
  const inner = text.slice(start + 1, closing)
  return { text: hasDoubled ? inner.replaceAll(quote + quote, quote) : inner, end }
}
