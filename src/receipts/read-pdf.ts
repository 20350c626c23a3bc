import { extractText, getDocumentProxy } from 'unpdf'
import { takeTurns } from '#kernel/take-turns.ts'
import { answerAsThread, type ReadingLimits, readInThread } from './read-in-thread.ts'

/** A megabyte can unpack to a gigabyte, and a page can hold millions of words. */
const usualLimits: ReadingLimits = { seconds: 5, heapMegabytes: 256, unpackedMegabytes: 256 }
const mostPages = 20
/** More than is looked at. */
const mostText = 20_000
const inTurn = takeTurns(2)

/** The text of a PDF, empty where there is none. Throws where it cannot be read. */
export function readPdfText(bytes: Uint8Array, limits = usualLimits): Promise<string> {
  return inTurn(() => readInThread<string>(new URL(import.meta.url), new Uint8Array(bytes), limits))
}

answerAsThread(import.meta.url, async (pdf) => {
  const document = await getDocumentProxy(pdf)
  if (document.numPages > mostPages) return ''
  const { text } = await extractText(document, { mergePages: true })
  return text.slice(0, mostText)
})
