import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { type ReadOptions, readSpreadsheet, SpreadsheetError } from './index.ts'

const text = (content: string) => new TextEncoder().encode(content)
const codeOf = (bytes: Uint8Array, options: ReadOptions = {}) => {
  try {
    return readSpreadsheet(bytes, options).kind
  } catch (error) {
    return error instanceof SpreadsheetError ? error.code : error
  }
}
const sample = new Uint8Array(readFileSync(new URL('../../test/fixtures/samples/firstcard.xlsx', import.meta.url)))
const ole = (content: string) =>
  new Uint8Array([...Buffer.from('d0cf11e0a1b11ae1', 'hex'), ...Buffer.from(content, 'utf16le')])

describe('a file is refused with what is wrong with it', () => {
  test.each<[string, Uint8Array, ReadOptions, string]>([
    ['nothing in it', text(''), {}, 'empty'],
    ['nothing but blank lines and delimiters', text('\n\n ;\n'), {}, 'empty'],
    ['more bytes than allowed', text('a;b'), { limits: { bytes: 2 } }, 'too-large'],
    ['more rows than allowed', text('a;b\n1;2\n3;4'), { limits: { rows: 2 } }, 'too-many-rows'],
    ['more columns than allowed', text('a;b;c'), { limits: { columns: 2 } }, 'too-many-columns'],
    ['more columns than any sheet has', text(';'.repeat(20_000)), {}, 'too-many-columns'],
    ['more rows than allowed in a workbook', sample, { limits: { rows: 2 } }, 'too-many-rows'],
    ['more columns than allowed in a workbook', sample, { limits: { columns: 5 } }, 'too-many-columns'],
    ['one endless line', text('x'.repeat(1_000_000)), { limits: { columns: 10, cellCharacters: 100 } }, 'unreadable'],
    ['PDF', text('%PDF-1.7'), {}, 'unsupported'],
    ['a web archive', text('MIME-Version: 1.0\r\n\r\n<table>'), {}, 'unsupported'],
    ['a bank statement in XML', text('<?xml version="1.0"?><Document><BkToCstmrStmt/></Document>'), {}, 'unsupported'],
    ['a letter of OpenDocument', zipSync({ 'content.xml': strToU8('<a><text:p>Hej</text:p></a>') }), {}, 'unsupported'],
    ['SYLK', text('ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"Datum"\r\n'), {}, 'unsupported'],
    ['DIF', text('TABLE\r\n0,1\r\n"EXCEL"\r\n'), {}, 'unsupported'],
    ['a zip of something else', zipSync({ 'a.txt': strToU8('x') }), {}, 'unsupported'],
    ['a broken zip', text('PK\u0003\u0004 broken'), {}, 'unreadable'],
    ['a workbook cut short', sample.subarray(0, sample.length - 300), {}, 'unreadable'],
    ['a broken XLS', ole('x'.repeat(1000)), {}, 'unreadable'],
    ['a workbook under a password', ole('EncryptedPackage'), {}, 'encrypted'],
    ['a picture', new Uint8Array(Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex')), {}, 'unsupported'],
  ])('%s', (_, bytes, options, code) => {
    expect(codeOf(bytes, options)).toBe(code)
  })

  test.each<[string, Uint8Array]>([
    ['RTF', text('{\\rtf1 x}')],
    ['JPEG', new Uint8Array([0xff, 0xd8, 0xff, 0xe0])],
    ['Word', zipSync({ 'word/document.xml': strToU8('x') })],
    ['PowerPoint', zipSync({ 'ppt/presentation.xml': strToU8('x') })],
    ['Apple Numbers', zipSync({ 'Index/Document.iwa': strToU8('x') })],
  ])('says that the file is %s', (kind, bytes) => {
    expect(() => readSpreadsheet(bytes)).toThrow(expect.objectContaining({ code: 'unsupported', params: { kind } }))
  })
  test('garbage of any kind ends in rows or in a known refusal, never in anything else', () => {
    const starts = [
      '',
      'PK\u0003\u0004',
      '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1',
      '<table><tr><td',
      '\u00ff\u00fe',
      '"',
    ]
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 600 }), (start, noise) => {
        expect(codeOf(new Uint8Array([...Buffer.from(start, 'latin1'), ...noise]))).toBeTypeOf('string')
      }),
      { numRuns: 500 },
    )
  })
})

describe('a zip that unpacks to too much', () => {
  const bomb = zipSync({ ...unzipSync(sample), 'xl/worksheets/sheet1.xml': new Uint8Array(5_000_000).fill(32) })

  test('is refused before it is unpacked', () => {
    expect(codeOf(bomb, { limits: { unzippedBytes: 1_000_000 } })).toBe('unzipped-too-large')
  })
  test('is refused while it is unpacked where it says it is small', () => {
    const liar = Buffer.from(bomb)
    const size = Buffer.from(Uint32Array.of(5_000_000).buffer)
    for (let at = liar.indexOf(size); at >= 0; at = liar.indexOf(size)) liar.writeUInt32LE(1000, at)
    expect(codeOf(new Uint8Array(liar), { limits: { unzippedBytes: 1_000_000 } })).toBe('unzipped-too-large')
  })
})

test('the content decides what a file is, whatever it is called', () => {
  expect(codeOf(sample)).toBe('xlsx')
  expect(codeOf(text('Datum\tBelopp\n2026-01-02\t1\n'))).toBe('csv')
  expect(codeOf(text('\ufeff  <HTML><TABLE><TR><TD>a</TD></TR></TABLE></HTML>'))).toBe('html')
  expect(codeOf(text('<saknas>;12,50\nKÖP;1,00\n'))).toBe('csv')
})
