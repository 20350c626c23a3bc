import { type FormEvent, useId, useState } from 'react'
import type { ImportSummary } from '#imports/contract.ts'
import * as m from '#messages'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { useOptions } from './use-import.ts'

type Props = { record: ImportSummary; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** The import's options: payment date, and whether settings override mapped fields. */
export function ImportOptionsDialog({ record, isOpen, onOpenChange }: Props) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={m.imports_options()} description={record.fileName}>
      <OptionsForm record={record} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function OptionsForm({ record, onDone }: { record: ImportSummary; onDone: () => void }) {
  const id = useId()
  const save = useOptions(record.id)
  const [paymentDate, setPaymentDate] = useState(record.options.paymentDate ?? '')
  const [settingsOverrideMapped, setSettingsOverrideMapped] = useState(record.options.settingsOverrideMapped)
  const [steps, setSteps] = useState(record.steps)

  function submit(event: FormEvent) {
    event.preventDefault()
    const options = {
      paymentDate: paymentDate || null,
      settingsOverrideMapped,
      ...(steps.bookkeep !== record.steps.bookkeep && { bookkeep: steps.bookkeep }),
      ...(steps.pay !== record.steps.pay && { pay: steps.pay }),
    }
    save.mutate(options, { onSuccess: onDone })
  }

  return (
    <form id={id} onSubmit={submit} className="grid gap-5 pt-1">
      <Field label={m.imports_option_payment_date()} help={m.imports_option_payment_date_help()}>
        {(control) => (
          <TextInput
            {...control}
            type="date"
            value={paymentDate}
            onChange={(event) => setPaymentDate(event.target.value)}
            className="max-w-52"
          />
        )}
      </Field>
      <Checkbox
        checked={settingsOverrideMapped}
        onChange={setSettingsOverrideMapped}
        label={m.imports_option_override()}
        help={m.imports_option_override_help()}
      />
      <Checkbox
        checked={steps.bookkeep}
        onChange={(bookkeep) => setSteps({ bookkeep, pay: bookkeep && steps.pay })}
        label={m.imports_option_bookkeep()}
      />
      <Checkbox
        checked={steps.pay}
        onChange={(pay) => setSteps({ ...steps, pay })}
        disabled={!steps.bookkeep}
        label={m.imports_option_pay()}
        help={m.imports_option_pay_needs_bookkeep()}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{m.shell_cancel()}</Button>
        <Button type="submit" variant="primary" disabled={save.isPending}>
          {m.imports_options_save()}
        </Button>
      </div>
    </form>
  )
}
