import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'

/** The bytes of a file, in memory or on disk. Reading waits: for threads of their own. */
export type FileBytes = {
  readonly size: number
  /** The first bytes, at most 4096. */
  head(): Uint8Array
  /** All bytes in order, in pieces that are only valid until the next is asked for. May be walked again. */
  pieces(): Iterable<Uint8Array>
  /** All bytes at once, for formats that are read from their end. */
  whole(): Uint8Array
}

const headBytes = 4096
/** Small enough for the text of a piece to stand in the young part of the heap, where what is used once is soon gone. */
const pieceBytes = 2 ** 16

export function bytesInMemory(bytes: Uint8Array): FileBytes {
  return {
    size: bytes.length,
    head: () => bytes.subarray(0, headBytes),
    *pieces() {
      for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes)
    },
    whole: () => bytes,
  }
}

export function bytesOnDisk(path: string): FileBytes {
  function* pieces(size: number): Generator<Uint8Array> {
    const file = openSync(path, 'r')
    try {
      const piece = new Uint8Array(size)
      for (;;) {
        const length = readSync(file, piece, 0, size, null)
        if (length === 0) return
        yield piece.subarray(0, length)
      }
    } finally {
      closeSync(file)
    }
  }
  return {
    size: statSync(path).size,
    head() {
      for (const piece of pieces(headBytes)) return piece.slice()
      return new Uint8Array()
    },
    pieces: () => pieces(pieceBytes),
    whole: () => new Uint8Array(readFileSync(path)),
  }
}
