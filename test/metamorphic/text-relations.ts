import iconv from 'iconv-lite'
import type { Base } from './base-files.ts'
import { inText, made, type Variant } from './variant.ts'
import { containers, type TextOptions } from './write-variants.ts'

/** How the text is put into bytes. */
export function* textRelations(base: Base): Generator<Variant> {
  const { rows } = base
  const styles: Record<string, TextOptions> = {
    'as it is': {},
    comma: { delimiter: ',' },
    tab: { delimiter: '\t' },
    pipe: { delimiter: '|' },
    'comma, all quoted': { delimiter: ',', quotes: 'all' },
    'all quoted': { quotes: 'all' },
    'tab, all quoted': { delimiter: '\t', quotes: 'all' },
    'texts quoted': { quotes: 'texts' },
    'comma, texts quoted': { delimiter: ',', quotes: 'texts' },
    lf: { eol: '\n' },
    cr: { eol: '\r' },
    bom: { hasBom: true },
    utf16le: { encoding: 'utf16le', hasBom: true },
    'utf16le tab': { encoding: 'utf16le', hasBom: true, delimiter: '\t' },
    'utf16le without bom': { encoding: 'utf16le' },
    utf16be: { encoding: 'utf16be', hasBom: true },
    'utf16be without bom': { encoding: 'utf16be' },
    win1252: { encoding: 'win1252' },
    'latin1 comma lf': { encoding: 'latin1', delimiter: ',', eol: '\n' },
    cp437: { encoding: 'cp437' },
    cp850: { encoding: 'cp850' },
    cp865: { encoding: 'cp865' },
    macroman: { encoding: 'macroman' },
    'macroman cr': { encoding: 'macroman', eol: '\r' },
    'trailing delimiter': { isTrailing: true },
    'trailing comma': { isTrailing: true, delimiter: ',' },
    'blank lines behind': { after: '\r\n\r\n\r\n' },
    'empty records behind': { after: ';;;;\r\n;;;;\r\n' },
    'blank lines before': { before: '\r\n\r\n' },
    'spaces and quotes': { pad: ' ', quotes: 'all' },
    'spaces around': { pad: ' ' },
    'hard spaces around': { pad: '\u00a0' },
    'thin spaces around': { pad: '\u2009' },
    'narrow hard spaces around': { pad: '\u202f' },
    'tabs around': { pad: '\t' },
    'sep=': { before: 'sep=;\r\n' },
    'sep=,': { before: 'sep=,\r\n', delimiter: ',' },
    '"sep=;"': { before: '"sep=;"\r\n' },
    'sep=tab': { before: 'sep=\t\r\n', delimiter: '\t' },
    'bom and sep=': { before: 'sep=;\r\n', hasBom: true },
    'open end': { isOpenEnded: true },
    'end of file mark': { after: '\u001a' },
    'nul behind': { after: '\u0000' },
  }
  const text = rows.map(({ cells }) => cells.map((one) => one.text).join('')).join('')
  for (const [name, options] of Object.entries(styles)) {
    if (canHold(options.encoding ?? 'utf8', text)) yield inText(base, `text: ${name}`, rows, options)
  }
}

function canHold(encoding: string, text: string): boolean {
  const isLossy = encoding === 'macroman' && text.includes('\ufffd') // which iconv-lite gives a byte of the Mac's
  return !isLossy && iconv.decode(iconv.encode(text, encoding), encoding) === text
}

export function* containerRelations(base: Base): Generator<Variant> {
  const text = base.rows.map(({ cells }) => cells.map((one) => one.text).join('')).join('')
  for (const [name, write] of Object.entries(containers))
    if (!name.endsWith('1252') || canHold('win1252', text))
      yield made(`container: ${name}`, base.rows, write(base.rows, base.isText))
}
