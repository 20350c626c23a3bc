import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { mayGive } from '#accounts/rules.ts'
import { type Role, roles } from '#kernel/roles.ts'
import * as m from '#messages'
import { roleHint, roleName } from '../../role-names.ts'
import { requiredEmail } from '../../site/account-fields.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { changeOfRole } from './change-of-role.ts'
import { useInvite, useMembers } from './use-members.ts'

const form = 'invite-user'

/** Asks somebody in by letter, with a role no higher than one's own. */
export function InviteDialog({ company, role, onClose }: { company: string; role: Role; onClose: () => void }) {
  const invite = useInvite()
  const schema = z.object({ email: requiredEmail(m.accounts_users_invite_email()), role: z.enum(roles) })
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: '', role: 'full' as Role },
  })
  const submit = handleSubmit((body) => invite.mutateAsync(body, { onSuccess: onClose }).catch(() => undefined))
  const changes = changeOfRole(useMembers().data?.invitations ?? [], useWatch({ control }))
  const options = roles
    .filter((one) => mayGive(role, one))
    .map((value) => ({ value, label: roleName(value), hint: roleHint(value) }))
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={m.accounts_users_invite_title({ company })}
      description={m.accounts_users_invite_text()}
      actions={
        <>
          <Button onClick={onClose}>{m.shell_cancel()}</Button>
          <Button type="submit" form={form} variant="primary" disabled={formState.isSubmitting}>
            {m.accounts_users_invite_do()}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        <Field label={m.accounts_users_invite_email()} error={formState.errors.email?.message}>
          {(field) => <TextInput type="email" autoComplete="off" {...field} {...register('email')} />}
        </Field>
        <Controller
          name="role"
          control={control}
          render={({ field }) => (
            <Field
              label={m.accounts_users_invite_role()}
              help={changes ? <span className="text-attention">{changes}</span> : roleHint(field.value)}
            >
              {(one) => <Select {...one} value={field.value} onChange={field.onChange} options={options} />}
            </Field>
          )}
        />
      </form>
    </Dialog>
  )
}
