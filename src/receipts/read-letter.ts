import PostalMime from 'postal-mime'
import { takeTurns } from '#kernel/take-turns.ts'
import { answerAsThread, type ReadingLimits, readInThread } from './read-in-thread.ts'

export type Letter = {
  subject: string
  /** Its beginning. */
  text: string
  /** The first of them. */
  files: { name: string | null; bytes: Uint8Array<ArrayBuffer> }[]
}

/** The largest letter of ordinary files takes a second. One of millions of empty parts takes minutes and gigabytes. */
const usualLimits: ReadingLimits = { seconds: 15, heapMegabytes: 256, unpackedMegabytes: 512 }
const mostFiles = 20
const [mostSubject, mostText] = [1000, 5000]
const inTurn = takeTurns(2)

/** Takes a letter apart. Throws where it cannot be, or is made to take long. */
export function readLetter(letter: Uint8Array<ArrayBuffer>, limits = usualLimits): Promise<Letter> {
  return inTurn(() => readInThread<Letter>(new URL(import.meta.url), letter, limits))
}

answerAsThread<Letter>(
  import.meta.url,
  async (letter) => {
    const { subject = '', text = '', attachments } = await PostalMime.parse(letter)
    const files = attachments.slice(0, mostFiles).map(({ filename, content }) => ({
      name: filename,
      bytes: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
    }))
    return { subject: subject.slice(0, mostSubject), text: text.slice(0, mostText), files }
  },
  ({ files }) => [...new Set(files.map(({ bytes }) => bytes.buffer))],
)
