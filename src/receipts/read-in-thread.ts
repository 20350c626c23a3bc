import { isMainThread, parentPort, type TransferListItem, Worker, workerData } from 'node:worker_threads'

/** What reading may take; `unpackedMegabytes` lie outside the heap. */
export type ReadingLimits = { seconds: number; heapMegabytes: number; unpackedMegabytes: number }

type Answer<Read> = { read: Read } | { fault: string }
const lookEveryMs = 100

/**
 * What `reader` makes of bytes that come from anybody who knows a mail address: read in a thread of its own, which is ended
 * when it takes too much. The thread takes the bytes over. Throws where they cannot be read.
 */
export function readInThread<Read>(
  reader: URL,
  bytes: Uint8Array<ArrayBuffer>,
  { seconds, heapMegabytes, unpackedMegabytes }: ReadingLimits,
): Promise<Read> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(reader, {
      workerData: { reader: reader.href, bytes },
      transferList: [bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    })
    const end = (settle: () => void) => {
      clearTimeout(timer)
      clearInterval(watch)
      settle()
      void worker.terminate()
    }
    const fail = (message: string, cause?: unknown) => end(() => reject(new Error(message, { cause })))
    const timer = setTimeout(() => fail('it takes too long'), seconds * 1000)
    // What is unpacked lies outside the heap, where the thread's own limit does not count it.
    const watch = setInterval(async () => {
      const used = await worker.getHeapStatistics().catch(() => null) // it has ended meanwhile
      if (used && used.external_memory > unpackedMegabytes * 2 ** 20) fail('it unpacks to too much')
    }, lookEveryMs)
    worker.on('message', (answer: Answer<Read>) =>
      'read' in answer ? end(() => resolve(answer.read)) : fail(answer.fault),
    )
    // Stays: a thread that is being ended may still run out of memory, which would end the process if nobody heard it.
    worker.on('error', (cause) => fail('it cannot be read', cause))
  })
}

/** In the module that `readInThread` names: reads where it runs as such a thread, and does nothing elsewhere. */
export function answerAsThread<Read>(
  reader: string,
  read: (bytes: Uint8Array<ArrayBuffer>) => Promise<Read>,
  handedOver: (read: Read) => TransferListItem[] = () => [],
): void {
  if (isMainThread || !parentPort || workerData?.reader !== reader) return
  const port = parentPort
  read(workerData.bytes).then(
    (made) => port.postMessage({ read: made } satisfies Answer<Read>, handedOver(made)),
    (error: unknown) => port.postMessage({ fault: String(error) } satisfies Answer<Read>),
  )
}
