import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collection = { type: 'minor' | 'major'; execution: 'sync'; flavor?: 'last-resort' }

setFlagsFromString('--expose-gc')
/** V8's own, which Node.js gives to nobody unless it is told to when it starts. */
export const collectGarbage = runInNewContext('gc') as (options: Collection) => void

/** So much lies there before it is collected. */
const mostBytes = 8 * 2 ** 20

/**
 * Told of each chunk of a stream when it is done with, collects what V8 leaves lying: chunks lie outside its heap, so that it
 * lets 64 MB of them gather, and then goes through the whole heap again and again. A collection of what was made lately takes
 * a millisecond or two.
 */
export function createCollecting(): (chunk: Uint8Array) => void {
  let bytes = 0
  return ({ length }) => {
    bytes += length
    if (bytes < mostBytes) return
    bytes = 0
    collectGarbage({ type: 'minor', execution: 'sync' })
  }
}
