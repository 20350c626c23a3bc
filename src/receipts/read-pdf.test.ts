import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { heldUp } from '../../test/held-up.ts'
import { readPdfText } from './read-pdf.ts'

/** A PDF of one page that draws what is given, packed. */
function pdfOf(content: string | Buffer): Uint8Array {
  const packed = deflateSync(content)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    Buffer.concat([
      Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
      packed,
      Buffer.from('\nendstream'),
    ]),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  for (const [index, object] of objects.entries())
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
  parts.push(Buffer.from(`trailer << /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF`))
  return new Uint8Array(Buffer.concat(parts))
}

it('reads the text of a PDF', async () => {
  expect(await readPdfText(pdfOf('BT /F1 12 Tf 50 700 Td (Att betala 1 250,00 SEK) Tj ET'))).toContain('1 250,00')
})

it('gives up a page with millions of words, and holds nobody up meanwhile', async () => {
  const reading = readPdfText(pdfOf(`BT /F1 9 Tf ${'(a b) Tj 1 0 Td '.repeat(8_000_000)} ET`))
  expect(await heldUp(reading)).toBeLessThan(0.5)
  await expect(reading).rejects.toThrow(/too long|cannot be read|too much/)
})

it('gives up half a megabyte that unpacks to 512 before it fills the memory', async () => {
  const limits = { seconds: 60, heapMegabytes: 256, unpackedMegabytes: 256 } // so long that a busy machine is no cause
  await expect(readPdfText(pdfOf(Buffer.alloc(2 ** 29, ' ')), limits)).rejects.toThrow('unpacks to too much')
})
