import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { type Database, type OpenDatabase, ofSession } from './database.ts'

/** Tells those who follow something that it has changed, whichever process they are in. */
export type Notices = {
  /** Heard when the caller's transaction commits, and never if it does not. */
  tell(tx: Database, topic: string): Promise<void>
  /** Hears what is told of the topic from now on. */
  hear(topic: string): Hearing
  /** Calls each time that the topic is told of, until the returned function is called. One may be lost with its connection. */
  onTold(topic: string, told: () => void): () => void
  close(): Promise<void>
}
export type Hearing = {
  /** Resolves when the topic was told of since this was last called, else after `ms`: a notice may be lost with its connection. */
  next(ms: number): Promise<void>
  end(): void
}

const channel = 'radvis'
/** A server that is away is asked no more often than this. */
const openedAnewMs = 1000
type Listening = { end(): Promise<void> }
type Listen = (onNotice: (topic: string) => void, onLost: () => void) => Promise<Listening>

/** By PostgreSQL's LISTEN and NOTIFY, on a connection of its own that is opened when somebody first hears. */
export function openNotices(driver: OpenDatabase['driver']): Notices {
  const listen = driver.kind === 'pglite' ? listenEmbedded(driver.pglite) : listenOnServer(driver)
  const heard = new Map<string, Set<() => void>>()
  const wake = (topic: string) => {
    for (const on of heard.get(topic) ?? []) on()
  }
  let listening: Promise<Listening | null> | null = null
  let anew: NodeJS.Timeout | undefined
  let isClosed = false
  /** Whoever waits looks for itself, and opens it anew; who only hears would never hear again. */
  const lose = () => {
    listening = null
    clearTimeout(anew)
    if (heard.size > 0 && !isClosed) anew = setTimeout(start, openedAnewMs).unref()
  }
  const start = () => {
    if (listening !== null) return
    // One that is lost says so more than once, and may do so when the next has been opened.
    const onLost = () => {
      if (listening === opening) lose()
    }
    const opening: Promise<Listening | null> = listen(wake, onLost).catch(() => {
      onLost()
      return null
    })
    listening = opening
  }
  const onTold = (topic: string, told: () => void) => {
    const all = heard.get(topic) ?? new Set()
    heard.set(topic, all.add(told))
    start()
    return () => {
      all.delete(told)
      if (all.size === 0 && heard.get(topic) === all) heard.delete(topic)
    }
  }
  return {
    async tell(tx, topic) {
      await tx.execute(sql`select pg_notify(${channel}, ${topic})`)
    },
    onTold,
    hear(topic) {
      const hearing = createHearing()
      const end = onTold(topic, hearing.on)
      return {
        next(ms) {
          start()
          return hearing.next(ms)
        },
        end,
      }
    },
    async close() {
      isClosed = true
      clearTimeout(anew)
      await (await listening)?.end()
    },
  }
}

function createHearing() {
  let wasTold = false
  let resume: (() => void) | null = null
  return {
    on() {
      wasTold = true
      resume?.()
    },
    async next(ms: number): Promise<void> {
      if (!wasTold)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          resume = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      resume = null
      wasTold = false
    },
  }
}

function listenEmbedded(pglite: PGlite): Listen {
  return async (onNotice) => {
    const unlisten = await pglite.listen(channel, onNotice)
    return { end: () => unlisten() }
  }
}

/** It only listens, and would not notice for two hours that nobody is there. */
const keepAliveMs = 20_000

function listenOnServer({ connectionString, stream }: Extract<OpenDatabase['driver'], { kind: 'postgres' }>): Listen {
  return async (onNotice, onLost) => {
    const client = new pg.Client({
      ...{ connectionString, stream },
      ...{ keepAlive: true, keepAliveInitialDelayMillis: keepAliveMs },
    })
    client.on('error', onLost)
    client.on('end', onLost)
    client.on('notification', ({ payload = '' }) => onNotice(payload))
    await client.connect()
    await client.query(ofSession)
    await client.query(`listen ${channel}`)
    return { end: () => client.end() }
  }
}
