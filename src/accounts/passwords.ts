import type { Database } from '#platform/database.ts'
import { orRefused } from './ask-authentication.ts'
import type { LoadAuthentication } from './authentication.ts'
import { deleteSession, findPasswordHash, holdPasswordHash, lockUser } from './store.ts'

type Deps = { db: Database; authentication: LoadAuthentication }

/**
 * Sets a new password by what a letter holds, and ends the person's sessions; false where the letter is spent or too old.
 * One letter at a time: the first makes the others void, which those that are used at the same moment have to see.
 */
export async function replacePassword(
  { db, authentication }: Deps,
  { token, password }: { token: string; password: string },
): Promise<boolean> {
  const replace = async (tx: Database) => {
    const { api, $context } = await authentication(tx)
    const { internalAdapter } = await $context
    const letter = await internalAdapter.findVerificationValue(`reset-password:${token}`)
    if (!letter) return null
    await lockUser(tx, letter.value)
    return api.resetPassword({ body: { token, newPassword: password } })
  }
  return (await orRefused(db, db.transaction(replace))) !== null
}

/**
 * Null where the address or the password is wrong. A password takes a while to be tried, and may be replaced meanwhile: the
 * session that it opens then would outlive those that were ended with it, so that it is tried anew.
 */
export async function signIn(deps: Deps, { email, password }: { email: string; password: string }, headers: Headers) {
  const { db, authentication } = deps
  const { signInEmail } = (await authentication()).api
  const before = await findPasswordHash(db, email)
  const answer = await orRefused(db, signInEmail({ body: { email, password }, headers, returnHeaders: true }))
  if (!answer) return null
  const { user, token } = answer.response
  if ((await holdPasswordHash(db, user.id)) === before) return answer
  await deleteSession(db, token)
  return signIn(deps, { email, password }, headers)
}
