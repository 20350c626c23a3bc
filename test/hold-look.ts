import type { Database } from '#platform/database.ts'

/** The database, where what the second transaction has seen arrives late: when that is over that it waits for. */
export function holdSecondLook(database: Database, held: Promise<void> | (() => Promise<unknown>)): Database {
  let transactions = 0
  const transaction: Database['transaction'] = async (work) => {
    const isSecond = ++transactions === 2
    const answer = await database.transaction(work)
    if (isSecond) await (typeof held === 'function' ? held() : held)
    return answer
  }
  return new Proxy(database, {
    get: (db, key) => (key === 'transaction' ? transaction : key === '$client' ? undefined : Reflect.get(db, key)),
  })
}
