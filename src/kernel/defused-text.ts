/** What a spreadsheet program takes for the start of a formula; a text that begins so is written with `'` before it. */
const formulaStart = /^'*[=+\-@\t\r\n＝＋－＠]/
/** `-1 234,50`: as a formula it is that number, and with `'` before it nothing can be reckoned with it. */
const plainNumber = /^-\d[\d .,\u00a0\u202f]*$/

export function defuseFormula(text: string): string {
  return formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text
}

/** The text as it was before `defuseFormula`, for tables that come back. */
export function readDefused(text: string): string {
  return text.startsWith("'") && formulaStart.test(text.slice(1)) ? text.slice(1) : text
}
