import { useId } from 'react'
import * as m from '#messages'
import type { Template, TemplateMapping } from '#templates/contract.ts'
import { createSheetTest, missingSheets, sheetKey } from '#templates/rules/layout/choose-sheets.ts'
import type { TemplateSample } from '#templates/sample-contract.ts'
import { groupDigits } from '../../ui/amount.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { StateGlyph } from '../../ui/state-mark.tsx'

/**
 * Which sheets of a workbook are read: all, also those that come later, or these. Not shown where there is nothing to
 * choose between, nor where the rows are fetched, since a source is one tab.
 */
export function SheetChoice({
  template,
  sample,
  mapping,
  onChange,
}: {
  template: Template
  sample: TemplateSample
  mapping: TemplateMapping
  onChange: (change: Pick<TemplateMapping, 'sheets'>) => void
}) {
  const id = useId()
  const chosen = mapping.sheets
  const saved = template.mapping.sheets
  const isOpen = template.movement === 'import' && template.sourceSystem === 'file'
  if (!isOpen || (sample.sheets.length < 2 && !chosen && !saved)) return null
  if (template.sharedBy) return chosen ? <SharedChoice chosen={chosen} /> : null
  const there = sample.sheets.map(({ name }) => name)
  const isRead = createSheetTest(chosen)
  // What was chosen and is not in the sample stays in the list, so that it can be ticked again.
  const wanted = [...new Map([...(saved ?? []), ...(chosen ?? [])].map((name) => [sheetKey(name), name])).values()]
  const lacking = there.length > 0 ? missingSheets(chosen && wanted, there) : wanted
  const choose = (name: string, isChosen: boolean) => {
    const rest = (chosen ?? [...there, ...lacking]).filter((one) => sheetKey(one) !== sheetKey(name))
    onChange({ sheets: isChosen ? [...rest, name] : rest })
  }
  return (
    <section className="grid gap-x-10 gap-y-4 border-t border-rule px-4 pt-3 pb-4 medium:grid-cols-[auto_minmax(0,1fr)] wide:px-6">
      <RadioGroup
        label={m.templates_sheets_title()}
        value={chosen ? 'only' : 'all'}
        onChange={(choice) => onChange({ sheets: choice === 'all' ? undefined : there.length > 0 ? there : wanted })}
        options={[
          { value: 'all', label: m.templates_sheets_all(), help: m.templates_sheets_all_help() },
          { value: 'only', label: m.templates_sheets_only(), help: m.templates_sheets_only_help() },
        ]}
      />
      <fieldset {...(chosen?.length === 0 && { 'aria-describedby': `${id}-none`, 'data-faulty': true, tabIndex: -1 })}>
        <legend className="pb-1.5 font-strong">{m.templates_sheets_legend()}</legend>
        <div className="flex max-h-44 flex-wrap gap-x-8 gap-y-2 overflow-y-auto py-0.5 pl-0.5">
          {sample.sheets.map(({ name, rows }) => (
            <Checkbox
              key={name}
              checked={isRead(name)}
              onChange={(isChosen) => choose(name, isChosen)}
              label={name}
              help={rows === 1 ? m.templates_sheets_rows_one() : m.templates_sheets_rows({ rows: groupDigits(rows) })}
            />
          ))}
          {lacking.map((name) => (
            <Checkbox
              key={name}
              checked={isRead(name)}
              onChange={(isChosen) => choose(name, isChosen)}
              label={name}
              help={there.length > 0 ? m.templates_sheets_gone() : undefined}
            />
          ))}
        </div>
        {chosen?.length === 0 && (
          <p id={`${id}-none`} role="alert" className="flex items-start gap-1.5 pt-2 text-12 text-error">
            <StateGlyph state="error" className="mt-0.5 size-3" />
            {m.templates_sheets_none()}
          </p>
        )}
      </fieldset>
    </section>
  )
}

/** A firm's template is changed by the firm; its clients see what it reads. */
function SharedChoice({ chosen }: { chosen: readonly string[] }) {
  const sheets = chosen.join(', ')
  return (
    <p className="px-4 pb-4 text-ink-2 wide:px-6">
      {chosen.length === 1 ? m.templates_sheets_shared_one({ sheets }) : m.templates_sheets_shared({ sheets })}
    </p>
  )
}
