import { type NumberFormat, readNumberFormat } from './number-format.ts'
import { SpreadsheetError } from './spreadsheet.ts'
import { attributeOf, createXmlScanner, type XmlHandler } from './xml-scanner.ts'
import type { Zip } from './zip-members.ts'

export type XlsxSheet = { name: string; part: string; isHidden: boolean }
export type XlsxBook = {
  sheets: readonly XlsxSheet[]
  isDate1904: boolean
  /** Its results are to be reckoned when it is opened: some programs write 0 in their place. */
  isUnreckoned: boolean
  /** By the number of a cell's style: whether it shows a number as a date. */
  dateStyles: readonly boolean[]
  /** The same for what its numbers are shown in. */
  unitStyles: readonly (string | null)[]
  /** Of the few that show what the number alone does not say. */
  shownStyles: ReadonlyMap<number, NumberFormat>
  sharedStrings: readonly string[]
}

type Relation = { type: string; target: string }

/** The parts of a workbook that its sheets lean on (ECMA-376 Part 1, 12.3 and 18.2–18.8). */
export function readBook(zip: Zip): XlsxBook {
  const part = workbookPart(zip)
  const relations = readRelations(zip, part)
  const sheets: XlsxSheet[] = []
  /** A part that many sheets named would be read so many times, and counted once as what is unpacked. */
  const read = new Set<string>()
  let isDate1904 = false
  let isUnreckoned = false
  scanPart(zip, part, {
    open(name, attributes) {
      if (name === 'workbookPr') isDate1904 = isTrue(attributeOf(attributes, 'date1904'))
      if (name === 'calcPr') isUnreckoned = isTrue(attributeOf(attributes, 'fullCalcOnLoad'))
      if (name !== 'sheet') return
      const relation = relations.get(attributeOf(attributes, 'id'))
      if (relation && !relation.type.endsWith('/worksheet')) return // charts and the like
      if (!relation || !zip.has(relation.target)) throw new SpreadsheetError('unreadable', {}, 'a sheet is gone')
      const target = relation.target.toLowerCase()
      if (read.has(target)) throw new SpreadsheetError('unreadable', {}, 'two sheets in one part')
      read.add(target)
      const isHidden = /^(veryH|h)idden$/.test(attributeOf(attributes, 'state'))
      sheets.push({ name: attributeOf(attributes, 'name'), part: relation.target, isHidden })
    },
  })
  const partOf = (kind: string) => [...relations.values()].find(({ type }) => type.endsWith(`/${kind}`))?.target
  const styles = partOf('styles')
  const strings = partOf('sharedStrings')
  const formats = styles && zip.has(styles) ? readCellFormats(zip, styles) : []
  return {
    sheets,
    isDate1904,
    isUnreckoned,
    dateStyles: formats.map(({ isDate }) => isDate),
    unitStyles: formats.map(({ unit }) => unit),
    shownStyles: new Map([...formats.entries()].filter(([, { figures, credit }]) => figures ?? credit)),
    sharedStrings: strings && zip.has(strings) ? readSharedStrings(zip, strings) : [],
  }
}

function isTrue(value: string): boolean {
  return /^(1|true|on)$/i.test(value)
}

const usualPart = 'xl/workbook.xml'

function workbookPart(zip: Zip): string {
  if (!zip.has('_rels/.rels')) return usualPart
  const found = [...readRelations(zip, '').values()].find(({ type }) => type.endsWith('/officeDocument'))
  return found && zip.has(found.target) ? found.target : usualPart
}

/** What a part points at, by id; the targets as names in the zip. */
function readRelations(zip: Zip, part: string): Map<string, Relation> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const relations = new Map<string, Relation>()
  const own = `${folder}_rels/${part.slice(folder.length)}.rels`
  if (!zip.has(own)) return relations
  scanPart(zip, own, {
    open(name, attributes) {
      if (name !== 'Relationship') return
      const target = attributeOf(attributes, 'Target').replaceAll('\\', '/')
      relations.set(attributeOf(attributes, 'Id'), {
        type: attributeOf(attributes, 'Type'),
        target: resolve(target.startsWith('/') ? target : folder + target),
      })
    },
  })
  return relations
}

function resolve(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

function readCellFormats(zip: Zip, part: string): NumberFormat[] {
  const formats = new Map<number, string>()
  const found: NumberFormat[] = []
  let list = ''
  scanPart(zip, part, {
    open(name, attributes) {
      if (name === 'numFmts' || name === 'cellXfs') list = name
      if (list === 'numFmts' && name === 'numFmt')
        formats.set(Number(attributeOf(attributes, 'numFmtId')), attributeOf(attributes, 'formatCode'))
      if (list === 'cellXfs' && name === 'xf') found.push(formatOf(Number(attributeOf(attributes, 'numFmtId'))))
    },
    close(name) {
      if (name === list) list = ''
    },
  })
  function formatOf(id: number): NumberFormat {
    const own = formats.get(id)
    return own === undefined
      ? { isDate: isBuiltInDate(id), unit: percents.has(id) ? '%' : null }
      : readNumberFormat(own)
  }
  return found
}

/** 18.8.30 too: `0%` and `0.00%`. */
const percents: ReadonlySet<number> = new Set([9, 10])

/** ECMA-376 Part 1, 18.8.30: dates and times that have no format code in the file, those of East Asia and Thailand among them. */
function isBuiltInDate(id: number): boolean {
  return (
    (id >= 14 && id <= 22) ||
    (id >= 27 && id <= 36) ||
    (id >= 45 && id <= 47) ||
    (id >= 50 && id <= 58) ||
    (id >= 71 && id <= 81)
  )
}

function readSharedStrings(zip: Zip, part: string): string[] {
  const strings: string[] = []
  const runs = createRuns()
  scanPart(zip, part, {
    open(name) {
      if (name === 'si') runs.start()
      else runs.open(name)
    },
    text: runs.text,
    close(name) {
      if (name === 'si') strings.push(runs.take())
      else runs.close(name)
    },
  })
  return strings
}

/** The text of a string that may have several runs; how it is spoken (rPh) is no part of it. */
export function createRuns() {
  let found = ''
  let isText = false
  let isSpoken = false
  return {
    start() {
      found = ''
    },
    open(name: string) {
      if (name === 't') isText = !isSpoken
      else if (name === 'rPh') isSpoken = true
    },
    text(text: string) {
      if (isText) found += text
    },
    close(name: string) {
      if (name === 't') isText = false
      else if (name === 'rPh') isSpoken = false
    },
    take: () => plainString(found),
  }
}

/** ECMA-376 Part 1, 22.9.2.19: characters that XML cannot hold are written `_x000D_`. */
export function plainString(text: string): string {
  const lines = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
  if (!lines.includes('_x')) return lines
  return lines.replace(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

const nothing = () => undefined

function scanPart(zip: Zip, part: string, handler: Partial<XmlHandler>): void {
  const scanner = createXmlScanner({ open: nothing, text: nothing, close: nothing, ...handler })
  for (const piece of textPieces(zip, part)) scanner.write(piece)
  scanner.end()
}

/** A part as text, in the encoding that it declares: UTF-8 nearly always. */
export function* textPieces(zip: Zip, part: string): Generator<string> {
  let decoder: InstanceType<typeof TextDecoder> | null = null
  for (const piece of zip.pieces(part)) {
    decoder ??= decoderFor(piece)
    yield decoder.decode(piece, { stream: true })
  }
  if (decoder) yield decoder.decode()
}

function decoderFor(piece: Uint8Array) {
  const head = Buffer.from(piece.subarray(0, 200)).toString('latin1')
  if (head.startsWith('\u00ff\u00fe') || head.startsWith('<\u0000')) return new TextDecoder('utf-16le')
  if (head.startsWith('\u00fe\u00ff') || head.startsWith('\u0000<')) return new TextDecoder('utf-16be')
  const declared = /^[^<]{0,3}<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(declared)
  } catch (cause) {
    throw new SpreadsheetError('unreadable', {}, cause)
  }
}
