import { SpreadsheetError } from './spreadsheet.ts'

/** Names come without their prefix. `attributes` is the text between the name and the end of the tag. */
export type XmlHandler = {
  open(name: string, attributes: string): void
  /** Between tags; entities replaced. May come in parts. */
  text(text: string): void
  close(name: string): void
}
export type XmlScanner = { write(piece: string): void; end(): void }

/** A tag, comment or text longer than this is none that a spreadsheet program wrote. */
const longestPart = 2 ** 24
/** Tags in tags; a dozen is what they write. Each takes memory until it is closed, far more than it takes in the file. */
const deepest = 256
const quotes = /["']/
const space = /\s/

/**
 * XML in pieces → tags and texts, as much of XML as workbooks are written in. What is cut off or nested wrongly is
 * refused, since rows would be lost in silence; so is a document type, which workbooks never have.
 */
export function createXmlScanner(handler: XmlHandler): XmlScanner {
  const open: string[] = []
  let rest = ''
  let hasRoot = false
  const openTag = (tag: string) => {
    const isEmpty = tag.endsWith('/')
    const nameEnd = endOfName(tag)
    const name = tag.slice(0, nameEnd)
    const local = localName(name)
    if (open.length === 0 && hasRoot) throw malformed('two roots')
    hasRoot = true
    handler.open(local, tag.slice(nameEnd, isEmpty ? -1 : undefined))
    if (isEmpty) handler.close(local)
    else if (open.push(name) > deepest) throw malformed('nested too deep')
  }
  const closeTag = (tag: string) => {
    const name = tag.slice(1).trimEnd()
    if (open.pop() !== name) throw malformed(`</${name.slice(0, 40)}>`)
    handler.close(localName(name))
  }
  /** Where scanning goes on behind the `<` at `start`; null when its end is still to come. */
  const readMarkup = (start: number): number | null => {
    const second = rest.charCodeAt(start + 1)
    if (second === 0x21 /* ! */) {
      if (rest.length < start + 9) return null
      if (rest.startsWith('<!--', start)) return endAfter(rest, '-->', start + 4)
      if (!rest.startsWith('<![CDATA[', start)) throw malformed('document type')
      const end = rest.indexOf(']]>', start)
      if (end < 0) return null
      handler.text(rest.slice(start + 9, end))
      return end + 3
    }
    if (second === 0x3f /* ? */) return endAfter(rest, '?>', start)
    const end = endOfTag(rest, start + 1)
    if (end < 0) return null
    if (second === 0x2f /* / */) closeTag(rest.slice(start + 1, end))
    else openTag(rest.slice(start + 1, end))
    return end + 1
  }
  return {
    write(piece) {
      rest += piece
      let position = 0
      for (;;) {
        const start = rest.indexOf('<', position)
        if (start < 0) break
        if (start > position && open.length > 0) handler.text(decodeEntities(rest.slice(position, start)))
        position = start
        const next = readMarkup(start)
        if (next === null) break
        position = next
      }
      rest = rest.slice(position)
      if (rest.length > longestPart) throw malformed('endless')
    },
    end() {
      if (open.length > 0 || !hasRoot || rest.trim() !== '') throw malformed('cut off')
    },
  }
}

function malformed(cause: string): SpreadsheetError {
  return new SpreadsheetError('unreadable', {}, `XML: ${cause}`)
}

function endAfter(text: string, mark: string, from: number): number | null {
  const end = text.indexOf(mark, from)
  return end < 0 ? null : end + mark.length
}

/** The `>` that ends a tag: not one in a quoted value. -1 when it is still to come. */
function endOfTag(text: string, from: number): number {
  const end = text.indexOf('>', from)
  if (end < 0 || !quotes.test(text.slice(from, end))) return end
  let quote = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 0x22 || code === 0x27) quote = code
    else if (code === 0x3e) return at
  }
  return -1
}

function endOfName(tag: string): number {
  for (let at = 0; at < tag.length; at++) {
    const code = tag.charCodeAt(at)
    if (code <= 32 || code === 0x2f) return at
  }
  return tag.length
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

/** An attribute's value by its name without prefix; '' where it is absent. */
export function attributeOf(attributes: string, name: string): string {
  for (let at = attributes.indexOf(name); at >= 0; at = attributes.indexOf(name, at + 1)) {
    const before = attributes.charAt(at - 1)
    if (before !== ':' && !space.test(before)) continue
    let value = at + name.length
    while (space.test(attributes.charAt(value))) value++
    if (attributes.charAt(value) !== '=') continue
    value++
    while (space.test(attributes.charAt(value))) value++
    const quote = attributes.charAt(value)
    const end = quote === '"' || quote === "'" ? attributes.indexOf(quote, value + 1) : -1
    if (end >= 0) return decodeEntities(attributes.slice(value + 1, end))
  }
  return ''
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name) return named[String(name).toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
