const longestName = 200
const besideName = /^([^()]+?) \(([^()]+)\)$/

/**
 * What else a name may be written as whose end stands in parentheses: `Belopp (utländsk valuta)` is `Belopp utländsk valuta` and
 * `Belopp i utländsk valuta`, and `Amount (foreign)` is `Foreign amount`.
 */
export function withoutParentheses(label: string): string[] {
  const [, name = '', beside = ''] = (label.length <= longestName && besideName.exec(label)) || []
  return name === '' ? [] : [`${name} ${beside}`, `${name} i ${beside}`, `${name} in ${beside}`, `${beside} ${name}`]
}

const years = '(?:yyyy|åååå|jjjj|aaaa|yy|åå)'
const asWritten = `(?:${years}[-/. ]?mm[-/. ]?dd|(?:dd[-/. ]?mm|mm[-/. ]?dd)[-/. ]?${years})`
const zone = '(?:utc|gmt|cet|cest|local|local time|lokal tid|svensk tid|swedish time)'
const noteOfDay = new RegExp(` (?:\\((?:${asWritten}|${zone})\\)|utc|gmt|cet|cest)$`, 'u')

/** `Transaktionsdatum (ÅÅÅÅ-MM-DD)`, `Booked (CET)`: the name of a day without how it is written, null where that is not said. */
export function withoutNoteOfDay(label: string): string | null {
  const bare = label.length > longestName ? label : label.replace(noteOfDay, '')
  return bare === label ? null : bare
}

const shortened: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})bel(?:\.|(?!\p{L}))/gu, 'belopp'],
  [/(?<!\p{L})val(?:\.|(?!\p{L}))/gu, 'valuta'],
  [/(?<!\p{L})fakt(?:\.|(?!\p{L})) ?/gu, 'faktura'],
  [/(?<!\p{L})förf(?:\.|(?!\p{L})) ?/gu, 'förfallo'],
  [/(?<!\p{L})lev(?:\.|(?!\p{L})) ?/gu, 'leverantörs'],
  [/(?<=faktura|förfallo)dat(?:\.|(?!\p{L}))/gu, 'datum'],
]

/** `Bel. i val.`, `Fakt.dat`, `Lev. namn`: what a column holds is shortened where it is narrow. */
export function inFull(label: string): string {
  if (label.length > longestName) return label
  return shortened.reduce((text, [short, word]) => text.replace(short, word), label)
}
