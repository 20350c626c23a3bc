import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { signedIn } from '#accounts/contract.ts'
import * as m from '#messages'
import { api, leaveToSignIn } from '../api-client.ts'
import { problemTitle } from '../field-problems.ts'
import { signIn, useSession } from '../session.ts'
import { offerToSignInAgain, stopWaiting, useIsSessionOver } from '../session-end.ts'
import { samePassword } from '../site/account-fields.ts'
import { FormProblem } from '../site/form-head.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordInput, TextInput } from '../ui/text-input.tsx'

/** Asks who uses the page to sign in again when the session has ended; the page and what is typed there stay. */
export function SignInAgain() {
  const isOver = useIsSessionOver()
  useEffect(offerToSignInAgain, [])
  return (
    <Dialog
      isOpen={isOver}
      onOpenChange={(isOpen) => !isOpen && stopWaiting()}
      title={m.shell_session_ended_title()}
      description={m.shell_session_ended_text()}
    >
      <SignInForm />
    </Dialog>
  )
}

function SignInForm() {
  const [problem, setProblem] = useState<string | null>(null)
  const email = useSession()?.user.email ?? ''
  const schema = z.object({ password: samePassword(m.site_signin_password()) })
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { password: '' },
  })
  const submit = handleSubmit(async ({ password }) => {
    setProblem(null)
    try {
      signIn(await api.post('/auth/sign-in', { body: { email, password }, schema: signedIn }))
    } catch (error) {
      setProblem(problemTitle(error))
    }
  })
  return (
    <form
      method="post"
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        // Drawn over the page, but a child of it to React: no form of the page is meant.
        event.stopPropagation()
        void submit(event)
      }}
    >
      <Field label={m.site_signin_email()}>
        {(control) => <TextInput type="email" autoComplete="username" {...control} value={email} readOnly />}
      </Field>
      <Field label={m.site_signin_password()} error={formState.errors.password?.message}>
        {(control) => <PasswordInput autoComplete="current-password" {...control} {...register('password')} />}
      </Field>
      <FormProblem text={problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="large" onClick={leaveToSignIn}>
          {m.shell_session_ended_leave()}
        </Button>
        <Button type="submit" variant="primary" size="large" disabled={formState.isSubmitting}>
          {m.site_sign_in()}
        </Button>
      </div>
    </form>
  )
}
