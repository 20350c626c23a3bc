export type QuoteMark = '"' | "'"

/** So much of a text shows how its cells are quoted. */
const looked = 200_000
const quotedTwice = /(?<=^|[;\t,|])"[^"\r\n]*"(?=[;\t,|\r\n]|$)/m
const quotedOnce = /(?<=^|[;\t,|])'((?:[^'\r\n]|'')*)'(?=[;\t,|\r\n]|$)/gm

/**
 * LibreOffice can be told to quote with apostrophes. They quote where no cell stands in quotation marks, and a cell in
 * apostrophes holds what would else separate cells or a line has several: American Express puts apostrophes around the
 * reference alone, the last cell of each line.
 */
export function findQuote(text: string): QuoteMark {
  const start = text.slice(0, looked)
  if (!start.includes("'") || quotedTwice.test(start)) return '"'
  let lineEnd = 0
  for (const { 0: cell, 1: inside = '', index } of start.matchAll(quotedOnce)) {
    if (index < lineEnd || /[;\t,|]/.test(inside)) return "'"
    const end = /[\r\n]/g
    end.lastIndex = index + cell.length
    lineEnd = end.exec(start)?.index ?? start.length
  }
  return '"'
}
