import { type ConsentProblem, consentProblems } from '#connections/contract.ts'
import * as m from '#messages'

const texts: Record<ConsentProblem, (name: string) => string> = {
  'consent-expired': () => m.connections_error_consent_expired(),
  'consent-refused': (name) => m.connections_error_consent_refused({ name }),
  'consent-failed': (name) => m.connections_error_consent_failed({ name }),
  'other-browser': () => m.connections_error_other_browser(),
  'other-company': (name) => m.connections_error_other_company({ name }),
  'other-account': (name) => m.connections_error_other_account({ name }),
  'scope-unticked': (name) => m.connections_error_scope_unticked({ name }),
  'missing-licence': (name) => m.connections_error_missing_licence({ name }),
  'account-locked': (name) => m.connections_error_account_locked({ name }),
  'system-unavailable': (name) => m.connections_error_system_unavailable({ name }),
}

/** Why a consent came to nothing, as `?error=` in the address tells it; null for anything that is not ours. */
export function consentProblemText(code: string | null, name: string): string | null {
  const problem = consentProblems.find((known) => known === code)
  return problem ? texts[problem](name) : null
}
