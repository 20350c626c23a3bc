import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { z } from 'zod'
import * as m from '#messages'
import { ApiProblem, api } from '../api-client.ts'
import { problemTitle } from '../field-problems.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordInput } from '../ui/text-input.tsx'
import { newPassword, sameAgain, samePassword } from './account-fields.ts'
import { FormHead, FormProblem } from './form-head.tsx'

export function meta() {
  return [{ title: `${m.site_reset_title()} – Radvis` }]
}

export default function ResetPasswordPage() {
  const token = useSearchParams()[0].get('token')
  const [isDone, setIsDone] = useState(false)
  if (isDone) {
    return (
      <div role="status" className="grid gap-5">
        <FormHead title={m.site_reset_done_title()}>{m.site_reset_done()}</FormHead>
        <Button asChild variant="primary" size="large">
          <Link to="/signin">{m.site_sign_in()}</Link>
        </Button>
      </div>
    )
  }
  if (token === null || token === '') {
    return (
      <div className="grid gap-5">
        <FormHead title={m.site_reset_no_token_title()}>{m.site_reset_no_token()}</FormHead>
        <AskAgain />
      </div>
    )
  }
  return <ResetForm token={token} onDone={() => setIsDone(true)} />
}

function AskAgain() {
  return (
    <p>
      <Link to="/password/forget" className="link">
        {m.site_reset_ask_again()}
      </Link>
    </p>
  )
}

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isSpent, setIsSpent] = useState(false)
  const schema = z
    .object({
      password: newPassword(m.site_reset_password()),
      passwordAgain: samePassword(m.site_signup_password_again()),
    })
    .refine(sameAgain, { path: ['passwordAgain'], error: () => m.shell_password_mismatch() })
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { password: '', passwordAgain: '' },
  })

  const submit = handleSubmit(async ({ password }) => {
    setProblem(null)
    try {
      await api.post('/auth/reset-password', { body: { token, password } })
      onDone()
    } catch (error) {
      const isOld = error instanceof ApiProblem && error.errors.some((found) => found.code === 'reset-link-spent')
      setIsSpent(isOld)
      setProblem(isOld ? m.site_reset_spent() : problemTitle(error))
    }
  })

  return (
    <form method="post" onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <FormHead title={m.site_reset_title()} />
      <Field
        label={m.site_reset_password()}
        help={m.site_signup_password_help()}
        error={formState.errors.password?.message}
      >
        {(control) => <PasswordInput autoComplete="new-password" {...control} {...register('password')} />}
      </Field>
      <Field label={m.site_signup_password_again()} error={formState.errors.passwordAgain?.message}>
        {(control) => <PasswordInput autoComplete="new-password" {...control} {...register('passwordAgain')} />}
      </Field>
      <FormProblem text={problem} />
      {isSpent && <AskAgain />}
      <Button type="submit" variant="primary" size="large" disabled={formState.isSubmitting}>
        {m.site_reset_save()}
      </Button>
    </form>
  )
}
