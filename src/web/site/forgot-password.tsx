import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { z } from 'zod'
import * as m from '#messages'
import { api } from '../api-client.ts'
import { problemTitle } from '../field-problems.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { requiredEmail } from './account-fields.ts'
import { FormHead, FormProblem } from './form-head.tsx'

export function meta() {
  return [{ title: `${m.site_forgot_title()} – Radvis` }]
}

export default function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const schema = z.object({ email: requiredEmail(m.site_signin_email()) })
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(schema), defaultValues: { email: '' } })

  const submit = handleSubmit(async (body) => {
    setProblem(null)
    try {
      await api.post('/auth/forgot-password', { body })
      setSentTo(body.email)
    } catch (error) {
      setProblem(problemTitle(error))
    }
  })

  const backLink = (
    <Link to="/signin" className="link">
      {m.site_forgot_back()}
    </Link>
  )
  if (sentTo !== null) {
    return (
      <div role="status" className="grid gap-5">
        <FormHead title={m.site_forgot_sent_title()}>{m.site_forgot_sent({ email: sentTo })}</FormHead>
        <p>{backLink}</p>
      </div>
    )
  }
  return (
    <form method="post" onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <FormHead title={m.site_forgot_title()}>{m.site_forgot_text()}</FormHead>
      <Field label={m.site_signin_email()} error={formState.errors.email?.message}>
        {(control) => <TextInput type="email" autoComplete="username" {...control} {...register('email')} />}
      </Field>
      <FormProblem text={problem} />
      <Button type="submit" variant="primary" size="large" disabled={formState.isSubmitting}>
        {m.site_forgot_send()}
      </Button>
      <p>{backLink}</p>
    </form>
  )
}
