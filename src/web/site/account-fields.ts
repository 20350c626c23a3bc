import { z } from 'zod'
import { parseOrganisationNumber } from '#kernel/organisation-number.ts'
import * as m from '#messages'

/** How long the server asks a password to be (accounts/contract.ts). */
export const shortestPassword = 10
const longestPassword = 128

/** A field that must be filled in: '{name} is required'. */
export function required(name: string, maximum = 200) {
  return z
    .string()
    .trim()
    .min(1, { error: () => m.shell_required_name({ name }), abort: true })
    .max(maximum, { error: () => m.shell_too_long({ maximum: String(maximum) }) })
}

export function requiredEmail(name: string) {
  return required(name, 254).check(z.email({ error: () => m.shell_email_invalid() }))
}

export function newPassword(name: string) {
  return z
    .string()
    .min(1, { error: () => m.shell_required_name({ name }), abort: true })
    .min(shortestPassword, { error: () => m.shell_too_short({ minimum: String(shortestPassword) }) })
    .max(longestPassword, { error: () => m.shell_too_long({ maximum: String(longestPassword) }) })
}

/** One that is there already, or is typed again: compared as it is, with the spaces that it begins or ends with. */
export function samePassword(name: string) {
  return z
    .string()
    .min(1, { error: () => m.shell_required_name({ name }) })
    .max(longestPassword, { error: () => m.shell_too_long({ maximum: String(longestPassword) }) })
}

export function requiredOrganisationNumber(name: string) {
  return required(name, 20).refine((text) => parseOrganisationNumber(text) !== null, {
    error: () => m.shell_organisation_number_invalid(),
  })
}

/** A password and the same again: 'Password does not match'. */
export function sameAgain<Fields extends { password: string; passwordAgain: string }>(fields: Fields): boolean {
  return fields.password === fields.passwordAgain
}
