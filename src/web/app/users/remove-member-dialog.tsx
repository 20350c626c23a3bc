import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import * as m from '#messages'
import { api } from '../../api-client.ts'
import { keepAccount, readSession, useSession } from '../../session.ts'
import { showToast } from '../../ui/toasts.tsx'
import { RemovalDialog } from '../removal-dialog.tsx'
import type { Member } from './use-members.ts'

/** Takes a member out, or oneself. */
export function RemoveMemberDialog({
  member,
  company,
  onClose,
}: {
  member: Member
  company: string
  onClose: () => void
}) {
  const { name, isYou } = member
  const companyId = useSession()?.company?.id
  const queries = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => api.delete(`/users/${member.id}`),
    onSuccess: async () => {
      showToast({ type: 'success', title: removedText(member, company) })
      if (isYou) {
        leaveCompany(companyId)
        await navigate('/app/dashboard')
      }
      void queries.invalidateQueries({ queryKey: ['users'] })
    },
    meta: { isToldInPlace: true },
  })
  return (
    <RemovalDialog
      title={isYou ? m.accounts_users_leave_title({ company }) : m.accounts_users_remove_title({ name, company })}
      text={isYou ? m.accounts_users_leave_text() : m.accounts_users_remove_text()}
      keep={m.shell_cancel()}
      act={isYou ? m.accounts_users_leave() : m.accounts_users_remove_do()}
      removal={remove}
      onClose={onClose}
    />
  )
}

/** Whoever leaves has not been taken out by anybody. */
export const removedText = ({ name, isYou }: Pick<Member, 'name' | 'isYou'>, company: string): string =>
  isYou ? m.accounts_users_left({ company }) : m.accounts_users_removed({ name })

/** Not asked of the server: without an answer the company would still stand there, and refuse everything. */
function leaveCompany(companyId: string | undefined): void {
  const session = readSession()
  if (session) keepAccount({ user: session.user, companies: session.companies.filter(({ id }) => id !== companyId) })
}
