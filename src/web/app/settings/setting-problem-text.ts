import type { SettingProblem } from '#connections/contract.ts'
import * as m from '#messages'
import { ApiProblem, type FieldProblem } from '../../api-client.ts'
import { fieldProblemText } from '../../field-problems.ts'

type Params = Record<'account' | 'mode' | 'name', string>
const texts: Record<SettingProblem, (params: Params) => string> = {
  'account-unknown': m.connections_setting_account_unknown,
  'account-inactive': m.connections_setting_account_inactive,
  'mode-of-payment-unknown': m.connections_setting_mode_of_payment_unknown,
  'mode-of-payment-has-other-account': m.connections_setting_mode_of_payment_has_other_account,
  'account-without-mode-of-payment': m.connections_setting_account_without_mode_of_payment,
}

/** What the server said about one setting, in words; null when it said nothing. */
export function settingProblemText(error: unknown, path: string, label: string, systemName: string): string | null {
  const problem = error instanceof ApiProblem ? error.errors.find((one) => one.path === path) : undefined
  if (!problem) return null
  return isSettingProblem(problem.code)
    ? texts[problem.code](paramsOf(problem, systemName))
    : fieldProblemText(problem, label)
}

function isSettingProblem(code: string): code is SettingProblem {
  return Object.hasOwn(texts, code)
}

function paramsOf({ params = {} }: FieldProblem, name: string): Params {
  return { account: String(params.account ?? ''), mode: String(params.mode ?? ''), name }
}
