import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import * as m from '#messages'
import { matchKinds } from '#suppliers/contract.ts'
import { namesNobody } from '#suppliers/rules/names-nobody.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { StateGlyph } from '../../ui/state-mark.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { DesignationPreview } from './designation-preview.tsx'
import type { EditedDesignation } from './edited-designation.ts'
import { matchNames } from './match-names.ts'

export function newDesignation(): EditedDesignation {
  return { key: crypto.randomUUID(), match: 'exact', text: '' }
}

type Props = {
  designations: readonly EditedDesignation[]
  onChange: (designations: EditedDesignation[]) => void
  problemAt: (position: number) => string | undefined
}

/** The texts by which files know a supplier, each with how it is compared. */
export function DesignationFields({ designations, onChange, problemAt }: Props) {
  const id = useId()
  const [added, setAdded] = useState<string | null>(null)
  const change = (key: string, changed: Partial<EditedDesignation>) =>
    onChange(designations.map((one) => (one.key === key ? { ...one, ...changed } : one)))
  // Empty lines are not sent, so a problem's place counts the filled ones only.
  const places = designations.map(
    (_, position) => designations.slice(0, position).filter(({ text }) => text.trim()).length,
  )
  return (
    <fieldset aria-describedby={`${id}-help`} className="grid gap-2">
      <legend className="mb-1.5 font-strong">{m.suppliers_designations_field()}</legend>
      {designations.map(({ key, match, text }, position) => {
        const problem = text.trim() ? problemAt(places[position] ?? position) : undefined
        return (
          <div
            key={key}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 wide:grid-cols-[8.5rem_minmax(0,1fr)_auto]"
          >
            <div className="grid max-wide:col-span-full">
              <Select
                size="normal"
                aria-label={m.suppliers_designation_match()}
                value={match}
                onChange={(chosen) => change(key, { match: chosen })}
                options={matchKinds.map((kind) => ({ value: kind, label: matchNames[kind]() }))}
              />
            </div>
            <TextInput
              autoFocus={key === added}
              size="normal"
              aria-label={m.suppliers_designation_text()}
              value={text}
              maxLength={200}
              onChange={(event) => change(key, { text: event.target.value })}
              {...(problem && { 'aria-invalid': true, 'aria-describedby': `${id}-${key}` })}
            />
            <IconButton
              label={m.suppliers_designation_remove({ text: text || m.suppliers_designation_text() })}
              withTooltip={false}
              onClick={({ currentTarget }) => {
                focusNext(currentTarget)
                onChange(designations.filter((one) => one.key !== key))
              }}
            >
              <X size={16} strokeWidth={1.5} />
            </IconButton>
            <DesignationPreview designation={designations[position] ?? { key, match, text }} />
            {!problem && text.trim() !== '' && namesNobody(text) && (
              <p className="col-span-full flex items-start gap-1.5 text-12 text-ink-2">
                <StateGlyph state="attention" className="mt-0.5 size-3" />
                {m.suppliers_designation_nobody()}
              </p>
            )}
            {problem && (
              <p id={`${id}-${key}`} className="col-span-full flex items-start gap-1.5 text-12 text-error">
                <StateGlyph state="error" className="mt-0.5 size-3" />
                {problem}
              </p>
            )}
          </div>
        )
      })}
      <div>
        <Button
          variant="quiet"
          onClick={() => {
            const one = newDesignation()
            setAdded(one.key)
            onChange([...designations, one])
          }}
        >
          <Plus size={16} strokeWidth={1.5} aria-hidden />
          {m.suppliers_designation_add()}
        </Button>
      </div>
      <p id={`${id}-help`} className="text-12 text-ink-3">
        {m.suppliers_designations_help()}
      </p>
    </fieldset>
  )
}

/** Of a line that is about to go: on to what removes the next one, from the last to what adds one. */
function focusNext(remover: HTMLElement): void {
  const buttons = remover.parentElement?.nextElementSibling?.querySelectorAll('button')
  buttons?.item(buttons.length - 1).focus()
}
