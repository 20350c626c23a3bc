import * as m from '#messages'
import { roleName } from '../../role-names.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Member, useChangeRole } from './use-members.ts'

/** Asks before a member becomes an owner, who may do everything, also take the others out. */
export function MakeOwnerDialog({
  member,
  company,
  onClose,
}: {
  member: Member
  company: string
  onClose: () => void
}) {
  const change = useChangeRole()
  const role = 'owner'
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.accounts_users_make_owner_title({ name: member.name, company })}
      description={m.accounts_users_make_owner_text()}
      actions={
        <>
          <Button onClick={onClose}>{m.shell_cancel()}</Button>
          <Button
            variant="primary"
            disabled={change.isPending}
            onClick={() => change.mutate({ member, role }, { onSuccess: onClose })}
          >
            {m.accounts_users_make({ role: roleName(role) })}
          </Button>
        </>
      }
    />
  )
}
