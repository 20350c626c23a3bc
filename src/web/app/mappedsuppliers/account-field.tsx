import * as m from '#messages'
import { listFailure } from '../../list-failure.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { accountChoices, none } from '../settings/account-choices.ts'
import { useSettings } from '../use-settings.ts'

/** The account that a supplier's purchases are booked on; null where none is chosen. `help` says what holds then. */
export function AccountField({
  value,
  onChange,
  help,
  problem,
}: {
  value: number | null
  onChange: (account: number | null) => void
  help: string
  problem: string | undefined
}) {
  const asked = useSettings()
  return (
    <Field label={m.suppliers_account_field()} help={help} error={problem}>
      {(control) => (
        <Combobox
          {...control}
          value={value === null ? none : String(value)}
          onChange={(chosen) => onChange(chosen === none ? null : Number(chosen))}
          options={[
            { value: none, label: m.suppliers_account_none() },
            ...accountChoices(asked.data?.accounts ?? [], value),
          ]}
          searchPlaceholder={m.suppliers_account_search()}
          isLoading={asked.isFetching}
          failure={listFailure(asked)}
        />
      )}
    </Field>
  )
}
