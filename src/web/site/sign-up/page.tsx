import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { signedIn } from '#accounts/contract.ts'
import * as m from '#messages'
import { getLocale } from '#runtime'
import { ApiProblem, api } from '../../api-client.ts'
import { fieldProblemText, problemTitle } from '../../field-problems.ts'
import { signIn } from '../../session.ts'
import { giveUpUnsaved, useUnsaved } from '../../unsaved-changes.ts'
import { FormHead } from '../form-head.tsx'
import { type CompanyFields, CompanyStep, noCompany } from './company-step.tsx'
import { JoinCompany } from './join-company.tsx'
import { type FoundErrors, noUser, type UserFields, UserStep } from './user-step.tsx'

export function meta() {
  return [{ title: `${m.site_signup_title()} – Radvis` }]
}

export default function SignUpPage() {
  const invitation = useSearchParams()[0].get('invitation')
  return invitation ? <JoinCompany secret={invitation} /> : <SignUp />
}

function SignUp() {
  const navigate = useNavigate()
  const [step, setStep] = useState<1 | 2>(1)
  const [user, setUser] = useState<UserFields>(noUser)
  const [company, setCompany] = useState<CompanyFields>(noCompany)
  const [found, setFound] = useState<FoundErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const place = useRef<HTMLDivElement>(null)
  useUnsaved(user !== noUser) // the first step tells of its own fields while they are filled in

  /** The fields of the step before are gone, and the focus with them. */
  function goTo(next: 1 | 2): void {
    flushSync(() => setStep(next))
    const field =
      place.current?.querySelector<HTMLElement>('[aria-invalid=true]') ?? place.current?.querySelector('input')
    field?.focus()
  }

  async function create(filledIn: CompanyFields): Promise<void> {
    setCompany(filledIn)
    setProblem(null)
    const { passwordAgain: _, ...newUser } = user
    try {
      signIn(
        await api.post('/auth/sign-up', {
          body: { user: { ...newUser, language: getLocale() }, company: filledIn },
          schema: signedIn,
        }),
      )
      giveUpUnsaved()
      await navigate('/app/dashboard')
    } catch (error) {
      const errors = errorsByField(error)
      setFound(errors)
      setProblem(problemTitle(error))
      if (Object.keys(errors).some((path) => path.startsWith('user.'))) goTo(1)
    }
  }

  return (
    <div ref={place} className="grid gap-5">
      <FormHead title={m.site_signup_title()}>
        {m.site_signup_have()}{' '}
        <Link to="/signin" className="link">
          {m.site_sign_in()}
        </Link>
      </FormHead>
      <p aria-live="polite" className="flex items-baseline gap-3 border-b border-ink pb-[7px]">
        <span className="text-14 font-head">{step === 1 ? m.site_signup_user() : m.site_signup_company()}</span>
        <span className="ml-auto text-12 text-ink-3">{m.site_signup_step({ step: String(step) })}</span>
      </p>
      {step === 1 ? (
        <UserStep
          values={user}
          found={found}
          onNext={(filledIn) => {
            setUser(filledIn)
            goTo(2)
          }}
        />
      ) : (
        <CompanyStep
          values={company}
          found={found}
          problem={problem}
          onBack={(filledIn) => {
            setCompany(filledIn)
            goTo(1)
          }}
          onCreate={create}
        />
      )}
    </div>
  )
}

/** The server's field errors; an e-mail or organisation number that is taken belongs to its field too. */
function errorsByField(error: unknown): FoundErrors {
  if (!(error instanceof ApiProblem)) return {}
  const taken: Record<string, string> = {
    'email-taken': 'user.email',
    'organisation-number-taken': 'company.organisationNumber',
  }
  const field = taken[error.code]
  const listed = error.errors.map((found) => [found.path, fieldProblemText(found, labelOf(found.path))] as const)
  return Object.fromEntries(field ? [...listed, [field, error.title] as const] : listed)
}

function labelOf(path: string): string {
  const labels: Record<string, () => string> = {
    'user.firstName': m.site_signup_first_name,
    'user.lastName': m.site_signup_last_name,
    'user.email': m.site_signin_email,
    'user.mobile': m.site_signup_mobile,
    'user.password': m.site_signin_password,
    'company.name': m.site_signup_company_name,
    'company.organisationNumber': m.site_signup_number,
    'company.address': m.site_signup_address,
    'company.zipCode': m.site_signup_zip,
    'company.city': m.site_signup_city,
    'company.country': m.site_signup_country,
    'company.billingEmail': m.site_signup_billing_email,
  }
  return labels[path]?.() ?? path
}
