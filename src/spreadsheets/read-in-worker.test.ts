import { expect, test } from 'vitest'
import { readSpreadsheet, readSpreadsheetInWorker } from './index.ts'

const text = (content: string) => new TextEncoder().encode(content)

test('a worker thread reads the same, over many parts, and leaves the caller its bytes', async () => {
  const bytes = text(`Datum;Text\n${Array.from({ length: 9000 }, (_, i) => `2026-01-02;KÖP ${i}`).join('\n')}\nKÃ¶p;1`)
  const read = await readSpreadsheetInWorker(bytes)
  expect(read.sheets[0]?.rows).toHaveLength(9002)
  expect(read).toEqual(readSpreadsheet(bytes))
})
test('what the thread refuses is refused with the same code and figures', async () => {
  await expect(readSpreadsheetInWorker(text('%PDF-1.7'))).rejects.toMatchObject({ code: 'unsupported' })
  await expect(readSpreadsheetInWorker(text('a;b\n1;2'), { limits: { rows: 1 } })).rejects.toMatchObject({
    code: 'too-many-rows',
    params: { limit: 1 },
  })
})
test('a file that takes too long is given up', async () => {
  const bytes = text('2026-01-02;KÖP;1,50\n'.repeat(500_000))
  await expect(readSpreadsheetInWorker(bytes, { limits: { seconds: 0.05 } })).rejects.toMatchObject({
    code: 'timed-out',
    params: { seconds: 0.05 },
  })
})
