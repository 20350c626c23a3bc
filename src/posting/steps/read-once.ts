import type { AccountingSession } from '#connectors/accounting-connector.ts'

/** What is the same for every invoice that is taken back, asked once a session: that lasts as long as a lane at most. */
export function readOnce(session: AccountingSession) {
  const known = sessions.get(session) ?? {
    lockedPeriod: once(() => session.readLockedPeriod()),
    modesOfPayment: once(() => session.listModesOfPayment()),
  }
  sessions.set(session, known)
  return known
}
type Known = {
  lockedPeriod: AccountingSession['readLockedPeriod']
  modesOfPayment: AccountingSession['listModesOfPayment']
}

const sessions = new WeakMap<AccountingSession, Known>()

/** What failed is asked again. */
function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | null = null
  return () => {
    asked ??= ask().catch((error: unknown) => {
      asked = null
      throw error
    })
    return asked
  }
}
