import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Role } from '#kernel/roles.ts'
import * as m from '#messages'
import type { ClientAddress } from '#platform/client-address.ts'
import { type CompanyDatabase, withCompany } from '#platform/database.ts'
import type { CompanyScope } from '#platform/http.ts'
import { type Attempts, createAttempts } from './attempts.ts'
import type { InviteRequest } from './contract.ts'
import type { MemberEvent } from './member-event.ts'
import {
  countOtherInvitations,
  findInvitedRole,
  listMembers,
  lockMembers,
  saveInvitation,
  takeInvitation,
} from './member-store.ts'
import { mayGive } from './rules.ts'
import { type LetterDeps, queueLetter } from './send-letter.ts'

const goodForMs = 7 * 24 * 3600_000
/** Letters go to addresses that somebody typed: few enough not to be worth abusing. */
const mostInvitations = 50

export type MemberDeps = Pick<LetterDeps, 'db' | 'clock' | 'jobs' | 'encryption' | 'record'> & {
  publicUrl: string
  addressOf: ClientAddress
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Letters go out in our name with words that strangers chose: few to one address from anybody, and few from one person. */
export type LetterLimits = { toAddress: Attempts; fromPerson: Attempts }
export function createLetterLimits(deps: Pick<MemberDeps, 'db' | 'clock'>): LetterLimits {
  const withinMs = 3_600_000
  return {
    toAddress: createAttempts(deps, { of: 'invitations to an address', allowed: 5, withinMs }),
    fromPerson: createAttempts(deps, { of: 'invitations of a person', allowed: 2 * mostInvitations, withinMs }),
  }
}

/**
 * Asks somebody to join by a letter with a secret address, good for seven days. The latest letter is the good one; answers
 * the role of the one before, where that was another.
 */
export async function inviteMember(
  deps: MemberDeps & { letters: LetterLimits },
  scope: CompanyScope,
  { email: given, role }: InviteRequest,
): Promise<Role | null> {
  const { companyId, actor } = scope
  const email = given.toLowerCase()
  if ((await listMembers(deps.db, companyId)).some((member) => member.email === email))
    throw new AppError('conflict', 'the person is a member', { errors: [{ path: 'email', code: 'already-member' }] })
  const mayWrite = (await deps.letters.fromPerson.begin(actor.userId)) && (await deps.letters.toAddress.begin(email))
  if (!mayWrite) throw new AppError('too-many-requests', 'too many letters in an hour')
  const secret = randomBytes(24).toString('base64url')
  const createdAt = deps.clock.now()
  const expiresAt = new Date(createdAt.getTime() + goodForMs)
  return withCompany(deps.db, companyId, async (tx) => {
    const by = await requireGiver(tx, scope, role)
    const before = await findInvitedRole(tx, { companyId, email }, createdAt)
    if (before && !mayGive(by, before))
      throw new AppError('not-allowed', `a ${by} may not change an invitation to be ${before}`, {
        errors: [{ path: 'email', code: 'invited-above', params: { role: before } }],
      })
    const changedFrom = before === role ? null : before
    if ((await countOtherInvitations(tx, { companyId, email }, createdAt)) >= mostInvitations)
      throw new AppError('conflict', 'too many open invitations', {
        errors: [{ path: 'email', code: 'too-many-invitations', params: { maximum: mostInvitations } }],
      })
    const secretHash = hashSecret(secret)
    const invitation = { companyId, id: newId() }
    await saveInvitation(tx, { ...invitation, email, role, secretHash, invitedBy: actor.userId, createdAt, expiresAt })
    await queueLetter(tx, deps, letterTo(email, scope, `${deps.publicUrl}/signup?invitation=${secret}`), {
      expiresAt,
      invitation,
    })
    const params = { role, ...(changedFrom && { changedFrom }) }
    await deps.record(tx, companyId, [
      { type: 'info', activity: 'member-invited', subject: email, actorId: actor.userId, params },
    ])
    return changedFrom
  })
}

function letterTo(to: string, { companyName: company, actor: { name, language: locale } }: CompanyScope, url: string) {
  return {
    to,
    subject: m.accounts_mail_invitation_subject({ company }, { locale }),
    text: m.accounts_mail_invitation_text({ name, company, url }, { locale }),
  }
}

/** By the role held now: whoever is demoted or taken out meanwhile has invitations withdrawn, and this one would stay. */
async function requireGiver(tx: CompanyDatabase, { companyId, actor }: CompanyScope, role: Role): Promise<Role> {
  const by = (await lockMembers(tx, companyId, [actor.userId])).roleOf(actor.userId)
  if (by === null || !mayGive(by, role)) throw new AppError('not-allowed', `a ${by} may not make a ${role}`)
  return by
}

export async function withdrawInvitation(deps: MemberDeps, scope: CompanyScope, id: string): Promise<void> {
  const { companyId, actor } = scope
  await withCompany(deps.db, companyId, async (tx) => {
    const taken = await takeInvitation(tx, companyId, id)
    if (taken === null) throw new AppError('not-found', 'the invitation is gone')
    await requireGiver(tx, scope, taken.role)
    await deps.record(tx, companyId, [withdrawal(taken.email, actor.userId)])
  })
}

export function withdrawal(email: string, actorId: string): MemberEvent {
  return { type: 'info', activity: 'invitation-withdrawn', subject: email, actorId, params: {} }
}
