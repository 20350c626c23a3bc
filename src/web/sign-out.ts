import { useNavigate } from 'react-router'
import { ApiProblem, api } from './api-client.ts'
import { aWhile } from './reachability.ts'
import { readSession, type Session, signOut } from './session.ts'
import { mayLeave } from './unsaved-changes.ts'

const everyMs = 10_000

/** Ends the session here at once, and on the server, whose answer nobody waits for. */
export function endSession(): void {
  const session = readSession()
  signOut()
  if (session) void endOnServer(session)
}

/** Asked for until it is heard, as long as the page stays open: without a line the token would be good for weeks. */
async function endOnServer(session: Session): Promise<void> {
  while (!(await api.post('/auth/sign-out', { session }).then(() => true, isOver))) await aWhile(everyMs)
}

const isOver = (refused: unknown) => !(refused instanceof ApiProblem) || (refused.status > 0 && refused.status < 500)

export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    if (!(await mayLeave())) return
    endSession()
    await navigate('/signin')
  }
}
