export type QuoteMark = '"' | "'"

/** So much of a text shows how its cells are quoted. */
const looked = 200_000
const quotedTwice = /(?<=^|[;\t,|])"[^"]*"(?=[;\t,|\r\n]|$)/m
const quotedOnce = /(?<=^|[;\t,|])'((?:[^'\r\n]|'')*)'(?=[;\t,|\r\n]|$)/gm

/** Words or figures on both sides of what would else separate cells. */
const holdsSeparator = /[\p{L}\d][^;\t,|]*[;\t,|][^;\t,|]*[\p{L}\d]/u

/**
 * LibreOffice can be told to quote with apostrophes. They quote where no cell stands in quotation marks, and a cell in
 * apostrophes holds what would else separate cells or a line has several: American Express puts apostrophes around the
 * reference alone, the last cell of each line. Apostrophes with nothing to read in them quote nothing.
 */
export function findQuote(text: string): QuoteMark {
  const start = text.slice(0, looked)
  if (!start.includes("'") || quotedTwice.test(start)) return '"'
  let lineEnd = 0
  for (const { 0: cell, 1: inside = '', index } of start.matchAll(quotedOnce)) {
    if (!/[\p{L}\d]/u.test(inside)) continue
    if (index < lineEnd || holdsSeparator.test(inside)) return "'"
    const end = /[\r\n]/g
    end.lastIndex = index + cell.length
    lineEnd = end.exec(start)?.index ?? start.length
  }
  return '"'
}
