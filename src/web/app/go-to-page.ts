import { useLocation, useNavigate } from 'react-router'
import { awaitPage } from '../ui/leave-focus.ts'

/** Goes to a page by keys alone: it has the focus when it has come, since no link on the way had it. */
export function useGoToPage(): (to: string) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (to) => {
    if (to !== pathname) awaitPage()
    void navigate(to)
  }
}
