import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type PostingSettings, type SettingsPage, settingsPage } from '#connections/contract.ts'
import { resolvePayment, warnOfDebtAccount } from '#connections/rules.ts'
import * as m from '#messages'
import { api, type FieldProblem } from '../../api-client.ts'
import { faultText, problemText } from '../../problem-text.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { SectionHeader } from '../../ui/page-header.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { Switch } from '../../ui/switch.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { isChangedByAnother, OvertakenNotice, useEditedCopy } from '../edited-copy.tsx'
import { keepAnswer } from '../query-client.ts'
import { accountChoices, modeChoices, none, paymentAccountChoices } from './account-choices.ts'
import { settingProblems, settingProblemText } from './setting-problem-text.ts'

type FormPart = {
  page: SettingsPage
  settings: PostingSettings
  change: (changes: Partial<PostingSettings>) => void
  problems: readonly FieldProblem[]
}

export function SettingsForm({ page }: { page: SettingsPage }) {
  const copy = useEditedCopy(page.settings)
  const settings = copy.value
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (body: PostingSettings) =>
      api.put('/settings', { body: { ...body, before: copy.base }, schema: settingsPage }),
    onSuccess: (saved, sent) => {
      copy.settle(sent)
      showToast({ type: 'success', id: 'settings-saved', title: m.connections_settings_saved() })
      return keepAnswer(queries, ['settings'], saved)
    },
    onError: async (error) => {
      showToast({
        ...{ type: 'error', id: 'settings-saved', title: m.connections_settings_save_failed(), text: faultText(error) },
      })
      if (isChangedByAnother(error)) await queries.invalidateQueries({ queryKey: ['settings'] })
    },
  })
  const part: FormPart = {
    page,
    settings,
    problems: settingProblems(settings, page, save.error),
    change(changes) {
      if (save.isError) save.reset()
      copy.change((before) => ({ ...before, ...changes }))
    },
  }
  return (
    <form
      className="grid max-w-[46rem] gap-10"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(settings)
      }}
    >
      <StepSettings {...part} />
      <AccountSettings {...part} />
      <WarehouseSetting {...part} />
      <OvertakenNotice copy={copy} />
      <div className="flex max-wide:*:flex-1">
        <Button type="submit" variant="primary" size="large" disabled={save.isPending}>
          {m.connections_settings_save()}
        </Button>
      </div>
    </form>
  )
}

function StepSettings({ page, settings, change }: FormPart) {
  const name = page.systemName
  return (
    <Section title={m.connections_settings_steps_title()}>
      <Switch
        checked={settings.bookkeepInvoices}
        onChange={(bookkeepInvoices) => change({ bookkeepInvoices })}
        label={m.connections_settings_bookkeep_label()}
        help={m.connections_settings_bookkeep_help({ name })}
      />
      <Switch
        checked={settings.bookkeepInvoices && settings.payInvoices}
        onChange={(payInvoices) => change({ payInvoices })}
        disabled={!settings.bookkeepInvoices}
        label={m.connections_settings_pay_label()}
        help={m.connections_settings_pay_help()}
      />
    </Section>
  )
}

function AccountSettings({ page, settings, change, problems }: FormPart) {
  const name = page.systemName
  const debt = page.accounts.find((account) => account.number === page.supplierDebtAccount)
  const numberOf = (value: string) => (value === none ? null : Number(value))
  return (
    <Section title={m.connections_settings_accounts_title()}>
      <Choice
        label={m.connections_settings_credit_account_label()}
        help={m.connections_settings_credit_account_help({ name })}
        error={settingProblemText(problems, 'creditAccount', m.connections_settings_credit_account_label(), name)}
        value={settings.creditAccount}
        nothing={m.connections_settings_credit_account_default({
          name,
          account: debt ? `${debt.number} ${debt.name}` : '–',
        })}
        options={accountChoices(page.accounts, settings.creditAccount)}
        onChange={(value) => change({ creditAccount: numberOf(value) })}
      />
      <Choice
        label={m.connections_settings_payment_account_label()}
        help={m.connections_settings_payment_account_help()}
        error={settingProblemText(problems, 'paymentAccount', m.connections_settings_payment_account_label(), name)}
        value={settings.paymentAccount}
        nothing={m.connections_settings_payment_account_none()}
        options={paymentAccountChoices(page, settings.paymentAccount)}
        onChange={(value) => change({ paymentAccount: numberOf(value) })}
      />
      <Choice
        label={m.connections_settings_mode_label()}
        help={m.connections_settings_mode_help({ name })}
        error={settingProblemText(problems, 'modeOfPayment', m.connections_settings_mode_label(), name)}
        value={settings.modeOfPayment}
        nothing={m.connections_settings_mode_none()}
        options={modeChoices(page.modesOfPayment)}
        onChange={(value) => change({ modeOfPayment: value === none ? null : value })}
      />
      {settings.bookkeepInvoices && settings.payInvoices && problems.length === 0 && (
        <PaymentOutcome page={page} settings={settings} />
      )}
    </Section>
  )
}

/** What the two choices come to together: from where the card's invoices will be paid. */
function PaymentOutcome({ page, settings }: Pick<FormPart, 'page' | 'settings'>) {
  const payment = resolvePayment(settings, page)
  const debt = warnOfDebtAccount(settings, page)
  const mode = page.modesOfPayment.find((one) => one.code === payment?.modeOfPayment)
  return (
    <p role="status">
      {payment && mode && debt ? (
        <StateMark state="attention" wraps>
          {problemText(debt)}
        </StateMark>
      ) : payment && mode ? (
        <StateMark state="ready" wraps>
          {m.connections_settings_pays_from({ account: String(payment.account), mode: mode.name })}
        </StateMark>
      ) : (
        <StateMark state="attention" wraps>
          {m.connections_settings_pay_undecided()}
        </StateMark>
      )}
    </p>
  )
}

function WarehouseSetting({ page, settings, change }: FormPart) {
  return (
    <Section title={m.connections_settings_warehouse_title()}>
      <Switch
        checked={settings.usesWarehouse}
        onChange={(usesWarehouse) => change({ usesWarehouse })}
        label={m.connections_settings_warehouse_label({ name: page.systemName })}
        help={m.connections_settings_warehouse_help()}
      />
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <SectionHeader title={title} />
      <div className="grid gap-5 pt-4">{children}</div>
    </section>
  )
}

type ChoiceProps = {
  label: string
  help: string
  error: string | null
  value: string | number | null
  /** What holds while nothing is chosen. */
  nothing: string
  options: ComboboxOption[]
  onChange: (value: string) => void
}

function Choice({ label, help, error, value, nothing, options, onChange }: ChoiceProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <Combobox
          {...control}
          value={value === null ? none : String(value)}
          onChange={onChange}
          options={[{ value: none, label: nothing }, ...options]}
        />
      )}
    </Field>
  )
}
