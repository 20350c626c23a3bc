import { withCompany } from '#platform/database.ts'
import type { ReceiptsDeps } from './neighbours.ts'
import { type ReceiptRecord, renewAttaching, takeForAttaching } from './store.ts'

/** Longer than a request whose sender died may take to be carried out; whoever died is succeeded after that. */
const leaseMs = 60_000
const renewEveryMs = 15_000
/** With so little left what is under way is given up: nobody else may have begun before that. */
const givenUpMs = 15_000

/** The right to bring one receipt, held by one process. */
export type Held = {
  receipt: ReceiptRecord
  /** Whether a request may leave now; when it comes to an end, `lost` gives up what is under way. */
  isOurs(): boolean
  lost: AbortSignal
  end(): void
}

/** Takes a receipt that is to be brought and nobody else is bringing, and keeps it until `end`. */
export async function holdReceipt(
  { db, clock }: Pick<ReceiptsDeps, 'db' | 'clock'>,
  { companyId, id }: Pick<ReceiptRecord, 'companyId' | 'id'>,
): Promise<Held | null> {
  const now = () => clock.now().getTime()
  const next = () => new Date(now() + leaseMs)
  let until = next()
  const receipt = await withCompany(db, companyId, (tx) =>
    takeForAttaching(tx, companyId, id, { now: clock.now(), until }),
  )
  if (!receipt) return null
  const lost = new AbortController()
  async function renew(): Promise<void> {
    const renewed = next()
    const isOurs = await withCompany(db, companyId, (tx) =>
      renewAttaching(tx, companyId, id, { from: until, until: renewed }),
    )
    if (isOurs) until = renewed
    else lost.abort()
  }
  const isOurs = () => !lost.signal.aborted && now() < until.getTime() - givenUpMs
  const timer = setInterval(() => {
    if (!isOurs()) lost.abort()
    // The database may be back before the time is over.
    else void renew().catch(() => undefined)
  }, renewEveryMs)
  return { receipt, isOurs, lost: lost.signal, end: () => clearInterval(timer) }
}
