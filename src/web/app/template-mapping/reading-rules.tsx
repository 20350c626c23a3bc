import { useState } from 'react'
import * as m from '#messages'
import type { TemplateMapping } from '#templates/contract.ts'
import { listings } from '#templates/rules/rows/other-listings.ts'
import type { MappingPreview, TemplateSample } from '#templates/sample-contract.ts'
import { groupDigits } from '../../ui/amount.tsx'
import { Field } from '../../ui/field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import type { WrittenPart } from './mapping-questions.ts'
import { WrittenAs, type WrittenAsProps } from './written-as.tsx'

type Props = WrittenAsProps & {
  /** What stands on top of the page instead. */
  asked: readonly WrittenPart[]
  /** What is wrong with the values that mean out. */
  outgoingFault: string | null
  /** Undefined until rows can be read. */
  preview: MappingPreview | undefined
}

/** How figures, dates and signs are written in the file, and which rows are no invoices. */
export function ReadingRules({ asked, outgoingFault, preview, ...written }: Props) {
  const { mapping, sample, isExport, onChange } = written
  const parts = (['numberFormat', 'dateOrder'] as const).filter((part) => !asked.includes(part))
  return (
    <section className="px-4 pb-2 wide:px-6">
      <h2 className="border-b border-ink pt-6 pb-1.5 text-14 font-head">
        {isExport ? m.templates_group_rules_export() : m.templates_group_rules()}
      </h2>
      <div className="grid gap-x-6 gap-y-5 pt-4 medium:grid-cols-2">
        {parts.map((part) => (
          <WrittenAs key={part} part={part} {...written} />
        ))}
        <SignRule mapping={mapping} sample={sample} preview={isExport ? undefined : preview} onChange={onChange} />
        <Field label={m.templates_account_currency()} help={currencyHelp(mapping, sample, isExport)}>
          {(control) => (
            <CurrencyInput {...control} value={mapping.currency} onChange={(currency) => onChange({ currency })} />
          )}
        </Field>
        {!isExport && <WhatIsRead mapping={mapping} preview={preview} onChange={onChange} />}
        {!isExport && mapping.fields.type && (
          <Lines
            label={m.templates_purchase_types()}
            help={m.templates_purchase_types_help()}
            values={mapping.purchaseTypes ?? []}
            onChange={(purchaseTypes) => onChange({ purchaseTypes })}
          />
        )}
        {mapping.signRule === 'direction' && (
          <>
            <Lines
              label={m.templates_outgoing()}
              help={m.templates_outgoing_help()}
              error={outgoingFault}
              values={mapping.outgoingDirections}
              onChange={(outgoingDirections) => onChange({ outgoingDirections })}
            />
            <Lines
              label={m.templates_incoming()}
              help={m.templates_incoming_help()}
              values={mapping.incomingDirections ?? []}
              onChange={(incomingDirections) => onChange({ incomingDirections })}
            />
          </>
        )}
      </div>
    </section>
  )
}

/** Where nothing in the file says a currency, that the one that stands there is a guess. */
function currencyHelp({ currency, fields }: TemplateMapping, sample: TemplateSample, isExport: boolean): string {
  if (isExport) return m.templates_account_currency_help_export()
  const isSaidByRow = fields.currency !== undefined && fields.foreignAmount === undefined
  const isGuess = sample.currency.isAssumed && sample.currency.suggested === currency && !isSaidByRow
  return isGuess ? m.templates_account_currency_assumed({ currency }) : m.templates_account_currency_help()
}

/** Which rows become invoices. */
function WhatIsRead({ mapping, preview, onChange }: Pick<Props, 'mapping' | 'preview' | 'onChange'>) {
  const looksOther = preview?.warnings.some(({ code }) => listings.some((listing) => listing === code))
  return (
    <>
      <div>
        <RadioGroup
          label={m.templates_account_kind()}
          value={mapping.account ?? 'card'}
          onChange={(account) => onChange({ account })}
          options={[
            { value: 'card', label: m.templates_account_card(), help: m.templates_account_card_help() },
            { value: 'bank', label: m.templates_account_bank(), help: m.templates_account_bank_help() },
          ]}
        />
      </div>
      {(looksOther || mapping.isOfPurchases) && (
        <div>
          <RadioGroup
            label={m.templates_rows_are()}
            value={mapping.isOfPurchases ? 'purchases' : 'by-file'}
            onChange={(rows) => onChange({ isOfPurchases: rows === 'purchases' })}
            options={[
              { value: 'by-file', label: m.templates_rows_by_file(), help: m.templates_rows_by_file_help() },
              { value: 'purchases', label: m.templates_rows_purchases(), help: m.templates_rows_purchases_help() },
            ]}
          />
        </div>
      )}
      <Lines
        label={m.templates_not_invoices()}
        help={m.templates_not_invoices_help()}
        values={mapping.notInvoices}
        onChange={(notInvoices) => onChange({ notInvoices })}
      />
    </>
  )
}

function SignRule({ mapping, sample, preview, onChange }: Pick<Props, 'mapping' | 'sample' | 'preview' | 'onChange'>) {
  const totals = preview?.totals
  const help = sample.signRule.isOpen ? m.templates_sign_open : m.templates_sign_help
  const found = totals && {
    help: help({
      purchases: groupDigits(totals.purchases.count),
      refunds: groupDigits(totals.refunds.count),
    }),
  }
  return (
    <Field label={m.templates_sign_rule()} {...found}>
      {(control) => (
        <Select
          {...control}
          size="normal"
          value={mapping.signRule}
          onChange={(signRule) => onChange({ signRule })}
          options={[
            { value: 'as-is', label: m.templates_sign_as_is() },
            { value: 'inverted', label: m.templates_sign_inverted() },
            { value: 'two-columns', label: m.templates_sign_two_columns() },
            { value: 'direction', label: m.templates_sign_direction() },
          ]}
        />
      )}
    </Field>
  )
}

/** Three letters; the mapping changes once there are. */
function CurrencyInput({
  value,
  onChange,
  ...control
}: {
  id: string
  value: string
  onChange: (value: string) => void
}) {
  const [text, setText] = useState(value)
  return (
    <TextInput
      {...control}
      size="normal"
      value={text}
      maxLength={3}
      autoComplete="off"
      onChange={(event) => {
        const typed = event.target.value.toUpperCase()
        setText(typed)
        if (/^[A-Z]{3}$/.test(typed)) onChange(typed)
      }}
      onBlur={() => setText(value)}
    />
  )
}

/** A list of texts, one a line. What is typed stays as typed; the mapping gets the lines that say something. */
function Lines({
  label,
  help,
  error,
  values,
  onChange,
}: {
  label: string
  help: string
  error?: string | null
  values: readonly string[]
  onChange: (values: string[]) => void
}) {
  const [text, setText] = useState(values.join('\n'))
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <TextArea
          {...control}
          rows={5}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            onChange(
              event.target.value
                .split('\n')
                .map((line) => line.trim())
                .filter((line) => line !== ''),
            )
          }}
        />
      )}
    </Field>
  )
}
