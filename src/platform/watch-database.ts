import { Socket } from 'node:net'
import type { Log } from './log.ts'

export type DatabaseWatch = {
  /** Opens the sockets of all connections to the server: those of others it cannot close. */
  openSocket(): Socket
  /** Whether the server has answered nothing for long, and does not yet. */
  isSilent(): boolean
  /** Asks so from now on. `ask` asks what is answered at once, behind nobody else's work. */
  start(ask: () => Promise<unknown>): void
  stop(): void
}

const everyMs = 5000
/** Three asks' time: a server that is busy, or waits for its disk, answers sooner. */
const patientAsks = 3

/**
 * A server that is frozen, or whose machine has gone without a word, refuses nothing: what is asked of it waits until TCP gives
 * up, which takes a quarter of an hour, or for ever. While it is silent its connections are closed, so that whoever waits
 * meets a database that is away. No statement has a limit of its own: a long one is none while others are answered. Time in
 * which this process stood still counts as one ask.
 */
export function watchDatabase(log?: Pick<Log, 'warn'>, askEveryMs = everyMs): DatabaseWatch {
  const sockets = new Set<Socket>()
  let timer: NodeJS.Timeout | undefined
  let [isSilent, isAsked, isClosed, unanswered] = [false, false, false, 0]
  const destroy = (socket: Socket) => socket.destroy(Object.assign(new Error(silence), { code: 'ETIMEDOUT' }))
  const close = () => {
    isClosed = true
    sockets.forEach(destroy)
  }
  const heard = () => {
    // What was opened last while it was silent may have got lost on the way, and would be waited for without end.
    if (isSilent) for (const socket of sockets) if (socket.bytesRead === 0) destroy(socket)
    isSilent = false
  }
  const look = (ask: () => Promise<unknown>) => {
    if (!isAsked) {
      ;[isAsked, isClosed, unanswered] = [true, false, 0]
      // What the server refuses with is an answer too; that the connection was closed here is none.
      const refused = () => void (isClosed || heard())
      return void ask()
        .then(heard, refused)
        .finally(() => {
          isAsked = false
        })
    }
    unanswered++
    if (!isSilent && unanswered < patientAsks) return
    if (!isSilent) log?.warn({ seconds: (unanswered * askEveryMs) / 1000 }, silence)
    isSilent = true
    close()
  }
  return {
    openSocket() {
      const socket = new Socket()
      sockets.add(socket)
      return socket.once('close', () => sockets.delete(socket))
    },
    isSilent: () => isSilent,
    start(ask) {
      timer = setInterval(() => look(ask), askEveryMs).unref()
    },
    stop: () => clearInterval(timer),
  }
}

const silence = 'the database answers nothing: its connections are closed'
