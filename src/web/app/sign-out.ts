import { useNavigate } from 'react-router'
import { api } from '../api-client.ts'
import { signOut } from '../session.ts'

/** Ends the session here and on the server. A server that does not answer does not keep the user signed in. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    await api.post('/auth/sign-out').catch(() => undefined)
    signOut()
    await navigate('/signin')
  }
}
