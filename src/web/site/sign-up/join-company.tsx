import { useCallback, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { z } from 'zod'
import { type Invitation, invitation, me, signedIn } from '#accounts/contract.ts'
import * as m from '#messages'
import { getLocale } from '#runtime'
import { ApiProblem, api } from '../../api-client.ts'
import { faultText } from '../../problem-text.ts'
import { roleName } from '../../role-names.ts'
import { chooseCompany, keepAccount, type Session, signIn, useSession } from '../../session.ts'
import { endSession } from '../../sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { giveUpUnsaved } from '../../unsaved-changes.ts'
import { FormHead, FormProblem } from '../form-head.tsx'
import { noUser, UserStep } from './user-step.tsx'

const joined = me.extend({ companyId: z.uuid() })

/** The page that an invitation's letter leads to: sign in and join, or make an account and join. */
export function JoinCompany({ secret }: { secret: string }) {
  const session = useSession()
  const [asked, setAsked] = useState<Invitation | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  // Signed in by joining: the dashboard is on its way, and there is nothing left to accept.
  const [hasJoined, setHasJoined] = useState(false)
  const ask = useCallback(() => {
    setProblem(null)
    api.ask('/auth/invitation', { body: { invitation: secret }, schema: invitation }).then(setAsked, setProblem)
  }, [secret])
  useEffect(ask, [ask])
  if (isSpent(problem)) {
    return (
      <FormHead title={m.accounts_join_spent_title()}>
        {m.accounts_join_spent()}{' '}
        <Link to="/signin" className="link">
          {m.site_sign_in()}
        </Link>
      </FormHead>
    )
  }
  if (problem !== null) {
    return (
      <div className="grid justify-items-start gap-5">
        <FormProblem text={faultText(problem)} />
        <Button size="large" onClick={ask}>
          {m.shell_retry()}
        </Button>
      </div>
    )
  }
  if (!asked) return <p role="status">{m.accounts_join_looking()}</p>
  const { companyName, invitedBy, role, email, hasAccount } = asked
  const as = roleName(role)
  return (
    <div className="grid gap-5">
      <FormHead title={m.accounts_join_title({ company: companyName })}>
        {invitedBy ? m.accounts_join_by({ name: invitedBy, role: as }) : m.accounts_join_without({ role: as })}{' '}
        {m.accounts_join_as({ email })}
      </FormHead>
      {session && !hasJoined ? (
        <Accept secret={secret} asked={asked} session={session} />
      ) : hasAccount ? (
        <Button asChild variant="primary" size="large">
          <Link to={`/signin?next=${encodeURIComponent(`/signup?invitation=${secret}`)}`}>
            {m.accounts_join_sign_in()}
          </Link>
        </Button>
      ) : (
        <NewPerson secret={secret} email={email} onJoined={() => setHasJoined(true)} />
      )}
    </div>
  )
}

function Accept({ secret, asked, session }: { secret: string; asked: Invitation; session: Session }) {
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setIsPending] = useState(false)
  if (session.user.email.toLowerCase() !== asked.email)
    return (
      <>
        <FormProblem text={m.accounts_join_other({ signedIn: session.user.email, email: asked.email })} />
        <Button size="large" onClick={endSession}>
          {m.shell_sign_out()}
        </Button>
      </>
    )
  async function accept(): Promise<void> {
    setIsPending(true)
    setProblem(null)
    try {
      const answer = await api.post('/auth/invitation/accept', { body: { invitation: secret }, schema: joined })
      keepAccount(answer)
      const chosen = answer.companies.find(({ id }) => id === answer.companyId)
      if (chosen) chooseCompany(chosen)
      await navigate('/app/dashboard')
    } catch (error) {
      setProblem(faultText(error))
      setIsPending(false)
    }
  }
  return (
    <>
      <FormProblem text={problem} />
      <Button variant="primary" size="large" disabled={isPending} onClick={() => void accept()}>
        {m.accounts_join_do()}
      </Button>
    </>
  )
}

function NewPerson({ secret, email, onJoined }: { secret: string; email: string; onJoined: () => void }) {
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <>
      <FormProblem text={problem} />
      <UserStep
        values={{ ...noUser, email }}
        found={{}}
        isEmailGiven
        doLabel={m.accounts_join_create()}
        onNext={async ({ firstName, lastName, mobile, password }) => {
          setProblem(null)
          const body = { invitation: secret, user: { firstName, lastName, mobile, password, language: getLocale() } }
          try {
            const answer = await api.post('/auth/invitation/sign-up', { body, schema: signedIn })
            onJoined()
            signIn(answer)
            giveUpUnsaved()
            await navigate('/app/dashboard')
          } catch (error) {
            setProblem(faultText(error))
          }
        }}
      />
    </>
  )
}

function isSpent(problem: unknown): boolean {
  return problem instanceof ApiProblem && problem.errors.some(({ code }) => code === 'invitation-spent')
}
