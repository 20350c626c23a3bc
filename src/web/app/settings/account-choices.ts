import type { SettingsPage } from '#connections/contract.ts'
import * as m from '#messages'
import type { ComboboxOption } from '../../ui/combobox.tsx'

/** Stands for "nothing chosen": a list's entry must have a value. */
export const none = 'none'

/** Accounts to choose from: the active ones, and the one that is chosen though it no longer is, or not known (yet). */
export function accountChoices(accounts: SettingsPage['accounts'], chosen: number | null): ComboboxOption[] {
  const isListed = chosen === null || accounts.some(({ number }) => number === chosen)
  const listed = accounts
    .filter((account) => account.isActive || account.number === chosen)
    .map(({ number, name, isActive }) => ({
      value: String(number),
      label: `${number} ${name}`,
      ...(!isActive && { hint: m.connections_settings_inactive() }),
    }))
  return isListed ? listed : [{ value: String(chosen), label: String(chosen) }, ...listed]
}

/** Only accounts that some mode of payment books on can be paid from. */
export function paymentAccountChoices(
  { accounts, modesOfPayment }: SettingsPage,
  chosen: number | null,
): ComboboxOption[] {
  const payable = new Set(modesOfPayment.map((mode) => mode.account))
  return accountChoices(
    accounts.filter((account) => payable.has(account.number) || account.number === chosen),
    chosen,
  )
}

export function modeChoices(modes: SettingsPage['modesOfPayment']): ComboboxOption[] {
  return modes.map((mode) => ({
    value: mode.code,
    label: mode.name,
    hint: String(mode.account),
    keywords: [mode.code, String(mode.account)],
  }))
}
