import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import * as m from '#messages'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput, TextInput } from '../../ui/text-input.tsx'
import { useUnsaved } from '../../unsaved-changes.ts'
import { newPassword, required, requiredEmail, sameAgain, samePassword } from '../account-fields.ts'

export type UserFields = {
  firstName: string
  lastName: string
  email: string
  mobile: string
  password: string
  passwordAgain: string
}
export const noUser: UserFields = {
  firstName: '',
  lastName: '',
  email: '',
  mobile: '',
  password: '',
  passwordAgain: '',
}
/** What the server found wrong, by field. */
export type FoundErrors = Readonly<Record<string, string>>

/** The first step: who signs up. */
export function UserStep({
  values,
  found,
  isEmailGiven = false,
  doLabel = m.site_signup_next(),
  onNext,
}: {
  values: UserFields
  found: FoundErrors
  /** The address is settled, as by an invitation. */
  isEmailGiven?: boolean
  doLabel?: string
  onNext: (user: UserFields) => void | Promise<void>
}) {
  const schema = z
    .object({
      firstName: required(m.site_signup_first_name(), 100),
      lastName: required(m.site_signup_last_name(), 100),
      email: requiredEmail(m.site_signin_email()),
      mobile: required(m.site_signup_mobile(), 30),
      password: newPassword(m.site_signin_password()),
      passwordAgain: samePassword(m.site_signup_password_again()),
    })
    .refine(sameAgain, {
      path: ['passwordAgain'],
      when: ({ issues }) => issues.every((issue) => issue.path?.[0] !== 'passwordAgain'),
      error: () => m.shell_password_mismatch(),
    })
  const { register, handleSubmit, formState, reset } = useForm({ resolver: zodResolver(schema), defaultValues: values })
  const errorOf = (name: keyof UserFields) =>
    formState.errors[name]?.message ?? (formState.dirtyFields[name] ? undefined : found[`user.${name}`])
  const submit = handleSubmit(async (filledIn) => {
    await onNext(filledIn)
    reset(filledIn, { keepIsSubmitted: true }) // what was found of a field stands at it until it is changed
  })
  useUnsaved(formState.isDirty || formState.isSubmitted)
  return (
    <form method="post" onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <div className="grid gap-4 medium:grid-cols-2">
        <Field label={m.site_signup_first_name()} error={errorOf('firstName')}>
          {(control) => <TextInput autoComplete="given-name" {...control} {...register('firstName')} />}
        </Field>
        <Field label={m.site_signup_last_name()} error={errorOf('lastName')}>
          {(control) => <TextInput autoComplete="family-name" {...control} {...register('lastName')} />}
        </Field>
      </div>
      <Field label={m.site_signin_email()} error={errorOf('email')}>
        {(control) => (
          <TextInput type="email" autoComplete="username" readOnly={isEmailGiven} {...control} {...register('email')} />
        )}
      </Field>
      <Field label={m.site_signup_mobile()} error={errorOf('mobile')}>
        {(control) => <TextInput type="tel" autoComplete="tel" {...control} {...register('mobile')} />}
      </Field>
      <Field label={m.site_signin_password()} help={m.site_signup_password_help()} error={errorOf('password')}>
        {(control) => <PasswordInput autoComplete="new-password" {...control} {...register('password')} />}
      </Field>
      <Field label={m.site_signup_password_again()} error={errorOf('passwordAgain')}>
        {(control) => <PasswordInput autoComplete="new-password" {...control} {...register('passwordAgain')} />}
      </Field>
      <Button type="submit" variant="primary" size="large" className="mt-1" disabled={formState.isSubmitting}>
        {doLabel}
      </Button>
    </form>
  )
}
