import { useLocation, useNavigate } from 'react-router'

/**
 * Goes on to where an answer leads, unless the person has gone elsewhere since it was asked for: the page that is left
 * stands, and takes answers, for a moment after the address is that of the next.
 */
export function useGoOn(): (to: string) => Promise<void> {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return async (to) => {
    if (window.location.pathname === pathname) await navigate(to)
  }
}
