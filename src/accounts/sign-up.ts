import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database.ts'
import { isDatabaseAway } from '#platform/database-faults.ts'
import { tokenIn } from './ask-authentication.ts'
import type { LoadAuthentication } from './authentication.ts'
import type { SignUpRequest } from './contract.ts'
import { deleteUser, insertCompany, isEmailTaken, isOrganisationNumberTaken } from './store.ts'

/** Makes a person and their company; the person becomes its owner and is signed in. Both are made or none. */
export async function signUp(
  deps: { db: Database; clock: Clock; authentication: LoadAuthentication },
  request: SignUpRequest,
): Promise<{ token: string; userId: string }> {
  const { db, clock, authentication } = deps
  const { user, company } = request
  if (await isEmailTaken(db, user.email)) throw emailTaken()
  if (await isOrganisationNumberTaken(db, company.organisationNumber)) throw companyTaken()
  const made = await makeUser({ db, authentication }, user)
  try {
    await insertCompany(db, newId(), company, made.userId, clock.now())
  } catch (cause) {
    await deleteUser(db, made.userId)
    throw isDatabaseAway(cause) ? cause : companyTaken(cause)
  }
  return made
}

/** Makes a person who is signed in. Of two who ask with one address at once the second is refused as one who comes later. */
export async function makeUser(
  { db, authentication }: { db: Database; authentication: LoadAuthentication },
  { firstName, lastName, email, mobile, password, language = 'sv' }: SignUpRequest['user'],
): Promise<{ token: string; userId: string }> {
  const { signUpEmail } = (await authentication()).api
  const person = { firstName, lastName, name: `${firstName} ${lastName}`, email, mobile, password, language }
  // better-auth keeps to itself why the database refused; that it does not answer shows in the question.
  const made = await signUpEmail({ body: person, returnHeaders: true }).catch(async (cause: unknown) => {
    throw (await isEmailTaken(db, email)) ? emailTaken(cause) : cause
  })
  return { token: tokenIn(made.headers), userId: made.response.user.id }
}

export function emailTaken(cause?: unknown): AppError {
  const errors = [{ path: 'user.email', code: 'email-taken' }]
  return new AppError('email-taken', 'the e-mail address has an account', { cause, errors })
}

function companyTaken(cause?: unknown): AppError {
  const errors = [{ path: 'company.organisationNumber', code: 'organisation-number-taken' }]
  return new AppError('organisation-number-taken', 'the company exists', { cause, errors })
}
