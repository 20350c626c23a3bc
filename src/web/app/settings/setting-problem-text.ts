import type { PostingSettings, SettingProblem, SettingsPage } from '#connections/contract.ts'
import { checkSettings } from '#connections/rules.ts'
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

/** What is wrong with one setting, in words, of all that is wrong; null when nothing is. */
export function settingProblemText(
  problems: readonly FieldProblem[],
  path: string,
  label: string,
  systemName: string,
): string | null {
  const problem = problems.find((one) => one.path === path)
  if (!problem) return null
  return isSettingProblem(problem.code)
    ? texts[problem.code](paramsOf(problem, systemName))
    : fieldProblemText(problem, label)
}

/** What the server found wrong, or will find: its rules are ours too, so that nobody has to save to be told. */
export function settingProblems(
  settings: PostingSettings,
  page: SettingsPage,
  error: unknown,
): readonly FieldProblem[] {
  const found = checkSettings(settings, page)
  return found.length === 0 && error instanceof ApiProblem ? error.errors : found
}

function isSettingProblem(code: string): code is SettingProblem {
  return Object.hasOwn(texts, code)
}

function paramsOf({ params = {} }: FieldProblem, name: string): Params {
  return { account: String(params.account ?? ''), mode: String(params.mode ?? ''), name }
}
