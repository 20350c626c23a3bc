import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import * as m from '#messages'
import { api } from '../../api-client.ts'
import { faultText } from '../../problem-text.ts'
import { keepAccount, readSession, useSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toasts.tsx'
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
      showToast({ type: 'success', title: m.accounts_users_removed({ name }) })
      if (isYou) {
        leaveCompany(companyId)
        await navigate('/app/dashboard')
      }
      void queries.invalidateQueries({ queryKey: ['users'] })
    },
    onError: (error) => showToast({ type: 'error', title: faultText(error) }),
  })
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isYou ? m.accounts_users_leave_title({ company }) : m.accounts_users_remove_title({ name, company })}
      description={isYou ? m.accounts_users_leave_text() : m.accounts_users_remove_text()}
      actions={
        <>
          <Button onClick={onClose}>{m.shell_cancel()}</Button>
          <Button
            variant="primary"
            disabled={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: onClose })}
          >
            {isYou ? m.accounts_users_leave() : m.accounts_users_remove_do()}
          </Button>
        </>
      }
    />
  )
}

/** Not asked of the server: without an answer the company would still stand there, and refuse everything. */
function leaveCompany(companyId: string | undefined): void {
  const session = readSession()
  if (session) keepAccount({ user: session.user, companies: session.companies.filter(({ id }) => id !== companyId) })
}
