/** Calc writes the notes to cells as `comment`. */
const unseen = new Set(['script', 'style', 'comment'])

/** What stands in a page, in order. Names are in lower case; `attributes` is the text between the name and the end of the tag. */
export type HtmlPart = { text: string } | { tag: string; isEnd: boolean; attributes: string }

/** A tag that is longer is cut at its first `>`, so that a quotation mark left open cannot swallow the page. */
const longestTag = 2 ** 16

/** The tags and texts of a page as a browser tells them apart: no page is refused. Comments, notes, scripts and styles are left out. */
export function* readHtmlParts(html: string): Generator<HtmlPart> {
  const last = html.lastIndexOf('>')
  let position = 0
  while (position < html.length) {
    const start = nextTag(html, position)
    if (start > position) yield { text: html.slice(position, start) }
    if (start >= html.length) return
    if (start > last) {
      yield { text: html.slice(start) }
      return
    }
    if (html.startsWith('<!--', start)) {
      const end = html.indexOf('-->', start + 4)
      position = end < 0 ? html.indexOf('>', start) + 1 : end + 3
      continue
    }
    const end = endOfTag(html, start + 1)
    const [, slash = '', name = '', attributes = ''] =
      /^(\/?)([a-z][\w:-]*)(.*)$/is.exec(html.slice(start + 1, end)) ?? []
    position = end + 1
    const tag = name.toLowerCase()
    if (tag === '') continue // <!doctype html>, <![endif]>, <?xml?>
    yield { tag, isEnd: slash !== '', attributes }
    if (slash === '' && unseen.has(tag)) position = endOfRaw(html, tag, position)
  }
}

/** Where the next `<` stands that begins a tag, `a < b` being none. */
function nextTag(html: string, from: number): number {
  for (let at = html.indexOf('<', from); at >= 0; at = html.indexOf('<', at + 1))
    if (/[a-z/!?]/i.test(html.charAt(at + 1))) return at
  return html.length
}

/** The `>` that ends a tag: not one in a quoted value. */
function endOfTag(html: string, from: number): number {
  const first = html.indexOf('>', from)
  let isValue = false
  for (let at = from; at < html.length && at - from < longestTag; at++) {
    const sign = html.charAt(at)
    if (sign === '>') return at
    if (isValue && (sign === '"' || sign === "'")) {
      const end = html.indexOf(sign, at + 1)
      if (end < 0) return first
      at = end
      isValue = false
    } else if (sign === '=') isValue = true
    else if (sign.trim() !== '') isValue = false
  }
  return first
}

function endOfRaw(html: string, tag: string, from: number): number {
  const ends = new RegExp(`</${tag}`, 'gi')
  ends.lastIndex = from
  return ends.exec(html)?.index ?? html.length
}

const patterns = new Map<string, RegExp>()

/** An attribute's value by its name, quoted or not; '' where it is absent. */
export function htmlAttribute(attributes: string, name: string): string {
  if (attributes === '') return ''
  let pattern = patterns.get(name)
  if (!pattern) {
    pattern = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i')
    patterns.set(name, pattern)
  }
  const found = pattern.exec(attributes)
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? ''
}
