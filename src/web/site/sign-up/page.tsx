import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { signedIn } from '#accounts/contract.ts'
import * as m from '#messages'
import { getLocale } from '#runtime'
import { ApiProblem, api } from '../../api-client.ts'
import { fieldProblemText, problemTitle } from '../../field-problems.ts'
import { signIn } from '../../session.ts'
import { guardClosing } from '../../ui/double-press.ts'
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

/** Both steps stay while one is seen: what is filled in is there when the browser's back or forward comes to it again. */
function SignUp() {
  const navigate = useNavigate()
  const [user, setUser] = useState<UserFields>(noUser)
  const [found, setFound] = useState<FoundErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const isSecond = useLocation().state?.step === 2 && user !== noUser
  const place = useFocusOnChange(isSecond)
  useUnsaved(user !== noUser) // the first step tells of its own fields while they are filled in

  async function create(filledIn: CompanyFields): Promise<void> {
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
      if (Object.keys(errors).some((path) => path.startsWith('user.'))) await navigate(-1)
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
        <span className="text-14 font-head">{isSecond ? m.site_signup_company() : m.site_signup_user()}</span>
        <span className="ml-auto text-12 text-ink-3">{m.site_signup_step({ step: isSecond ? '2' : '1' })}</span>
      </p>
      <div hidden={isSecond}>
        <UserStep
          values={user}
          found={found}
          onNext={(filledIn) => {
            setUser(filledIn)
            return navigate('/signup', { state: { step: 2 } })
          }}
        />
      </div>
      <div hidden={!isSecond}>
        <CompanyStep
          values={noCompany}
          found={found}
          problem={problem}
          onBack={() => void navigate(-1)}
          onCreate={create}
        />
      </div>
    </div>
  )
}

/** The fields of the step before are gone, and the focus with them. */
function useFocusOnChange(isSecond: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(isSecond)
  useEffect(() => {
    if (shown.current === isSecond) return
    shown.current = isSecond
    guardClosing()
    const step = place.current?.querySelector('div:not([hidden]) > form')
    const field = step?.querySelector<HTMLElement>('[aria-invalid=true]') ?? step?.querySelector('input')
    field?.focus()
  }, [isSecond])
  return place
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
