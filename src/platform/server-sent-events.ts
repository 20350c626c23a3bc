import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { AppError } from '#kernel/errors.ts'
import { type ApiEnv, requireStill } from './http.ts'
import type { Hearing } from './notices.ts'

export type Watch<State> = {
  /** Reads the state of now; called again and again, so it must be cheap. What takes its time is read less often. */
  read: () => Promise<State>
  /** No more changes will come: the stream ends after this state has been sent. */
  isFinal: (state: State) => boolean
  /** Whoever changes the state tells of it, so that it need not be read again and again to be told at once. */
  hear?: () => Hearing
  everyMs?: number
  heartbeatMs?: number
  longestMs?: number
}

/** A stream rests for so many times what a look takes: of a run of a hundred thousand invoices that is not twice a second. */
const restsFor = 4
/** Each reads again and again: more of one person at once are no browser's. */
const mostOfPerson = 20
const openOf = new Map<string, number>()

/**
 * Answers with server-sent events: the state at once, then whenever it has changed, until it is final or the reader has
 * gone. A comment line now and then keeps proxies from taking a quiet stream for a dead one. Read errors end the stream,
 * and so does a minute: the reader connects again and sees the state of then. Nothing is written to a reader who may no
 * longer be told it: whoever signed out or was taken out of the company finds the stream ended.
 */
export function streamChanges<State>(
  c: Context<ApiEnv>,
  { read, isFinal, hear, everyMs = 500, heartbeatMs = 15_000, longestMs = 60_000 }: Watch<State>,
): Response {
  c.header('X-Accel-Buffering', 'no')
  // Nobody reads what follows the head: what is written would wait for its reader for ever.
  if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' })
  const close = openFor(c.get('actor')?.userId ?? '')
  const endsAt = performance.now() + longestMs
  return streamSSE(c, async (stream) => {
    const hearing = hear?.() ?? { next: (ms) => stream.sleep(ms).then(() => undefined), end: () => undefined }
    try {
      let sent = ''
      let quietMs = 0
      while (!stream.aborted && !stream.closed && performance.now() < endsAt) {
        const began = performance.now()
        const state = await read()
        const restMs = Math.max(everyMs, (performance.now() - began) * restsFor)
        const data = JSON.stringify(state)
        const leftMs = endsAt - performance.now()
        const isQuiet = data === sent && quietMs < heartbeatMs
        if (!isQuiet) await requireStill(c)
        if (data !== sent) await taken(stream.writeSSE({ event: 'progress', data }), leftMs)
        else if (!isQuiet) await taken(stream.write(': still here\n\n'), leftMs)
        quietMs = isQuiet ? quietMs + restMs : 0
        sent = data
        if (isFinal(state)) return
        await hearing.next(restMs)
      }
    } catch (error) {
      c.get('log')?.warn({ err: error }, 'a stream of events ended early')
    } finally {
      hearing.end()
      close()
    }
  })
}

/** Waits for the reader to take what is written; one that reads no further ends the stream when its time is over. */
async function taken(written: Promise<unknown>, leftMs: number): Promise<void> {
  const isOver = new AbortController()
  const over = sleep(Math.max(leftMs, 0), null, { signal: isOver.signal }).then(() => {
    throw new Error('the reader takes nothing')
  })
  try {
    await Promise.race([written, over])
  } finally {
    isOver.abort()
    await over.catch(() => undefined)
  }
}

/** Counts a person's stream; answers what takes it out of the count. */
function openFor(userId: string): () => void {
  const open = openOf.get(userId) ?? 0
  if (open >= mostOfPerson) throw new AppError('too-many-requests', 'too many streams are open')
  openOf.set(userId, open + 1)
  return () => {
    const left = (openOf.get(userId) ?? 1) - 1
    if (left > 0) openOf.set(userId, left)
    else openOf.delete(userId)
  }
}
