import { forgetfulJournal, type Journal, openJournal } from './journal.ts'

/**
 * The sandbox's whole state: shelves (one for each company, one for OAuth, one for the list of companies) of tables of
 * records. Records are replaced, never changed in place, so that a refused request can be undone and a committed one
 * is one line of the journal.
 */
export type Shelf<Tables> = {
  readonly id: string
  table<Name extends keyof Tables & string>(name: Name): ReadonlyMap<string, Tables[Name]>
  put<Name extends keyof Tables & string>(name: Name, key: string | number, record: Tables[Name]): void
  remove<Name extends keyof Tables & string>(name: Name, key: string | number): void
}

type Change = [shelf: string, table: string, key: string, record: unknown]

export type Shelves = {
  shelf<Tables>(id: string): Shelf<Tables>
  /** Runs `work` as one unit: all its changes are journaled before it returns, or none of them remains. */
  atomically<Result>(work: () => Result): Result
  clear(keep: (shelfId: string) => boolean): void
  close(): void
}

export function createShelves(dataDir: string | undefined): Shelves {
  let contents = new Map<string, Map<string, Map<string, unknown>>>()
  let pending: Change[] = []
  let undo: Change[] = []
  let journal: Journal = forgetfulJournal

  const tableOf = (shelf: string, table: string) => {
    const tables = childOf(contents, shelf)
    return childOf(tables, table)
  }
  const apply = ([shelf, table, key, record]: Change) => {
    if (record === undefined || record === null) tableOf(shelf, table).delete(key)
    else tableOf(shelf, table).set(key, record)
  }
  const change = (next: Change) => {
    undo.push([next[0], next[1], next[2], tableOf(next[0], next[1]).get(next[2])])
    apply(next)
    pending.push(next)
  }
  const snapshotShelves = (keep: (id: string) => boolean): Change[] =>
    [...contents]
      .filter(([id]) => keep(id))
      .flatMap(([id, tables]) =>
        [...tables].flatMap(([table, records]) =>
          [...records].map(([key, record]): Change => [id, table, key, record]),
        ),
      )

  if (dataDir !== undefined) journal = openJournal(dataDir, (entry) => (entry as Change[]).forEach(apply))

  return {
    shelf: (id) => ({
      id,
      table: (name) => tableOf(id, name) as never,
      put: (name, key, record) => change([id, name, String(key), record]),
      remove: (name, key) => change([id, name, String(key), null]),
    }),
    atomically(work) {
      pending = []
      undo = []
      try {
        const result = work()
        if (pending.length > 0) journal.append(pending)
        return result
      } catch (error) {
        for (const previous of undo.reverse()) apply(previous)
        throw error
      } finally {
        pending = []
        undo = []
      }
    },
    clear(keep) {
      const kept = snapshotShelves(keep)
      contents = new Map()
      kept.forEach(apply)
      journal.clear()
      if (kept.length > 0) journal.append(kept)
    },
    close: () => journal.close(),
  }
}

function childOf<Value>(parent: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const child = parent.get(key) ?? new Map<string, Value>()
  parent.set(key, child)
  return child
}
