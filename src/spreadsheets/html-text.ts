import iconv from 'iconv-lite'

/** HTML 4.01, 24.2.1: names of U+00A0 to U+00FF, in order. */
const latinNames =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
/** The others that stand in names and amounts. */
const otherNames: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  minus: '\u2212',
  ndash: '\u2013',
  mdash: '\u2014',
  lsquo: '\u2018',
  rsquo: '\u2019',
  ldquo: '\u201c',
  rdquo: '\u201d',
  bull: '\u2022',
  hellip: '\u2026',
  euro: '\u20ac',
  trade: '\u2122',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  Scaron: '\u0160',
  scaron: '\u0161',
  OElig: '\u0152',
  oelig: '\u0153',
}
const named = new Map([
  ...latinNames.split(' ').map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
  ...Object.entries(otherNames),
])

/** `&aring;`, `&#229;` and `&#xe5;` are å; what is none of these stays as it is. */
export function decodeHtmlText(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7});?|#x([0-9a-f]{1,6});?|([a-z][a-z0-9]{1,7});)/gi, (whole, decimal, hex, name) => {
    if (name) return named.get(name) ?? whole
    return characterOf(decimal ? Number(decimal) : Number.parseInt(hex, 16)) ?? whole
  })
}

/** Pages write 128 to 159 and mean what Windows has there (HTML, 13.2.5.80). */
function characterOf(code: number): string | null {
  if (code === 0 || code > 0x10ffff) return null
  return code >= 0x80 && code <= 0x9f ? iconv.decode(Buffer.from([code]), 'windows-1252') : String.fromCodePoint(code)
}
