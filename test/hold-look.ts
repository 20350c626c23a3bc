import type { Database } from '#platform/database.ts'

/** The database, where what the second transaction has seen arrives late. */
export function holdSecondLook(database: Database, held: Promise<void>): Database {
  let transactions = 0
  const transaction: Database['transaction'] = async (work) => {
    const isSecond = ++transactions === 2
    const answer = await database.transaction(work)
    if (isSecond) await held
    return answer
  }
  return new Proxy(database, {
    get: (db, key) => (key === 'transaction' ? transaction : key === '$client' ? undefined : Reflect.get(db, key)),
  })
}
