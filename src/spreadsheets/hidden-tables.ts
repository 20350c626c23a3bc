import { attributeOf, createXmlScanner } from './xml-scanner.ts'

/** OpenDocument hides a sheet through its style (Part 3, 19.667 table:display). The names of those that are hidden. */
export function hiddenTables(pieces: Iterable<string>): ReadonlySet<string> {
  const styles = new Set<string>()
  const names = new Set<string>()
  let style = ''
  const scanner = createXmlScanner({
    open(name, attributes) {
      if (name === 'style') style = attributeOf(attributes, 'name')
      else if (name === 'table-properties' && attributeOf(attributes, 'display') === 'false') styles.add(style)
      else if (name === 'table' && styles.has(attributeOf(attributes, 'style-name')))
        names.add(attributeOf(attributes, 'name'))
    },
    text: () => undefined,
    close: () => undefined,
  })
  for (const piece of pieces) scanner.write(piece)
  scanner.end()
  return names
}
