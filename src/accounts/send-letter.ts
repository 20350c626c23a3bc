import { z } from 'zod'
import { newId } from '#kernel/ids.ts'
import type { Clock } from '#platform/clock.ts'
import { type CompanyDatabase, type Database, withCompany } from '#platform/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Jobs } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import { isRecipientUnknown, type Mail, type Mailer } from '#platform/mailer.ts'
import { sendLetterJob } from './jobs.ts'
import type { MemberEvent } from './member-event.ts'
import { isInvitationOpen } from './member-store.ts'

export type LetterDeps = {
  db: Database
  clock: Clock
  log: Log
  mailer: Mailer
  encryption: Pick<Encryption, 'seal' | 'open'>
  jobs: () => Jobs
  /** Writes into the company's event log, in the same transaction. */
  record(tx: CompanyDatabase, companyId: string, events: readonly MemberEvent[]): Promise<void>
}
type Invitation = { companyId: string; id: string }

const letterSchema = z.object({ to: z.string(), subject: z.string(), text: z.string() })
const aboutOf = (id: string) => `letter ${id}`

/** The letter goes out if and only if the transaction commits, however long the mail server is away, but not later than its link is good for. */
export async function queueLetter(
  tx: Database,
  { jobs, encryption }: Pick<LetterDeps, 'jobs' | 'encryption'>,
  letter: Mail,
  about: { expiresAt: Date; invitation?: Invitation },
): Promise<void> {
  const id = newId()
  const sealed = encryption.seal(JSON.stringify(letter), aboutOf(id))
  const payload = { ...about, id, sealed, expiresAt: about.expiresAt.toISOString() }
  await jobs().enqueue(tx, sendLetterJob, payload, { key: id })
}

/**
 * Sends what nobody has taken back or answered meanwhile. A mail server that does not know the address will not know it later:
 * the company that invited whoever has it is told.
 */
export async function sendLetter(
  { db, clock, log, mailer, encryption, record }: LetterDeps,
  { id, sealed, expiresAt, invitation }: z.infer<typeof sendLetterJob.payload>,
): Promise<void> {
  if (new Date(expiresAt) <= clock.now())
    return log.warn({ letter: id }, 'a letter was not sent before its link expired')
  if (invitation && !(await isInvitationOpen(db, invitation))) return
  const letter = letterSchema.parse(JSON.parse(encryption.open(sealed, aboutOf(id))))
  await mailer.send(letter).catch(async (error: unknown) => {
    if (!isRecipientUnknown(error)) throw error
    log.warn({ err: error, letter: id }, 'a letter was refused')
    if (!invitation) return
    const { companyId } = invitation
    const event = { type: 'error', activity: 'invitation-undeliverable', subject: letter.to, params: {} } as const
    await withCompany(db, companyId, (tx) => record(tx, companyId, [event]))
  })
}
