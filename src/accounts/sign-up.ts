import { AppError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database.ts'
import { isDatabaseAway } from '#platform/database-faults.ts'
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
  if (await isEmailTaken(db, user.email))
    throw new AppError('email-taken', 'the e-mail address has an account', {
      errors: [{ path: 'user.email', code: 'email-taken' }],
    })
  if (await isOrganisationNumberTaken(db, company.organisationNumber)) {
    throw new AppError('organisation-number-taken', 'the company exists', {
      errors: [{ path: 'company.organisationNumber', code: 'organisation-number-taken' }],
    })
  }
  const made = await (await authentication()).api.signUpEmail({
    body: {
      name: `${user.firstName} ${user.lastName}`,
      email: user.email,
      password: user.password,
      firstName: user.firstName,
      lastName: user.lastName,
      mobile: user.mobile,
    },
  })
  if (!made.token) throw new AppError('internal', 'a sign-up gave no session')
  try {
    await insertCompany(db, newId(), company, made.user.id, clock.now())
  } catch (cause) {
    await deleteUser(db, made.user.id)
    if (isDatabaseAway(cause)) throw cause
    throw new AppError('organisation-number-taken', 'the company was made by somebody else meanwhile', { cause })
  }
  return { token: made.token, userId: made.user.id }
}
