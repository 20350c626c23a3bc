import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import * as m from '#messages'
import { getLocale } from '#runtime'
import type { FieldSource, TargetField, TemplateMapping } from '#templates/contract.ts'
import type { TemplateSample } from '#templates/sample-contract.ts'
import { cn } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { canRefine, hasDetails, isRefined, SourceDetails, SourceRefinement } from './source-details.tsx'
import { SourcePicker } from './source-picker.tsx'
import { merchantColumn, reasonText } from './source-text.ts'
import { isSameSource, targetFieldExample, targetFieldHelp, targetFieldName } from './target-fields.ts'

export type FieldRowsProps = {
  title: string
  state?: ReactNode
  fields: readonly TargetField[]
  mapping: TemplateMapping
  sample: TemplateSample
  /** Columns are written, not read. */
  isExport: boolean
  /** Whose template it is, where a firm shares it. */
  firm: string | null
  /** Fields that kept the mapping from being saved. */
  faults: ReadonlyMap<TargetField, string>
  /** What a field holds in the row that is looked at. */
  readValue: (field: TargetField) => string
  onChange: (field: TargetField, source: FieldSource | null) => void
}

/** Amounts that may stand in parts (templates/rules/rows/read-amount.ts). */
const amountFields: ReadonlySet<TargetField> = new Set(['total', 'amountIn', 'amountOut', 'fee', 'vatAmount'])

/** Beside each other as far as there is room for it: the panel takes a part of the page that is wide enough. */
export const fieldGrid =
  'grid gap-x-4 gap-y-1.5 @beside:grid-cols-[minmax(116px,.9fr)_minmax(190px,1.3fr)_minmax(88px,.8fr)_minmax(140px,1.15fr)] @beside:items-center'

/** A group of target fields, each with where it is taken from, what that gives, and why. */
export function FieldRows({ title, state, fields, ...rest }: FieldRowsProps) {
  return (
    <section className="px-4 wide:px-6">
      <div className="flex items-baseline gap-3 border-b border-ink pt-5 pb-1.5">
        <h2 className="text-14 font-head">{title}</h2>
        {state !== undefined && <p className="text-12 text-ink-3">{state}</p>}
      </div>
      <ul>
        {fields.map((field) => (
          <FieldRow key={field} field={field} {...rest} />
        ))}
      </ul>
    </section>
  )
}

function FieldRow({
  field,
  mapping,
  sample,
  isExport,
  firm,
  faults,
  readValue,
  onChange,
}: Omit<FieldRowsProps, 'title' | 'state' | 'fields'> & { field: TargetField }) {
  const source = mapping.fields[field]
  const suggestion = sample.suggestions.find((one) => one.field === field)
  const isOffered = !source && suggestion !== undefined
  const fault = faults.get(field)
  const name = targetFieldName(field, isExport)
  const [isRefining, setIsRefining] = useState(source !== undefined && isRefined(source))
  return (
    <li
      className={cn(fieldGrid, 'min-h-[42px] grid-cols-[minmax(0,1fr)_auto] border-b border-rule py-3 @beside:py-1.5')}
      data-field={field}
    >
      <span className="font-strong">{name}</span>
      <div className="flex min-w-0 items-center gap-1 @max-beside:col-span-2 @max-beside:row-start-2 *:first:min-w-0 *:first:flex-1">
        <SourcePicker
          label={m.templates_pick_for({ field: name })}
          source={source}
          suggestion={isOffered ? suggestion.source : undefined}
          columns={sample.columns}
          textColumn={merchantColumn(mapping, sample)}
          isAmount={amountFields.has(field)}
          isInvalid={fault !== undefined}
          onChange={(picked) => onChange(field, picked)}
          action={
            isOffered && (
              <button
                type="button"
                className="mr-0.5 h-[calc(100%-4px)] rounded-1 bg-attention-soft px-2.5 font-strong text-attention"
                aria-label={m.templates_use_for({ field: name })}
                onClick={() => onChange(field, suggestion.source)}
              >
                {m.templates_use()}
              </button>
            )
          }
        />
        {firm === null && source && canRefine(source) && (
          <IconButton
            label={m.templates_refine({ field: name })}
            aria-expanded={isRefining}
            className={cn('max-wide:size-11', isRefined(source) && 'text-fir')}
            onClick={() => setIsRefining(!isRefining)}
          >
            <SlidersHorizontal size={16} strokeWidth={1.5} />
          </IconButton>
        )}
      </div>
      <span className="raw truncate @max-beside:col-start-2 @max-beside:row-start-1 @max-beside:max-w-44 @max-beside:text-right">
        {readValue(field) || (
          <span className="text-ink-3">
            {!source && m.templates_example({ example: targetFieldExample(field, isExport) })}
          </span>
        )}
      </span>
      <p
        className={cn('text-12 text-ink-2 @max-beside:col-span-2', fault && 'text-error')}
        role={fault ? 'alert' : undefined}
      >
        {fault ?? (
          <Why
            source={source}
            suggestion={suggestion}
            firm={firm}
            help={isExport ? m.templates_not_written() : targetFieldHelp(field)}
            openAmounts={field === 'total' && !isExport && !mapping.fields.amountOut ? sample.openAmounts : []}
          />
        )}
      </p>
      {source && (hasDetails(source) || (isRefining && canRefine(source))) && (
        <fieldset
          aria-label={name}
          className="grid min-w-0 gap-2 pb-1 *:min-w-0 @max-beside:col-span-2 @beside:col-span-3 @beside:col-start-2"
        >
          <SourceDetails
            field={field}
            source={source}
            columns={sample.columns}
            onChange={(changed) => onChange(field, changed)}
          />
          {isRefining && (
            <SourceRefinement
              field={field}
              source={source}
              columns={sample.columns}
              currency={mapping.currency}
              onChange={(changed) => onChange(field, changed)}
            />
          )}
        </fieldset>
      )}
    </li>
  )
}

function Why({
  source,
  suggestion,
  firm,
  help,
  openAmounts,
}: {
  source: FieldSource | undefined
  suggestion: TemplateSample['suggestions'][number] | undefined
  firm: string | null
  help: string
  openAmounts: readonly string[]
}) {
  if (firm !== null && source) return m.templates_reason_firm({ firm })
  if (!source && openAmounts.length > 0) {
    const columns = new Intl.ListFormat(getLocale()).format(openAmounts)
    return <span className="text-attention">{m.templates_amounts_left_open({ columns })}</span>
  }
  if (!suggestion) return source ? m.templates_reason_yours() : help
  const from = suggestion.source.kind === 'source' ? suggestion.source.from : null
  if (!source) {
    return (
      <>
        <b className="font-strong text-attention">{m.templates_reason_suggestion()}</b>{' '}
        {reasonText(suggestion.reason, from)}
      </>
    )
  }
  return isSameSource(source, suggestion.source) ? reasonText(suggestion.reason, from) : m.templates_reason_yours()
}
