/** How long an answer is waited for. What takes the server longest is a change of many rows, and a file that is sent. */
const readMs = 30_000
const writeMs = 180_000
/** A file that is fetched is first made, of up to all rows of an import. */
const downloadMs = 600_000
/** A poor mobile line; what is sent gets the time it takes on one. */
const slowestBytesPerMs = 32
/** A stream of events tells every 15 seconds that it is there. */
export const silenceMs = 60_000

export type CallKind = 'read' | 'write' | 'download'

export function timeLimit(kind: CallKind, body: unknown): number {
  if (kind === 'download') return downloadMs
  return kind === 'read' ? readMs : writeMs + bytesOf(body) / slowestBytesPerMs
}

function bytesOf(body: unknown): number {
  if (!(body instanceof FormData)) return typeof body === 'string' ? body.length : 0
  return [...body.values()].reduce((sum, value) => sum + (typeof value === 'string' ? value.length : value.size), 0)
}

export type Deadline = {
  /** Aborts what is under way when the time is out, or when the caller aborts it. */
  signal: AbortSignal
  isOver(): boolean
  /** From now on so much longer. */
  extend(ms: number): void
  end(): void
}

export function startDeadline(ms: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  let isOver = false
  const stop = () => {
    isOver = true
    controller.abort()
  }
  const pass = () => controller.abort(caller?.reason)
  let timer = setTimeout(stop, ms)
  if (caller?.aborted) pass()
  caller?.addEventListener('abort', pass)
  return {
    signal: controller.signal,
    isOver: () => isOver,
    extend(longer) {
      clearTimeout(timer)
      timer = setTimeout(stop, longer)
    },
    end() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', pass)
    },
  }
}
