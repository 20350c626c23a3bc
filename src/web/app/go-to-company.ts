import { useLocation, useNavigate } from 'react-router'
import type { Me } from '#accounts/contract.ts'
import { chooseCompany } from '../session.ts'
import { mayLeave } from '../unsaved-changes.ts'
import { entryOf } from './navigation.ts'

/** Goes on to another company: to the same list there, since what was open belongs to the one that is left. */
export function useGoToCompany(): (company: Me['companies'][number]) => Promise<void> {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return async (company) => {
    if (!(await mayLeave())) return
    await navigate(entryOf(pathname)?.to ?? pathname)
    chooseCompany(company)
  }
}
