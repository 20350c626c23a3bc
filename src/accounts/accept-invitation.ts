import { AppError } from '#kernel/errors.ts'
import { withCompany } from '#platform/database.ts'
import type { LoadAuthentication } from './authentication.ts'
import type { Invitation, JoinRequest } from './contract.ts'
import { hashSecret, type MemberDeps } from './invite-member.ts'
import { addMember, findInvitation, takeInvitation } from './member-store.ts'
import { emailTaken, makeUser } from './sign-up.ts'
import { deleteUser, isEmailTaken } from './store.ts'

type Person = { userId: string; name: string; email: string }

/** What the letter asks, for whoever holds its secret. */
export async function lookAtInvitation(deps: MemberDeps, secret: string): Promise<Invitation> {
  const { invitation, companyName, invitedBy } = await readInvitation(deps, secret)
  const { email, role } = invitation
  return { companyName, invitedBy, email, role, hasAccount: await isEmailTaken(deps.db, email) }
}

/** A person who has an account joins; the letter must have been to their address. Gives the company. */
export async function acceptInvitation(deps: MemberDeps, person: Person, secret: string): Promise<string> {
  const { invitation } = await readInvitation(deps, secret)
  if (person.email.toLowerCase() !== invitation.email)
    throw new AppError('not-allowed', 'the invitation is for another address', {
      errors: [{ path: 'invitation', code: 'invitation-for-another' }],
    })
  await join(deps, invitation, person)
  return invitation.companyId
}

/** A new person joins by the letter, without a company of their own, and is signed in. Both are made or none. */
export async function joinByInvitation(
  deps: MemberDeps & { authentication: LoadAuthentication },
  { invitation: secret, user }: JoinRequest,
): Promise<{ token: string; userId: string }> {
  const { invitation } = await readInvitation(deps, secret)
  const { email } = invitation
  if (await isEmailTaken(deps.db, email)) throw emailTaken()
  const made = await makeUser(deps, { ...user, email })
  try {
    await join(deps, invitation, { userId: made.userId, name: `${user.firstName} ${user.lastName}`, email })
  } catch (cause) {
    await deleteUser(deps.db, made.userId)
    throw cause
  }
  return made
}

async function join(
  deps: MemberDeps,
  { companyId, id, role }: { companyId: string; id: string; role: Invitation['role'] },
  { userId, name }: Person,
): Promise<void> {
  await withCompany(deps.db, companyId, async (tx) => {
    if ((await takeInvitation(tx, companyId, id)) === null) throw spent()
    await addMember(tx, { companyId, userId, role, createdAt: deps.clock.now() })
    await deps.record(tx, companyId, [
      { type: 'success', activity: 'member-joined', subject: name, actorId: userId, params: { role } },
    ])
  })
}

async function readInvitation(deps: MemberDeps, secret: string) {
  const found = await findInvitation(deps.db, hashSecret(secret))
  if (!found || found.invitation.expiresAt <= deps.clock.now()) throw spent()
  return found
}

function spent(): AppError {
  return new AppError('invalid-input', 'the invitation is used, withdrawn or too old', {
    errors: [{ path: 'invitation', code: 'invitation-spent' }],
  })
}
