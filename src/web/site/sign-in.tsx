import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod'
import { signedIn } from '#accounts/contract.ts'
import * as m from '#messages'
import { api } from '../api-client.ts'
import { problemTitle } from '../field-problems.ts'
import { safeNext, signIn } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordInput, TextInput } from '../ui/text-input.tsx'
import { requiredEmail, samePassword } from './account-fields.ts'
import { FormHead, FormProblem } from './form-head.tsx'

export function meta() {
  return [{ title: `${m.site_signin_title()} – Radvis` }]
}

export default function SignInPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const schema = z.object({
    email: requiredEmail(m.site_signin_email()),
    password: samePassword(m.site_signin_password()),
  })
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: '', password: '' },
  })

  const submit = handleSubmit(async (body) => {
    setProblem(null)
    try {
      signIn(await api.post('/auth/sign-in', { body, schema: signedIn }))
      await navigate(safeNext(search.get('next')))
    } catch (error) {
      setProblem(problemTitle(error))
    }
  })

  return (
    <form method="post" onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <FormHead title={m.site_signin_title()}>
        {m.site_signin_new()}{' '}
        <Link to="/signup" className="link">
          {m.site_sign_up()}
        </Link>
      </FormHead>
      {search.has('ended') && problem === null && (
        <p className="border-l-3 border-duplicate bg-duplicate-soft px-3 py-2">{m.site_signin_ended()}</p>
      )}
      <Field label={m.site_signin_email()} error={formState.errors.email?.message}>
        {(control) => <TextInput type="email" autoComplete="username" {...control} {...register('email')} />}
      </Field>
      <Field
        label={m.site_signin_password()}
        error={formState.errors.password?.message}
        aside={
          <Link to="/password/forget" className="link">
            {m.site_signin_forgot()}
          </Link>
        }
      >
        {(control) => <PasswordInput autoComplete="current-password" {...control} {...register('password')} />}
      </Field>
      <FormProblem text={problem} />
      <Button type="submit" variant="primary" size="large" disabled={formState.isSubmitting}>
        {m.site_sign_in()}
      </Button>
    </form>
  )
}
