import { useNavigate } from 'react-router'
import { api } from './api-client.ts'
import { signOut } from './session.ts'
import { mayLeave } from './unsaved-changes.ts'

/** Ends the session here at once, and on the server, whose answer nobody waits for. */
export function endSession(): void {
  void api.post('/auth/sign-out').catch(() => undefined)
  signOut()
}

export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    if (!(await mayLeave())) return
    endSession()
    await navigate('/signin')
  }
}
