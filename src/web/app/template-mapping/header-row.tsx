import { type ReactNode, useState } from 'react'
import * as m from '#messages'
import type { Template, TemplateMapping, TemplateSample } from '#templates/contract.ts'
import { Button } from '../../ui/button.tsx'
import { HeaderChooser } from './header-chooser.tsx'
import { type Tried, useHeaderChange } from './use-mapping.ts'

/** The sheet with its header row as it was found; or, where none was or the user says so, the lines to choose it from. */
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
  draft: { mapping: TemplateMapping; replace(mapping: TemplateMapping): void }
  onTry: (tried: Tried) => void
  children: ReactNode
}) {
  const isLost = sample.columns.length === 0
  const [isOpen, setIsOpen] = useState(false)
  const change = useHeaderChange(template.id, tried, draft)
  // Of a firm's template only the headings are shown.
  const canChoose = !template.sharedBy
  if (canChoose && (isOpen || isLost))
    return (
      <>
        {isLost && <p className="px-4 pb-3 text-error wide:px-6">{m.templates_no_table()}</p>}
        <HeaderChooser
          templateId={template.id}
          encoding={tried.encoding}
          current={sample.sheet && { sheet: sample.sheet.place, row: sample.headerRow ?? 'none' }}
          isBusy={change.isPending}
          onChoose={(header) =>
            change.mutate(header, {
              onSuccess: () => {
                onTry({ ...tried, header })
                setIsOpen(false)
              },
            })
          }
          onCancel={isLost ? null : () => setIsOpen(false)}
        />
      </>
    )
  return (
    <>
      {canChoose && (
        <div className="flex justify-end px-4 pb-2 wide:px-6">
          <Button variant="quiet" onClick={() => setIsOpen(true)}>
            {sample.headerRow === null ? m.templates_header_choose() : m.templates_header_change()}
          </Button>
        </div>
      )}
      {children}
    </>
  )
}
