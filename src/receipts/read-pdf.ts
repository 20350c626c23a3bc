import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { extractText, getDocumentProxy } from 'unpdf'
import { takeTurns } from '#kernel/take-turns.ts'

/** What reading may take. A megabyte can unpack to a gigabyte, and a page can hold millions of words. */
const readingLimits = { seconds: 5, heapMegabytes: 256, unpackedMegabytes: 256 }
const mostPages = 20
/** More than is looked at. */
const mostText = 20_000
const lookEveryMs = 100
const inTurn = takeTurns(2)

/**
 * The text of a PDF, empty where there is none. Files come from anybody who knows a mail address, so each is read in a
 * thread of its own, which is ended when it takes too much. Throws where it cannot be read.
 */
export function readPdfText(bytes: Uint8Array, limits = readingLimits): Promise<string> {
  return inTurn(() => readInThread(new Uint8Array(bytes), limits))
}

type Answer = { text: string } | { fault: string }

/** The thread takes the bytes over. */
function readInThread(pdf: Uint8Array<ArrayBuffer>, limits: typeof readingLimits): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { pdf },
      transferList: [pdf.buffer],
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
    })
    const end = (settle: () => void) => {
      clearTimeout(timer)
      clearInterval(watch)
      settle()
      void worker.terminate()
    }
    const fail = (message: string, cause?: unknown) => end(() => reject(new Error(message, { cause })))
    const timer = setTimeout(() => fail('the PDF takes too long'), limits.seconds * 1000)
    // What is unpacked lies outside the heap, where the thread's own limit does not count it.
    const watch = setInterval(async () => {
      const used = await worker.getHeapStatistics().catch(() => null) // it has ended meanwhile
      if (used && used.external_memory > limits.unpackedMegabytes * 2 ** 20) fail('the PDF unpacks to too much')
    }, lookEveryMs)
    worker.on('message', (answer: Answer) => ('text' in answer ? end(() => resolve(answer.text)) : fail(answer.fault)))
    // Stays: a thread that is being ended may still run out of memory, which would end the process if nobody heard it.
    worker.on('error', (cause) => fail('the PDF cannot be read', cause))
  })
}

async function textOf(pdf: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(pdf)
  if (document.numPages > mostPages) return ''
  const { text } = await extractText(document, { mergePages: true })
  return text.slice(0, mostText)
}

if (!isMainThread && parentPort && workerData?.pdf instanceof Uint8Array) {
  const port = parentPort
  textOf(workerData.pdf).then(
    (text) => port.postMessage({ text } satisfies Answer),
    (error: unknown) => port.postMessage({ fault: String(error) } satisfies Answer),
  )
}
