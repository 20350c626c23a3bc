import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { me } from '#accounts/contract.ts'
import * as m from '#messages'
import { api } from '../../api-client.ts'
import { faultText } from '../../problem-text.ts'
import { keepAccount } from '../../session.ts'
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
  const queries = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => api.delete(`/users/${member.id}`),
    onSuccess: async () => {
      onClose()
      showToast({ type: 'success', title: m.accounts_users_removed({ name }) })
      if (isYou) {
        keepAccount(await api.get('/me', { schema: me }))
        await navigate('/app/dashboard')
      }
      await queries.invalidateQueries({ queryKey: ['users'] })
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
          <Button variant="primary" disabled={remove.isPending} onClick={() => remove.mutate()}>
            {isYou ? m.accounts_users_leave() : m.accounts_users_remove_do()}
          </Button>
        </>
      }
    />
  )
}
