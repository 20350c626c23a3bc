import { type ReactNode, useId, useState } from 'react'
import { fileEncodings } from '#kernel/file-encodings.ts'
import * as m from '#messages'
import type { Template } from '#templates/contract.ts'
import type { TemplateSample } from '#templates/sample-contract.ts'
import { encodingName } from '../../encoding-names.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { HeaderChooser } from './header-chooser.tsx'
import {
  type Draft,
  type EncodingChoice,
  type OnTry,
  type Tried,
  useEncodingChange,
  useHeaderChange,
} from './use-mapping.ts'

/**
 * The sheet as it is read, under what decides how: the encoding and the header row. Where no table is found, or the user
 * asks for it, the lines of the file to choose the header from.
 */
export function HeaderRow({
  template,
  sample,
  tried,
  draft,
  onTry,
  children,
}: {
  template: Template
  sample: TemplateSample
  tried: Tried
  draft: Draft
  onTry: OnTry
  children: ReactNode
}) {
  const isLost = sample.columns.length === 0
  const [isOpen, setIsOpen] = useState(false)
  const change = useHeaderChange(template.id, tried, draft, onTry)
  const encoding = useEncodingChange(template.id, tried, draft, onTry)
  // Of a firm's template only the headings are shown.
  if (template.sharedBy) return children
  const isChoosing = isOpen || isLost
  return (
    <>
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 px-4 pb-3 wide:px-6">
        {isLost && <p className="flex-1 basis-80 text-error">{m.templates_no_table()}</p>}
        {sample.encoding !== null && (
          <Encoding
            chosen={encoding.isPending ? encoding.variables : (draft.mapping.encoding ?? 'auto')}
            found={sample.encoding}
            onChange={(choice) => encoding.mutate(choice)}
          />
        )}
        {/* The header row of a base is its fields. */}
        {!isChoosing && template.sourceSystem !== 'airtable' && (
          <Button onClick={() => setIsOpen(true)}>
            {sample.headerRow === null ? m.templates_header_choose() : m.templates_header_change()}
          </Button>
        )}
      </div>
      {isChoosing ? (
        <HeaderChooser
          templateId={template.id}
          encoding={tried.encoding}
          current={sample.sheet && { sheet: sample.sheet.place, row: sample.headerRow ?? 'none' }}
          isBusy={change.isPending}
          onChoose={(header) => change.mutate(header, { onSuccess: () => setIsOpen(false) })}
          onCancel={isLost ? null : () => setIsOpen(false)}
        />
      ) : (
        children
      )}
    </>
  )
}

/** Beside the letters that it changes, so that the right one shows at once. */
function Encoding({
  chosen,
  found,
  onChange,
}: {
  chosen: EncodingChoice
  found: string
  onChange: (encoding: EncodingChoice) => void
}) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className="font-strong">
        {m.templates_encoding()}
      </label>
      <Select
        id={id}
        aria-describedby={`${id}-help`}
        size="normal"
        className="w-60"
        value={chosen}
        onChange={onChange}
        options={[
          {
            value: 'auto' as const,
            label:
              chosen === 'auto'
                ? m.templates_encoding_found({ encoding: encodingName(found) })
                : m.templates_encoding_auto(),
          },
          ...fileEncodings.map((value) => ({ value, label: encodingName(value) })),
        ]}
      />
      <span id={`${id}-help`} className="text-12 text-ink-3">
        {m.templates_encoding_help()}
      </span>
    </div>
  )
}
